import { connectTimeoutByDefault, timeoutByDefault } from '../config/config-context.ts'
import { maxHeaderSizeByDefault } from '../load/wire/head-reader.ts'
import { redactText } from '../base/redact/redact-text.ts'
import { formatDuration, formatRate, parseDuration, parseRate } from '../base/units/duration.ts'
import { isRequestScenario } from '../config/change/change-suite.ts'
import { kindOf } from '../config/change/change-workload.ts'
import type { ScenarioConfig, SuiteConfig, SuiteTestConfig } from '../config/config.ts'
import type { Duration, Rate } from '../config/fields/quantity-schema.ts'
import type { RequestScenarioConfig } from '../config/scenario.ts'
import type { WorkloadConfig } from '../config/workload/workload-config.ts'
import { methodOf, type RequestConfig } from '../load/http/request-config.ts'

/**
 * Lists the parameters in which a suite differs from the documented one, such as `duration 30s -> 1s`; secrets are redacted.
 *
 * With several tests each difference is listed once, with the names of the tests that have it, unless all of them do.
 */
export function describeChanges(documented: SuiteConfig, actual: SuiteConfig): readonly string[] {
  // Tests are matched by position, because a title renames the only test.
  const named = documented.tests.flatMap((before, index) => {
    const after = actual.tests[index]
    const name = before.name ?? `test ${index + 1}`
    return after === undefined
      ? []
      : describeDifferences(parametersOf(before), parametersOf(after)).map((difference) => ({ name, difference }))
  })
  const all = [...Map.groupBy(named, ({ difference }) => difference)]
  const [common, others] = [true, false].map((isCommon) => all.filter(([, of]) => (of.length === documented.tests.length) === isCommon))
  return [
    ...describeDifferences({ runs: String(documented.repeats ?? 1) }, { runs: String(actual.repeats ?? 1) }),
    ...(common ?? []).map(([difference]) => difference),
    ...(others ?? []).map(([difference, of]) => `${namesOf.format(new Set(of.map(({ name }) => name)))} ${difference}`),
  ]
}

function parametersOf(test: SuiteTestConfig): NamedParameters {
  const parameters: Record<string, string> = { ...testParameters(test) }
  for (const [name, scenario] of Object.entries(test.scenarios)) {
    const prefix = Object.keys(test.scenarios).length > 1 ? `${name} ` : ''
    const all = { ...(isRequestScenario(scenario) && requestParameters(scenario)), ...scenarioParameters(scenario) }
    // A swept parameter has only the levels of the sweep.
    for (const [parameter, value] of Object.entries(all))
      if (!Object.hasOwn(test.sweep ?? {}, parameter)) parameters[`${prefix}${parameter}`] = value
  }
  return parameters
}

function scenarioParameters(scenario: ScenarioConfig): NamedParameters {
  return {
    ...workloadParameters(scenario.workload),
    ...(isRequestScenario(scenario) && { 'reconnect after': sayCount(scenario.reconnectAfter) }),
    bailout: sayCount(scenario.bailout),
  }
}

function requestParameters({ request, uniqueIds = false }: RequestScenarioConfig): NamedParameters {
  const requests = 'length' in request ? request : [request]
  const say = (part: (one: RequestConfig) => string): string => requests.map(part).join(' and ')
  return {
    method: say(methodOf),
    path: say(({ path = '/' }) => redactText(path)),
    headers: say(sayHeaders),
    body: say(sayBody),
    'expected response': say(({ expect }) => (expect === undefined ? '200 to 399' : redactText(JSON.stringify(expect)))),
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

/** The parameters of a workload, with its defaults, by their names in reports, such as `connections` or `duration`. */
function workloadParameters(workload: WorkloadConfig): Readonly<Record<string, string>> {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultsOf[kindOf(workload) ?? 'stages'], warmup: 0 }
  const missing = Object.entries(defaults).filter(([key]) => !Object.hasOwn(workload, key))
  const all: readonly [string, unknown][] = [...Object.entries(workload), ...missing]
  return Object.fromEntries(all.map(([key, value]) => [names[key] ?? key, sayParameter(key, value)]))
}

const defaultsOf = {
  connections: { pipelining: 1, refill: 'each' },
  users: { pacing: 0 },
  rate: { arrivals: 'uniform', maxUsers: 1000 },
  stages: {},
  batch: {},
} as const

const names: Readonly<Record<string, string>> = { maxUsers: 'most users', reuseUsers: 'reuse of users', gracefulStop: 'graceful stop' }

const durations: readonly string[] = ['duration', 'warmup', 'gracefulStop', 'pacing']

function sayParameter(key: string, value: unknown): string {
  if (durations.includes(key)) return sayDuration(value as Duration)
  if (key === 'rate') return sayRate(value as Rate)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function sayCount(count: number | undefined): string {
  return count === undefined ? 'none' : String(count)
}

function sayRate(rate: Rate): string {
  const perSecond = parseRate(rate)
  return perSecond === undefined ? String(rate) : formatRate(perSecond)
}

type NamedParameters = Readonly<Record<string, string>>

/** Lists the parameters that differ, such as `duration 30s -> 1s`; both by their names in reports. */
function describeDifferences(before: NamedParameters, after: NamedParameters): readonly string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [was = 'none', is = 'none'] = [before[name], after[name]]
    return was === is ? [] : [`${name} ${was} -> ${is}`]
  })
}

// As in `load, websocket and max`.
const namesOf = new Intl.ListFormat('en-GB')

function testParameters(test: SuiteTestConfig): NamedParameters {
  const { workers = 1, timing = 'auto', maxHeaderSize = maxHeaderSizeByDefault, dns = 'rotate', unixSocket, sweep } = test
  return {
    workers: String(workers),
    timing,
    timeout: sayDuration(test.timeout ?? timeoutByDefault / 1e6),
    'connect timeout': sayDuration(test.connectTimeout ?? connectTimeoutByDefault / 1e6),
    'longest head': `${maxHeaderSize} bytes`,
    addresses: typeof dns === 'string' ? dns : (dns.select ?? 'rotate'),
    ...tlsParameters(test.tls),
    connection: unixSocket === undefined ? 'TCP' : 'Unix socket',
    // A sweep is listed under the swept parameter: users 10, 20, 30.
    ...Object.fromEntries(Object.entries(sweep ?? {}).map(([parameter, levels]) => [parameter, levels.join(', ')])),
  }
}

function tlsParameters({
  insecure = false,
  resume = 'never',
  minVersion,
  maxVersion,
}: NonNullable<SuiteTestConfig['tls']> = {}): NamedParameters {
  return {
    'TLS verification': insecure ? 'off' : 'on',
    'TLS sessions': resume,
    'TLS versions': `${minVersion ?? 'oldest'} to ${maxVersion ?? 'newest'}`,
  }
}

function sayDuration(duration: Duration): string {
  const microseconds = parseDuration(duration)
  return microseconds === undefined ? String(duration) : formatDuration(microseconds)
}
