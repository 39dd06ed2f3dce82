import type { CheckSummary, ScenarioSummary, TimeSummary } from '@benchpress/core'

/**
 * A run of users in the shape of k6's exported summary, as far as it is known here: what the published report reads of one.
 *
 * In `http_req_failed`, `passes` counts the requests that failed, as k6 has it. What is not measured here, or of which too little is known, is `null`.
 */
export function k6Summary(scenario: ScenarioSummary): object {
  const { counts, duration, throughput, serviceTime, users, dataSent, dataReceived, workload } = scenario
  const ended = counts.started - counts.outcomes.aborted
  const failed = ended - counts.outcomes.ok
  const perSecond = (count: number): number => (duration === 0 ? 0 : count / duration)
  const checks = users?.checks ?? []
  return {
    root_group: { name: '', path: '', groups: {}, checks: Object.fromEntries(checks.map((check) => [check.name, k6Check(check)])) },
    metrics: {
      http_reqs: { count: ended, rate: throughput.requestsPerSecond },
      http_req_duration: trend(serviceTime),
      ...timings(scenario),
      http_req_failed: { passes: failed, fails: ended - failed, value: share(failed, ended) },
      checks: sumOf(checks),
      ...(users !== null && {
        iterations: { count: users.iterations.completed, rate: perSecond(users.iterations.completed) },
        iteration_duration: trend(users.iterationDuration),
      }),
      data_sent: { count: dataSent, rate: perSecond(dataSent) },
      data_received: { count: dataReceived, rate: perSecond(dataReceived) },
      ...(workload.kind === 'users' && { vus: levelOf(workload.from), vus_max: levelOf(workload.from) }),
    },
  }
}

function k6Check({ name, passed, failed }: CheckSummary): object {
  return { name, path: `::${name}`, passes: passed, fails: failed }
}

function sumOf(checks: readonly CheckSummary[]): object {
  const passes = checks.reduce((sum, { passed }) => sum + passed, 0)
  const fails = checks.reduce((sum, { failed }) => sum + failed, 0)
  return { passes, fails, value: share(passes, passes + fails) }
}

function levelOf(users: number): object {
  return { value: users, min: users, max: users }
}

// The parts of a request's time by k6's names.
function timings({ serviceTime, users, connectTime, tlsTime }: ScenarioSummary): object {
  return {
    http_req_blocked: users === null ? nothing : trend(users.httpWaiting),
    http_req_connecting: overAll(connectTime, serviceTime.count),
    http_req_tls_handshaking: overAll(tlsTime, serviceTime.count),
    http_req_sending: users === null ? nothing : trend(users.sendingTime),
    http_req_waiting: users === null ? nothing : trend(users.timeToFirstByte),
    http_req_receiving: users === null ? nothing : trend(users.receivingTime),
  }
}

const nothing = { avg: null, 'p(50)': null, 'p(90)': null, 'p(99)': null }

// As k6 has it: a request on a connection that was open took no time for it.
function overAll(times: TimeSummary, requests: number): object {
  if (requests === 0) return nothing
  const connected = Math.min(1, times.count / requests)
  const percentile = (at: number): number | null => (at <= 1 - connected ? 0 : quantileOf(times, 1 - (1 - at) / connected))
  return {
    avg: (times.mean ?? 0) * connected,
    'p(50)': percentile(0.5),
    'p(90)': percentile(0.9),
    'p(99)': percentile(0.99),
  }
}

// Between two quantiles that are known it lies in proportion.
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

function trend({ mean, p50, p90, p99 }: TimeSummary): object {
  return { avg: mean, 'p(50)': p50, 'p(90)': p90, 'p(99)': p99 }
}

function share(part: number, of: number): number {
  return of === 0 ? 0 : part / of
}
