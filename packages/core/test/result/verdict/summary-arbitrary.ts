import fc from 'fast-check'
import { outcomes } from '../../../src/model/metrics/outcome.ts'
import { absence, failure, resource, scheduledCount, second, strayErrors, target, threadSecond, timing } from './machine-arbitrary.ts'
import type { Outcome } from '../../../src/model/metrics/outcome.ts'
import type { Counts, SeriesSummary } from '../../../src/result/summary/series-summary.ts'
import type { IterationCounts, UsersSummary } from '../../../src/result/summary/users-summary.ts'
import type { PhaseSummary, PluginRequestsSummary } from '../../../src/result/summary/requests-summary.ts'
import type { ScenarioSummary } from '../../../src/result/summary/scenario-summary.ts'
import type { WorkloadSummary } from '../../../src/result/summary/workload-summary.ts'
import type { TestSummary } from '../../../src/result/summary/test-summary.ts'
import type { ThreadSummary } from '../../../src/result/summary/generator-summary.ts'
import type { TimeSummary } from '../../../src/model/metrics/time-summary.ts'
import { anyDeliveries } from './deliveries-arbitrary.ts'
import { noIntervals } from '../../example-metrics.ts'

const count = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(10_000_000))
const amount = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e9, noNaN: true }))
const maybe = fc.option(amount)
const moment = fc.double({ min: -1e4, max: 1e4, noNaN: true })
const text = fc.constantFrom('', 'reads', 'ECONNRESET', 'a longer text, with 3 figures: 1 / 2')

const counts: fc.Arbitrary<Counts> = fc
  .record({ ended: fc.array(count, { minLength: outcomes.length, maxLength: outcomes.length }), dropped: count, started: fc.option(count) })
  .map(({ ended, dropped, started }) => {
    const sum = ended.reduce((total, value) => total + value, 0)
    const byOutcome = Object.fromEntries(outcomes.map((outcome, index) => [outcome, ended[index] ?? 0])) as Record<Outcome, number>
    return { scheduled: (started ?? sum) + dropped, started: started ?? sum, dropped, outcomes: byOutcome }
  })

const times: fc.Arbitrary<TimeSummary> = fc.record({
  p2_5: maybe,
  p50: maybe,
  p75: maybe,
  p90: maybe,
  p95: maybe,
  p97_5: maybe,
  p99: maybe,
  p99_9: maybe,
  mean: maybe,
  stdev: maybe,
  min: maybe,
  max: maybe,
  count,
  intervals: fc.constant(noIntervals),
})

const phase = {
  counts,
  duration: amount,
  throughput: fc.record({ requestsPerSecond: amount, okPerSecond: amount, bytesPerSecond: amount }),
  responseTime: times,
  serviceTime: times,
  retried: count,
  errors: fc.array(
    fc.record({ outcome: fc.constantFrom(...outcomes), reason: text, endpoint: fc.option(text), count, first: moment, last: moment }),
    {
      maxLength: 2,
    },
  ),
} satisfies { [Key in keyof PhaseSummary]: fc.Arbitrary<PhaseSummary[Key]> }

const phases = { startAfter: amount, duration: maybe, warmup: amount, gracefulStop: amount }
const stages = fc.array(fc.record({ duration: maybe, to: amount }), { maxLength: 4 })

const workload: fc.Arbitrary<WorkloadSummary> = fc.oneof(
  fc.record({
    kind: fc.constant('connections' as const),
    model: fc.constant('closed' as const),
    ...phases,
    connections: count,
    pipelining: count,
    refill: fc.constantFrom('each' as const, 'batch' as const),
    requests: fc.option(count),
  }),
  fc.record({
    kind: fc.constant('users' as const),
    model: fc.constant('closed' as const),
    ...phases,
    from: amount,
    stages,
    iterations: fc.option(fc.record({ of: fc.constantFrom('user' as const, 'run' as const), count })),
    pacing: amount,
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    model: fc.constant('open' as const),
    ...phases,
    from: amount,
    stages,
    iterations: fc.option(count),
    arrivals: fc.constantFrom('uniform' as const, 'poisson' as const),
    maxUsers: count,
    reuseUsers: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('batch' as const),
    model: fc.constant('closed' as const),
    ...phases,
    batch: count,
    iterations: fc.option(count),
  }),
)

const iterations: fc.Arbitrary<IterationCounts> = fc
  .record({ started: fc.option(count), dropped: count, completed: count, failed: count, aborted: count })
  .map(({ started, ...ended }) => {
    const begun = started ?? ended.completed + ended.failed + ended.aborted
    return { ...ended, started: begun, scheduled: begun + ended.dropped }
  })

const series: fc.Arbitrary<SeriesSummary> = fc.record({
  name: text,
  counts,
  statuses: fc.constant({}),
  requestsPerSecond: amount,
  dataReceived: count,
  responseTime: times,
  serviceTime: times,
  httpWaiting: times,
  byClass: fc.constant({}),
})

const requests = {
  ...phase,
  statuses: fc.dictionary(text, count),
  dataSent: count,
  dataReceived: count,
  inFlight: amount,
  fastest: maybe,
  connectTime: times,
  tlsTime: times,
  handshakes: fc.record({ full: times, resumed: times }),
  connections: fc.record({
    opened: count,
    refused: count,
    closedAfterResponse: count,
    closedIdle: count,
    surplus: count,
    withoutSurplus: count,
    pipelinedAfterClose: count,
    responsesBeforeClose: fc.option(fc.record({ least: count, most: count })),
  }),
  series: fc.array(second, { maxLength: 20 }),
  warmup: fc.option(fc.record(phase)),
  endpoints: fc.array(series, { maxLength: 2 }),
}

const pluginRequests: fc.Arbitrary<PluginRequestsSummary> = fc.record({ ...requests, plugin: text })

const users: fc.Arbitrary<UsersSummary> = fc.record({
  created: count,
  completed: count,
  failed: count,
  aborted: count,
  mostActive: count,
  busy: amount,
  waiting: amount,
  waitingForReplies: amount,
  iterations,
  warmupIterations: fc.option(iterations),
  iterationsPerSecond: amount,
  iterationDuration: times,
  sendLag: times,
  httpWaiting: times,
  timeToFirstByte: times,
  sendingTime: times,
  receivingTime: times,
  thinkOvershoot: times,
  journeys: fc.array(fc.record({ name: text, iterations, duration: times }), { maxLength: 2 }),
  failures: fc.array(fc.record({ reason: text, count, first: moment, last: moment }), { maxLength: 2 }),
  checks: fc.array(fc.record({ name: text, passed: count, failed: count }), { maxLength: 5 }),
  groups: fc.constant([]),
  tags: fc.array(series, { maxLength: 2 }),
  pluginRequests: fc.array(pluginRequests, { maxLength: 2 }),
  feeds: fc.array(fc.record({ name: text, rows: count, used: count, duplicates: count }), { maxLength: 2 }),
})

const scenario: fc.Arbitrary<ScenarioSummary> = fc.record({
  ...requests,
  name: text,
  workload,
  request: text,
  servers: fc.array(series, { maxLength: 3 }),
  users: fc.option(users),
})

const thread: fc.Arbitrary<ThreadSummary> = fc.record({
  worker: fc.nat(8),
  utilization: fc.double({ min: 0, max: 1, noNaN: true }),
  cpu: fc.option(fc.double({ min: 0, max: 1.5, noNaN: true })),
  loopDelay: fc.record({ p50: amount, p99: amount, max: amount }),
  counts,
  scheduled: fc.array(scheduledCount, { maxLength: 2 }),
  seconds: fc.array(threadSecond, { maxLength: 12 }),
  lost: failure,
})

/** Any summary that has the right types, whether or not its figures agree with each other. */
export const summaryArbitrary: fc.Arbitrary<TestSummary> = fc.record({
  name: text,
  kind: fc.constant('load'),
  variant: text,
  repeat: fc.nat(5),
  sweep: fc.constant(null),
  startedAt: fc.constant('2026-01-01T00:00:00.000Z'),
  duration: amount,
  interrupted: fc.option(
    fc.record({
      cause: fc.constantFrom(...(['signal', 'target', 'worker', 'bailout', 'threshold', 'rate'] as const)),
      reason: text,
      at: moment,
    }),
  ),
  target,
  generator: fc.record({
    threads: fc.array(thread, { maxLength: 3 }),
    inCallingThread: fc.boolean(),
    timing,
    preciseShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    cpu: maybe,
    rss: maybe,
    strayErrors,
  }),
  cpus: fc.constantFrom(1, 1.5, 2, 8),
  hostCpu: fc.option(fc.double({ min: 0, max: 8, noNaN: true })),
  hostInterruptCpu: fc.option(fc.double({ min: 0, max: 8, noNaN: true })),
  resources: fc.array(resource, { maxLength: 12 }),
  absences: fc.array(absence, { maxLength: 5 }),
  scenarios: fc.array(scenario, { maxLength: 3 }),
  seed: fc.integer(),
  thresholds: fc.constant([]),
  deliveries: fc.array(anyDeliveries(times), { maxLength: 2 }),
  metrics: fc.constant({}),
})
