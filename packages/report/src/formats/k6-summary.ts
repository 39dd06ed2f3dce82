import { createHash } from 'node:crypto'
import type { CheckSummary, ScenarioSummary, SuiteResult, TimeFigure, TimeSummary } from '@benchpress/core'
import { tableOf } from '@benchpress/core/report'
import { toJson } from '../format/texts.ts'
import { endedOf, numberedFiles } from './measured-requests.ts'

/** Writes each scenario of each run in the shape of k6's exported summary, in a file of its own. */
export function k6Summaries({ tests }: SuiteResult, file: string): Readonly<Record<string, string>> {
  const scenarios = tests.flatMap((test) => test.scenarios)
  const texts = scenarios.map((scenario) => `${toJson(k6Summary(scenario), 2)}\n`)
  return numberedFiles(file, texts.length > 0 ? texts : ['{}\n'])
}

/**
 * The HTTP requests of a scenario in the shape of k6's exported summary; each metric also has the `values` that k6 passes to `handleSummary`.
 *
 * In `http_req_failed`, `passes` counts the requests that failed, as in k6. A figure that is not measured here, or has too few samples, is `null`.
 */
export function k6Summary(scenario: ScenarioSummary): object {
  const { counts, duration, serviceTime, users, dataSent, dataReceived } = scenario
  const ended = endedOf(counts)
  const failed = ended - counts.outcomes.ok
  const countOf = (count: number, contains: 'default' | 'data' = 'default'): object =>
    metric('counter', contains, { count, rate: share(count, duration) })
  const checks = users?.checks ?? []
  return {
    root_group: {
      ...k6Place('', ''),
      groups: {},
      checks: Object.fromEntries(
        checks.map(({ name, passed: passes, failed: fails }) => [name, { ...k6Place(name, `::${name}`), passes, fails }]),
      ),
    },
    metrics: {
      http_reqs: countOf(ended),
      http_req_duration: trend(serviceTime),
      ...(failed === 0 && { 'http_req_duration{expected_response:true}': trend(serviceTime) }),
      ...timings(scenario),
      http_req_failed: rateOf(failed, ended - failed),
      ...(checks.length > 0 && { checks: sumOf(checks) }),
      ...(users !== null && {
        iterations: countOf(users.iterations.completed),
        iteration_duration: trend(users.iterationDuration),
        dropped_iterations: countOf(users.iterations.dropped),
      }),
      data_sent: countOf(dataSent, 'data'),
      data_received: countOf(dataReceived, 'data'),
      ...usersOf(scenario),
    },
    options: { summaryTrendStats: trendStats, summaryTimeUnit: '', noColor: false },
    state: { isStdOutTTY: false, isStdErrTTY: false, testRunDurationMs: duration * 1000 },
  }
}

type Values = Readonly<Record<string, number | null | undefined>>

// An exported file has the figures directly in a metric, `handleSummary` has them in its `values`.
function metric(
  type: 'counter' | 'gauge' | 'rate' | 'trend',
  contains: 'default' | 'time' | 'data',
  values: Values,
  exported = values,
): object {
  return { ...exported, type, contains, values }
}

function rateOf(passes: number, fails: number): object {
  const rate = share(passes, passes + fails)
  return metric('rate', 'default', { rate, passes, fails }, { passes, fails, value: rate })
}

// The least number of users of a rate is unknown.
function usersOf({ workload, users }: ScenarioSummary): object {
  if (workload.kind === 'users') {
    const levels = [workload.from, ...workload.stages.map(({ to }) => to)]
    const [least, most] = [Math.min(...levels), Math.max(...levels)]
    return { vus: metric('gauge', 'default', { value: levels.at(-1), min: least, max: most }), vus_max: levelOf(most) }
  }
  return users === null ? {} : { vus_max: levelOf(users.mostActive) }
}

// Scripts find groups and checks by the id that k6 gives to their path.
function k6Place(name: string, path: string): object {
  return { name, path, id: createHash('md5').update(path).digest('hex') }
}

function sumOf(checks: readonly CheckSummary[]): object {
  const passes = checks.reduce((sum, { passed }) => sum + passed, 0)
  const fails = checks.reduce((sum, { failed }) => sum + failed, 0)
  return rateOf(passes, fails)
}

function levelOf(users: number): object {
  return metric('gauge', 'default', { value: users, min: users, max: users })
}

// The parts of the time of a request, by k6's names.
function timings(scenario: ScenarioSummary): object {
  const { serviceTime, users } = scenario
  return {
    ...namedByK6('connections', scenario, (times) => overAll(times, serviceTime.count)),
    ...namedByK6('users', users ?? {}, (times) => (users === null ? nothing() : trend(times))),
  }
}

function namedByK6(of: 'connections' | 'users', figuresOf: object, write: (times: TimeSummary) => object): object {
  const times = figuresOf as Readonly<Record<string, TimeSummary>>
  const all = tableOf(of, 'time').flatMap(([name, { k6 = [] }]) => k6.map((named) => [named, write(times[name] as TimeSummary)] as const))
  return Object.fromEntries(all)
}

// A distribution that is not measured.
function nothing(): object {
  return statsOf(null, () => null)
}

// As in k6, a request on an open connection counts as 0 ms of connecting.
function overAll(times: TimeSummary, requests: number): object {
  if (requests === 0) return nothing()
  const connected = Math.min(1, times.count / requests)
  const percentile = (at: number): number | null => (connected < 1 && at <= 1 - connected ? 0 : quantileOf(times, 1 - (1 - at) / connected))
  return statsOf((times.mean ?? 0) * connected, percentile)
}

// A quantile between two known ones is interpolated.
function quantileOf(times: TimeSummary, at: number): number | null {
  const { min, p2_5, p50, p75, p90, p95, p97_5, p99, p99_9, max } = times
  const known = [min, p2_5, p50, p75, p90, p95, p97_5, p99, p99_9, max]
  const above = Math.max(
    1,
    knownQuantiles.findIndex((quantile) => quantile >= at),
  )
  const [low, high] = [known[above - 1], known[above]]
  if (low == null || high == null) return null
  const [from = 0, to = 1] = knownQuantiles.slice(above - 1, above + 1)
  return low + ((high - low) * (at - from)) / (to - from)
}

const knownQuantiles = [0, 0.025, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.999, 1]

function trend(times: TimeSummary): object {
  return statsOf(times.mean, (at) => times[figures[at]])
}

const figures = { 0: 'min', 0.5: 'p50', 0.9: 'p90', 0.95: 'p95', 0.99: 'p99', 1: 'max' } as const satisfies Readonly<
  Record<number, TimeFigure>
>

const trendStats = ['avg', 'min', 'med', 'max', 'p(50)', 'p(90)', 'p(95)', 'p(99)']

// The figures that k6 shows by default, and the median and the 99th percentile under the names of `summaryTrendStats`.
function statsOf(avg: number | null, quantile: (at: keyof typeof figures) => number | null): object {
  return metric('trend', 'time', {
    avg,
    min: quantile(0),
    med: quantile(0.5),
    max: quantile(1),
    'p(50)': quantile(0.5),
    'p(90)': quantile(0.9),
    'p(95)': quantile(0.95),
    'p(99)': quantile(0.99),
  })
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : part / of
}
