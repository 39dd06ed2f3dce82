import type { PluginRequestsSummary, ScenarioSummary, TestResult } from '@benchpress/core'
import { noTimes, scenario, testResult } from '../../report/test/suite-fixture.ts'
import { times, users } from '../../report/test/users-fixture.ts'

/** The names and figures of k6's own exported summary of 10 users of the key-value test for 10 s. */
export const k6Example = {
  requests: 4635,
  iterations: 927,
  rate: 460.97,
  mean: 1.4488,
  p50: 1.0529,
  p90: 3.0092,
  p99: 6.8046,
  sent: 620_107,
}

const checkNames = ['put status 200', 'get status 200/404', 'mget status 200', 'stats status 200/503', 'delete status 200/503']
const noOutcomes = { ...scenario().counts.outcomes, ok: 0 }

/** A level of the key-value sweep with the figures of that example. */
export function kvLevel(level: number = 10, changes: Partial<TestResult> = {}): TestResult {
  const duration = k6Example.requests / k6Example.rate
  // The users are always in an iteration.
  const iteration = (level * 5 * 1000) / k6Example.rate
  const measured: Partial<ScenarioSummary> = {
    name: 'kv',
    request: 'kv',
    workload: usersWorkload(level, duration),
    counts: { scheduled: 4635, started: 4635, dropped: 0, outcomes: { ...noOutcomes, ok: 4635 } },
    duration,
    throughput: { requestsPerSecond: k6Example.rate, okPerSecond: k6Example.rate, bytesPerSecond: 1e5 },
    serviceTime: { ...times(1, 4635), mean: k6Example.mean, p50: k6Example.p50, p90: k6Example.p90, p99: k6Example.p99 },
    dataSent: k6Example.sent,
    users: users({
      iterations: { scheduled: 927, started: 927, dropped: 0, completed: 927, failed: 0, aborted: 0 },
      iterationDuration: { ...times(iteration, 927), mean: iteration },
      thinkOvershoot: { ...times(0.8, 927), mean: 0.8 },
      checks: checkNames.map((name) => ({ name, passed: 927, failed: 0 })),
    }),
  }
  return testResult({
    name: `kv users=${level}`,
    sweep: { of: 'kv', parameter: 'users', value: level },
    scenarios: [scenario(measured)],
    limitedBy: { by: 'think time', text: 'think time: 96 % of an iteration' },
    ...changes,
  })
}

/** One side of the comparison with Redis. */
export function operations(name: string, perSecond: number, changes: Partial<TestResult> = {}): TestResult {
  const isRedis = name.startsWith('redis')
  const measured: Partial<ScenarioSummary> = {
    name,
    request: name,
    workload: { ...usersWorkload(50, null), iterations: { of: 'run', count: 100_000 } },
    counts: isRedis
      ? { scheduled: 0, started: 0, dropped: 0, outcomes: noOutcomes }
      : { scheduled: 1e5, started: 1e5, dropped: 0, outcomes: { ...noOutcomes, ok: 1e5 - 5, http_error: 3, check_failed: 2 } },
    duration: 100_000 / perSecond,
    responseTime: isRedis ? noTimes : times(2, 100_000),
    serviceTime: isRedis ? noTimes : times(1.5, 100_000),
    users: users({
      iterations: { scheduled: 1e5, started: 1e5, dropped: 0, completed: 1e5, failed: 0, aborted: 0 },
      pluginRequests: isRedis ? [redisRequests()] : [],
    }),
  }
  const commands: TestResult['metrics'] = {
    redis_commands: {
      type: 'counter',
      unit: null,
      count: 100_000,
      rate: perSecond,
      by: { tag: 'outcome', series: [{ name: 'ok', count: 99_999, rate: perSecond }, { name: 'error', count: 1, rate: 0 }] }, // prettier-ignore
    },
    redis_wrong_values: { type: 'counter', unit: null, count: 4, rate: 0, by: null },
  }
  return testResult({
    name,
    scenarios: [scenario(measured)],
    metrics: isRedis ? commands : {},
    limitedBy: { by: 'concurrency', text: 'concurrency' },
    ...changes,
  })
}

// The figures of core for the commands of the plugin.
function redisRequests(): PluginRequestsSummary {
  const { name: _name, workload: _workload, request: _request, users: _users, ...likeHttp } = scenario()
  const counts = { scheduled: 1e5, started: 1e5, dropped: 0, outcomes: { ...noOutcomes, ok: 99_999, error: 1 } }
  return { ...likeHttp, plugin: 'redis', counts, statuses: {}, responseTime: times(0.5, 100_000), serviceTime: times(0.4, 100_000) }
}

function usersWorkload(level: number, duration: number | null): Extract<ScenarioSummary['workload'], { readonly kind: 'users' }> {
  return {
    kind: 'users',
    model: 'closed',
    from: level,
    stages: duration === null ? [] : [{ duration, to: level }],
    iterations: null,
    pacing: 0,
    duration,
    startAfter: 0,
    warmup: 0,
    gracefulStop: 30,
  }
}
