import type {
  FunctionsScenarioConfig,
  RequestConfig,
  RequestScenarioConfig,
  ScenarioConfig,
  SuiteConfig,
  SuiteTestConfig,
} from '@benchpress/core'
import { redactText } from '@benchpress/core/report'
import { isRequestScenario } from '../flags/apply-settings.ts'
import { sayCount, sayDuration, workloadParameters } from './workload-parameters.ts'

/**
 * Lists the parameters in which a suite differs from the documented one, such as `duration 30s -> 1s`; secrets are redacted.
 *
 * Of several tests each difference is told once, with the names of the tests that have it, unless all of them do.
 */
export function describeChanges(documented: SuiteConfig, actual: SuiteConfig): readonly string[] {
  return [
    ...describeDifferences(runsOf(documented), runsOf(actual)),
    ...differencesOfTests(
      // By their places: a title gives the only test another name.
      documented.tests.flatMap((before, index): readonly TestParameters[] => {
        const after = actual.tests[index]
        return after === undefined ? [] : [[before.name ?? `test ${index + 1}`, parametersOf(before), parametersOf(after)]]
      }),
    ),
  ]
}

/** A test by its name, with its documented parameters and those it has. */
export type TestParameters = readonly [test: string, before: Parameters, after: Parameters]

/** Lists the parameters of several tests that differ, each difference once: what all of them have in common first, and then the others with the names of their tests. */
export function differencesOfTests(tests: readonly TestParameters[]): readonly string[] {
  const named = tests.flatMap(([name, before, after]) => describeDifferences(before, after).map((difference) => ({ name, difference })))
  const all = [...Map.groupBy(named, ({ difference }) => difference)].map(([difference, of]) => ({ difference, of }))
  const [common, others] = [all.filter(({ of }) => of.length === tests.length), all.filter(({ of }) => of.length < tests.length)]
  return [
    ...common.map(({ difference }) => difference),
    ...others.map(({ difference, of }) => `${namesOf.format(new Set(of.map(({ name }) => name)))} ${difference}`),
  ]
}

// As in `load, websocket and max`.
const namesOf = new Intl.ListFormat('en-GB')

/** Parameters by the names of a report, such as `connections`. */
export type Parameters = Readonly<Record<string, string>>

/** Lists the parameters that differ, such as `duration 30s -> 1s`. */
export function describeDifferences(before: Parameters, after: Parameters): readonly string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [was = 'none', is = 'none'] = [before[name], after[name]]
    return was === is ? [] : [`${name} ${was} -> ${is}`]
  })
}

/** The parameters that a suite of one test has, whatever its scenarios are. */
export function commonParameters(suite: SuiteConfig): Parameters {
  return Object.assign(runsOf(suite), ...suite.tests.map(testParameters)) as Parameters
}

/** How often the tests of a suite are run, as a parameter. */
export function runsOf({ repeats = 1 }: SuiteConfig): Parameters {
  return { runs: String(repeats) }
}

function parametersOf(test: SuiteTestConfig): Parameters {
  const parameters: Record<string, string> = { ...testParameters(test) }
  for (const [name, scenario] of Object.entries(test.scenarios)) {
    const prefix = Object.keys(test.scenarios).length > 1 ? `${name} ` : ''
    const all =
      'functions' in scenario
        ? functionsParameters(scenario)
        : { ...(isRequestScenario(scenario) && requestParameters(scenario)), ...scenarioParameters(scenario) }
    // What is swept has the levels of the sweep, and none beside them.
    for (const [parameter, value] of Object.entries(all)) if (!isSwept(parameter, test)) parameters[`${prefix}${parameter}`] = value
  }
  return parameters
}

function isSwept(parameter: string, { sweep = {} }: SuiteTestConfig): boolean {
  return Object.hasOwn(sweep, parameter)
}

function functionsParameters({ time = 5, warmup = 2, parallel = 1, only }: FunctionsScenarioConfig): Parameters {
  return {
    time: sayDuration(time),
    warmup: sayDuration(warmup),
    parallel: String(parallel),
    ...(only !== undefined && { only: only.join(', ') }),
  }
}

/** The parameters that a test has, whatever its scenarios are. */
export function testParameters({ workers = 1, timeout = 10, connectTimeout = 10, tls, unixSocket, sweep }: SuiteTestConfig): Parameters {
  return {
    workers: String(workers),
    timeout: sayDuration(timeout),
    'connect timeout': sayDuration(connectTimeout),
    'TLS verification': tls?.insecure === true ? 'off' : 'on',
    connection: unixSocket === undefined ? 'TCP' : 'Unix socket',
    // By what is swept, as what stands still is told: users 10, 20, 30.
    ...Object.fromEntries(Object.entries(sweep ?? {}).map(([parameter, levels]) => [parameter, levels.join(', ')])),
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
