import { exampleSuiteResult } from '../example-suite-result.ts'
import type { SuiteResult, TestResult } from '../../src/result/shape/result.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'

const [example] = exampleSuiteResult.tests
const [exampleScenario] = example?.scenarios ?? []

/** Runs of a side that are near each other, as those of a quiet machine are. */
export const nearby: readonly number[] = [0.996, 1.003, 0.999, 1.004, 0.997, 1.001, 1.002, 0.998]

/** A run of connections, all of whose requests ended ok, with a number of responses a second and response times in milliseconds. */
export function runOf(
  repeat: number,
  okPerSecond: number,
  time: number,
  { ofScenario, ...changes }: Partial<TestResult> & { readonly ofScenario?: Partial<ScenarioSummary> } = {},
): TestResult {
  if (example === undefined || exampleScenario === undefined) throw new Error('the example has no scenario')
  const { unfinished: _unfinished, ...known } = exampleScenario.responseTime
  const times = { ...known, mean: time, p50: time, p90: time * 1.5, p99: time * 2, count: 5000 }
  const outcomes = Object.fromEntries(Object.keys(exampleScenario.counts.outcomes).map((name) => [name, name === 'ok' ? 5000 : 0]))
  const scenario: ScenarioSummary = {
    ...exampleScenario,
    name: 'reads',
    counts: { scheduled: 5000, started: 5000, dropped: 0, outcomes: outcomes as unknown as ScenarioSummary['counts']['outcomes'] },
    throughput: { ...exampleScenario.throughput, okPerSecond },
    responseTime: times,
    serviceTime: times,
    duration: 30,
    users: null,
    endpoints: [],
    ...ofScenario,
  }
  return {
    ...example,
    name: 'shop',
    variant: 'default',
    repeat,
    startedAt: new Date(Date.UTC(2026, 0, 1, 0, repeat)).toISOString(),
    duration: 30,
    interrupted: null,
    verdict: { level: 'valid', reasons: [] },
    deliveries: [],
    scenarios: [scenario],
    ...changes,
  }
}

/** A result of runs of one test. */
export function suiteOf(tests: readonly TestResult[], changes: Partial<SuiteResult> = {}): SuiteResult {
  return { ...exampleSuiteResult, name: 'shop', verdict: { level: 'valid', reasons: [] }, tests, ...changes }
}

/** A side whose figures are those of {@link runOf}, times a factor for each run. */
export function sideOf(okPerSecond: number, time: number, factors: readonly number[] = nearby): SuiteResult {
  return suiteOf(factors.map((factor, index) => runOf(index + 1, okPerSecond * factor, time / factor)))
}

/** Runs of which a share of the requests failed. */
export function failing(share: number): SuiteResult {
  const side = sideOf(1000, 10)
  const outcomesOf = (run: number) => ({ ok: 5000 * (1 - share) - run, http_error: 5000 * share + run })
  return {
    ...side,
    tests: side.tests.map((run, index) => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({
        ...each,
        counts: { ...each.counts, outcomes: { ...each.counts.outcomes, ...outcomesOf(index % 2) } },
      })),
    })),
  }
}

/** A run whose scenario has an endpoint of 1 % of its requests, of which a share fails at once, besides one that answers ok. */
export function withRareEndpoint(run: TestResult, failedShare: number): TestResult {
  const scenarios = run.scenarios.map((scenario): ScenarioSummary => {
    const { counts, responseTime, serviceTime, statuses, dataReceived } = scenario
    const outcomesOf = (requests: number, failed: number) => ({ ...counts.outcomes, ok: requests - failed, http_error: failed })
    const endpointOf = (name: string, requests: number, failed: number, times: typeof responseTime) => ({
      name,
      statuses,
      dataReceived,
      requestsPerSecond: requests / 30,
      counts: { ...counts, scheduled: requests, started: requests, outcomes: outcomesOf(requests, failed) },
      responseTime: { ...times, count: requests },
      serviceTime: { ...times, count: requests },
      httpWaiting: serviceTime,
      byClass: {},
    })
    const rare = 0.01 * counts.started
    const failed = rare * failedShare
    const factor = 1 - 0.5 * failedShare
    const fast = { ...responseTime, p50: (responseTime.p50 ?? 0) * factor }
    return {
      ...scenario,
      counts: { ...counts, outcomes: outcomesOf(counts.started, failed) },
      endpoints: [endpointOf('GET /items', counts.started - rare, 0, responseTime), endpointOf('GET /rare', rare, failed, fast)],
    }
  })
  return { ...run, scenarios }
}

/** A side as {@link sideOf}, with the endpoint of {@link withRareEndpoint}. */
export function sideWithRareEndpoint(failedShare: number): SuiteResult {
  const side = sideOf(1000, 10)
  return { ...side, tests: side.tests.map((run) => withRareEndpoint(run, failedShare)) }
}
