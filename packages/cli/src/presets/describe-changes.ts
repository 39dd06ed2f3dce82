import { redactText } from '@benchpress/core'
import type { RequestConfig, RequestScenarioConfig, ScenarioConfig, SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { isRequestScenario } from '../flags/apply-settings.ts'
import { sayCount, sayDuration, workloadParameters } from './workload-parameters.ts'

/** Lists the parameters in which a suite differs from the documented one, such as `duration 30s -> 1s`; secrets are redacted. */
export function describeChanges(documented: SuiteConfig, actual: SuiteConfig): readonly string[] {
  return describeDifferences(parametersOf(documented), parametersOf(actual))
}

/** Parameters by the names of a report, such as `connections`. */
export type Parameters = Readonly<Record<string, string>>

/** Lists the parameters that differ, such as `duration 30s -> 1s`. */
export function describeDifferences(before: Parameters, after: Parameters): readonly string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [was = 'none', is = 'none'] = [before[name], after[name]]
    return was === is ? [] : [`${name} ${was} -> ${is}`]
  })
}

/** The parameters that every test has, whatever its scenarios are. */
export function commonParameters({ repeats = 1, tests }: SuiteConfig): Parameters {
  return Object.assign({ runs: String(repeats) }, ...tests.map(testParameters)) as Parameters
}

function parametersOf(suite: SuiteConfig): Parameters {
  const parameters: Record<string, string> = { ...commonParameters(suite) }
  for (const test of suite.tests) {
    for (const [name, scenario] of Object.entries(test.scenarios)) {
      const prefix = Object.keys(test.scenarios).length > 1 ? `${name} ` : ''
      const all = { ...(isRequestScenario(scenario) && requestParameters(scenario)), ...scenarioParameters(scenario) }
      for (const [parameter, value] of Object.entries(all)) parameters[`${prefix}${parameter}`] = value
    }
  }
  return parameters
}

function testParameters({ workers = 1, timeout = 10, connectTimeout = 10, tls, unixSocket }: SuiteTestConfig): Parameters {
  return {
    workers: String(workers),
    timeout: sayDuration(timeout),
    'connect timeout': sayDuration(connectTimeout),
    'TLS verification': tls?.insecure === true ? 'off' : 'on',
    connection: unixSocket === undefined ? 'TCP' : 'Unix socket',
  }
}

function scenarioParameters(scenario: ScenarioConfig): Parameters {
  return {
    ...workloadParameters(scenario.workload),
    ...(isRequestScenario(scenario) && { 'reconnect after': sayCount(scenario.reconnectAfter) }),
    bailout: sayCount(scenario.bailout),
  }
}

function requestParameters({ request, uniqueIds = false }: RequestScenarioConfig): Parameters {
  const requests = 'length' in request ? request : [request]
  const say = (part: (one: RequestConfig) => string): string => requests.map(part).join(' and ')
  return {
    method: say(({ method, form }) => method ?? (form === undefined ? 'GET' : 'POST')),
    path: say(({ path = '/' }) => redactText(path)),
    headers: say(sayHeaders),
    body: say(sayBody),
    'expected answer': say(({ expect }) => (expect === undefined ? '200 to 399' : redactText(JSON.stringify(expect)))),
    'unique ids': uniqueIds ? 'on' : 'off',
  }
}

function sayHeaders({ headers = {} }: RequestConfig): string {
  const lines = Object.entries(headers).map(([name, value]) => redactText(`${name}: ${value}`))
  return lines.length === 0 ? 'none' : lines.join('; ')
}

function sayBody({ body, json, form }: RequestConfig): string {
  if (form !== undefined) return `a form of ${Object.keys(form).join(', ')}`
  if (json !== undefined) return redactText(JSON.stringify(json))
  if (body === undefined) return 'none'
  return typeof body === 'string' ? redactText(body) : `${body.byteLength} bytes`
}
