import { outcomes } from '../../../src/model/metrics/outcome.ts'
import type { Outcome, OutcomeCounts } from '../../../src/model/metrics/outcome.ts'
import type { Counts, SecondSummary } from '../../../src/result/summary/series-summary.ts'
import type { IterationCounts, UsersSummary } from '../../../src/result/summary/users-summary.ts'
import type { PhaseSummary, PluginRequestsSummary, RequestsSummary } from '../../../src/result/summary/requests-summary.ts'
import type { ScenarioSummary } from '../../../src/result/summary/scenario-summary.ts'
import type { WorkloadSummary } from '../../../src/result/summary/workload-summary.ts'
import type { TestSummary } from '../../../src/result/summary/test-summary.ts'
import type { ThreadSummary } from '../../../src/result/summary/generator-summary.ts'
import { percentileNames, type TimeSummary } from '../../../src/model/metrics/time-summary.ts'
import { limitedBy } from '../../../src/result/verdict/limited-by.ts'
import { noConnections } from '../../../src/measure/recorder/snapshot.ts'

/** Counts that fulfil the identity: all that started ended, and scheduled is started plus dropped. */
export function countsFixture(ended: Partial<OutcomeCounts>, dropped = 0): Counts {
  const complete = outcomesFixture(ended)
  const started = Object.values(complete).reduce((sum, count) => sum + count, 0)
  return { scheduled: started + dropped, started, dropped, outcomes: complete }
}

/** Outcome counts, 0 where nothing is given. */
function outcomesFixture(ended: Partial<OutcomeCounts>): OutcomeCounts {
  const zeros = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  return { ...zeros, ...ended }
}

/** Times around 10 ms, of 30,000 samples, whose percentiles are known exactly. */
export function timesFixture(times: Partial<TimeSummary> = {}): TimeSummary {
  const figures = {
    p2_5: 9.2,
    p50: 10,
    p75: 10.3,
    p90: 10.8,
    p95: 11,
    p97_5: 11.4,
    p99: 12,
    p99_9: 14,
    mean: 10,
    stdev: 0.6,
    min: 9,
    max: 20,
    count: 30_000,
    ...times,
  }
  const intervals = percentileNames.map((name) => {
    const value = figures[name]
    const isBound = figures.unfinished?.lowerBounds.includes(name) === true
    return [name, value === null ? null : { low: value, high: isBound ? null : value }] as const
  })
  return { intervals: Object.fromEntries(intervals) as unknown as TimeSummary['intervals'], ...figures }
}

/** Times of which nothing is known. */
export function noTimesFixture(): TimeSummary {
  return timesFixture({
    p2_5: null,
    p50: null,
    p75: null,
    p90: null,
    p95: null,
    p97_5: null,
    p99: null,
    p99_9: null,
    mean: null,
    stdev: null,
    min: null,
    max: null,
    count: 0,
  })
}

/** One-second windows with the given number of ok responses each. */
export function seriesFixture(requests: readonly number[], lastLength = 1): SecondSummary[] {
  return requests.map((count, at) => ({
    at,
    length: at === requests.length - 1 ? lastLength : 1,
    requests: count,
    failed: 0,
    bytes: count * 100,
    mean: 10,
    p50: 10,
    p99: 12,
    max: 20,
  }))
}

/** A phase of `duration` seconds in which 1,000 requests per second ended ok. */
export function phaseFixture(duration: number, phase: Partial<PhaseSummary> = {}): PhaseSummary {
  return {
    counts: countsFixture({ ok: duration * 1000 }),
    retried: 0,
    duration,
    throughput: { requestsPerSecond: 1000, okPerSecond: 1000, bytesPerSecond: 100_000 },
    responseTime: timesFixture(),
    serviceTime: timesFixture(),
    errors: [],
    ...phase,
  }
}

/** A workload of one kind. */
type WorkloadOf<Kind extends WorkloadSummary['kind']> = Extract<WorkloadSummary, { readonly kind: Kind }>

const phases = { startAfter: 0, duration: 30, warmup: 0, gracefulStop: 2 }

/** Ten connections for 30 s. */
export function connectionsFixture(workload: Partial<WorkloadOf<'connections'>> = {}): WorkloadOf<'connections'> {
  return { kind: 'connections', model: 'closed', ...phases, connections: 10, pipelining: 1, refill: 'each', requests: null, ...workload }
}

/** Ten users for 30 s. */
export function usersWorkloadFixture(workload: Partial<WorkloadOf<'users'>> = {}): WorkloadOf<'users'> {
  const stages = [{ duration: 30, to: 10 }]
  return { kind: 'users', model: 'closed', ...phases, from: 10, stages, iterations: null, pacing: 0, ...workload }
}

/** 1,000 evenly spaced iterations per second for 30 s. */
export function rateFixture(workload: Partial<WorkloadOf<'rate'>> = {}): WorkloadOf<'rate'> {
  const level = { from: 1000, stages: [{ duration: 30, to: 1000 }], iterations: null, arrivals: 'uniform' } as const
  return { kind: 'rate', model: 'open', ...phases, ...level, maxUsers: 100, reuseUsers: true, ...workload }
}

/** Batches of ten for 30 s. */
export function batchFixture(workload: Partial<WorkloadOf<'batch'>> = {}): WorkloadOf<'batch'> {
  return { kind: 'batch', model: 'closed', ...phases, batch: 10, iterations: null, ...workload }
}

/** Iterations that fulfil the identity. */
export function iterationsFixture(ended: Partial<Pick<IterationCounts, 'completed' | 'failed' | 'aborted' | 'dropped'>>): IterationCounts {
  const { completed = 0, failed = 0, aborted = 0, dropped = 0 } = ended
  const started = completed + failed + aborted
  return { scheduled: started + dropped, started, dropped, completed, failed, aborted }
}

/** Ten users whose 30,000 iterations were completed, without a reason. */
export function usersFixture(users: Partial<UsersSummary> = {}): UsersSummary {
  return {
    created: 10,
    completed: 10,
    failed: 0,
    aborted: 0,
    mostActive: 10,
    busy: 10,
    waiting: 0,
    waitingForReplies: 0,
    iterations: iterationsFixture({ completed: 30_000 }),
    warmupIterations: null,
    iterationsPerSecond: 1000,
    iterationDuration: timesFixture(),
    sendLag: timesFixture({ p50: 0.1, p99: 0.6, max: 1 }),
    httpWaiting: timesFixture(),
    timeToFirstByte: timesFixture(),
    sendingTime: timesFixture(),
    receivingTime: timesFixture(),
    thinkOvershoot: timesFixture(),
    journeys: [],
    failures: [],
    checks: [],
    groups: [],
    tags: [],
    pluginRequests: [],
    feeds: [],
    ...users,
  }
}

/** Requests of the plugin `redis` that fulfil the identity, with times around 10 ms. */
export function pluginRequestsFixture(ended: Partial<OutcomeCounts>, requests: Partial<PluginRequestsSummary> = {}): PluginRequestsSummary {
  const { statuses: _statuses, ...like } = requestsFixture()
  return { ...like, plugin: 'redis', statuses: {}, counts: countsFixture(ended), ...requests }
}

/** Ten users for 30 s against a server that takes 10 ms, without anything to remark. */
export function usersScenarioFixture(scenario: Partial<ScenarioSummary> = {}): ScenarioSummary {
  return scenarioFixture({ workload: usersWorkloadFixture(), users: usersFixture(), ...scenario })
}

/** 1,000 requests per second for 30 s against a server that takes 10 ms, without anything to remark. */
export function rateScenarioFixture(scenario: Partial<ScenarioSummary> = {}): ScenarioSummary {
  return scenarioFixture({ workload: rateFixture(), users: usersFixture({ created: 12, completed: 12, mostActive: 12 }), ...scenario })
}

/** Ten connections for 30 s against a server that takes 10 ms, without anything to remark. */
export function scenarioFixture(scenario: Partial<ScenarioSummary> = {}): ScenarioSummary {
  return {
    ...requestsFixture({ serviceTime: scenario.responseTime ?? timesFixture() }),
    name: 'reads',
    workload: connectionsFixture(),
    request: 'GET /',
    users: null,
    ...scenario,
  }
}

function requestsFixture(phase: Partial<PhaseSummary> = {}): RequestsSummary {
  return {
    ...phaseFixture(30, phase),
    statuses: { '200': 30_000 },
    dataSent: 1_500_000,
    dataReceived: 3_000_000,
    inFlight: 10,
    fastest: 9,
    connectTime: timesFixture({ count: 10 }),
    tlsTime: noTimesFixture(),
    handshakes: { full: noTimesFixture(), resumed: noTimesFixture() },
    connections: { ...noConnections(), opened: 10 },
    series: seriesFixture(Array.from({ length: 30 }, (_, second) => 990 + ((second * 7) % 20))),
    warmup: null,
    endpoints: [],
  }
}

/** A load thread with plenty of time to spare. */
export function threadFixture(thread: Partial<ThreadSummary> = {}): ThreadSummary {
  return {
    worker: 0,
    utilization: 0.1,
    cpu: 0.1,
    loopDelay: { p50: 0.1, p99: 0.3, max: 2 },
    counts: countsFixture({}),
    scheduled: [],
    seconds: [],
    lost: null,
    ...thread,
  }
}

/** The replaced parts of a test; `target` and `generator` may be given in part. */
export interface SummaryParts extends Partial<Omit<TestSummary, 'target' | 'generator'>> {
  readonly target?: Partial<TestSummary['target']>
  readonly generator?: Partial<TestSummary['generator']>
  /** Of the one thread, whose counts are those of all scenarios unless given. */
  readonly thread?: Partial<ThreadSummary>
}

/** The sentence that says what a test was limited by. */
export function limitText(summary: TestSummary): string {
  return limitedBy(summary).text
}

/** A healthy test on two CPUs that is judged valid without a reason; parts of it can be replaced. */
export function summaryFixture({ target, generator, thread, ...parts }: SummaryParts = {}): TestSummary {
  const scenarios = parts.scenarios ?? [scenarioFixture()]
  return {
    name: 'test',
    variant: 'default',
    repeat: 1,
    sweep: null,
    absences: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    duration: 30.1,
    interrupted: null,
    target: {
      kind: 'command',
      url: 'http://localhost:3000/',
      command: ['node', 'server.js'],
      address: '127.0.0.1:3000',
      local: true,
      tls: null,
      cpu: 0.2,
      rss: 50e6,
      failed: null,
      ...target,
    },
    generator: {
      threads: [threadFixture({ counts: addUp(scenarios), ...thread })],
      inCallingThread: false,
      timing: 'auto',
      preciseShare: null,
      cpu: 0.15,
      rss: 80e6,
      strayErrors: null,
      ...generator,
    },
    cpus: 2,
    hostCpu: 0.4,
    hostInterruptCpu: 0,
    resources: [],
    seed: 1,
    thresholds: [],
    deliveries: [],
    metrics: {},
    ...parts,
    scenarios,
  }
}

function addUp(scenarios: readonly ScenarioSummary[]): Counts {
  const sum = (read: (counts: Counts) => number): number => scenarios.reduce((total, { counts }) => total + read(counts), 0)
  return {
    scheduled: sum((counts) => counts.scheduled),
    started: sum((counts) => counts.started),
    dropped: sum((counts) => counts.dropped),
    outcomes: outcomesFixture(Object.fromEntries(outcomes.map((outcome) => [outcome, sum((counts) => counts.outcomes[outcome])]))),
  }
}
