import { formatDuration, parseDuration } from '@benchpress/core'
import type { Config, Duration, ScenarioConfig, SuiteConfig } from '@benchpress/core'

/** Lists the parameters in which a suite differs from the documented one, such as `duration 30s -> 1s`. */
export function describeChanges(documented: SuiteConfig, actual: SuiteConfig): readonly string[] {
  const before = parametersOf(documented)
  const after = parametersOf(actual)
  return Object.entries(before).flatMap(([name, value]) => (after[name] === value ? [] : [`${name} ${value} -> ${after[name] ?? 'none'}`]))
}

function parametersOf({ repeats = 1, tests }: SuiteConfig): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = { runs: String(repeats) }
  for (const test of tests) {
    Object.assign(parameters, testParameters(test))
    for (const [name, scenario] of Object.entries(test.scenarios)) {
      const prefix = Object.keys(test.scenarios).length > 1 ? `${name} ` : ''
      for (const [parameter, value] of Object.entries(scenarioParameters(scenario))) parameters[`${prefix}${parameter}`] = value
    }
  }
  return parameters
}

function testParameters({ workers = 1, timeout = 10, connectTimeout = 10, tls, unixSocket }: Config): Readonly<Record<string, string>> {
  return {
    workers: String(workers),
    timeout: sayDuration(timeout),
    'connect timeout': sayDuration(connectTimeout),
    'TLS verification': tls?.insecure === true ? 'off' : 'on',
    connection: unixSocket === undefined ? 'TCP' : 'Unix socket',
  }
}

function scenarioParameters({ workload, reconnectAfter, bailout }: ScenarioConfig): Readonly<Record<string, string>> {
  const { connections, pipelining = 1, duration, requests, warmup = 0 } = workload
  return {
    connections: String(connections),
    pipelining: String(pipelining),
    duration: duration === undefined ? 'none' : sayDuration(duration),
    requests: sayCount(requests),
    warmup: sayDuration(warmup),
    'reconnect after': sayCount(reconnectAfter),
    bailout: sayCount(bailout),
  }
}

function sayCount(count: number | undefined): string {
  return count === undefined ? 'none' : String(count)
}

function sayDuration(duration: Duration): string {
  const microseconds = parseDuration(duration)
  return microseconds === undefined ? String(duration) : formatDuration(microseconds)
}
