import { outcomes } from '../../src/metrics/outcome.ts'
import type { Outcome, OutcomeCounts } from '../../src/metrics/outcome.ts'
import type {
  Counts,
  PhaseSummary,
  ScenarioSummary,
  SecondSummary,
  TestSummary,
  ThreadSummary,
  TimeSummary,
} from '../../src/summary/summary.ts'

/** Counts that fulfil the identity: started is what ended, scheduled is that and what was dropped. */
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

/** Times around 10 ms, of 30,000 samples. */
export function timesFixture(times: Partial<TimeSummary> = {}): TimeSummary {
  return {
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

/** One-second windows with so many ok answers each. */
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
    duration,
    throughput: { requestsPerSecond: 1000, okPerSecond: 1000, bytesPerSecond: 100_000 },
    responseTime: timesFixture(),
    serviceTime: timesFixture(),
    ...phase,
  }
}

/** Ten connections for 30 s against a server that takes 10 ms, without anything to remark. */
export function scenarioFixture(scenario: Partial<ScenarioSummary> = {}): ScenarioSummary {
  return {
    ...phaseFixture(30),
    name: 'reads',
    workload: { model: 'closed', connections: 10, pipelining: 1, duration: 30, requests: null, warmup: 0, gracefulStop: 2 },
    request: 'GET /',
    statuses: { '200': 30_000 },
    errors: [],
    dataSent: 1_500_000,
    dataReceived: 3_000_000,
    inFlight: 10,
    fastest: 9,
    connectTime: timesFixture({ count: 10 }),
    tlsTime: noTimesFixture(),
    connections: { opened: 10, refused: 0, closedIdle: 0, closedBehindAnswer: 0 },
    series: seriesFixture(Array.from({ length: 30 }, (_, second) => 990 + ((second * 7) % 20))),
    warmup: null,
    ...scenario,
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
    lost: null,
    ...thread,
  }
}

/** What a test's parts are replaced by; `target` and `generator` may be given in part. */
export interface SummaryParts extends Partial<Omit<TestSummary, 'target' | 'generator'>> {
  readonly target?: Partial<TestSummary['target']>
  readonly generator?: Partial<TestSummary['generator']>
  /** Of the one thread, whose counts are those of all scenarios unless given. */
  readonly thread?: Partial<ThreadSummary>
}

/** A healthy test on two CPUs that is judged valid without a reason; parts of it can be replaced. */
export function summaryFixture({ target, generator, thread, ...parts }: SummaryParts = {}): TestSummary {
  const scenarios = parts.scenarios ?? [scenarioFixture()]
  return {
    name: 'test',
    variant: 'default',
    repeat: 1,
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
      cpu: 0.15,
      rss: 80e6,
      ...generator,
    },
    cpus: 2,
    hostCpu: 0.4,
    hostInterruptCpu: 0,
    resources: [],
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
