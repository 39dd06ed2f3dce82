import type { Environment, ScenarioSummary, SecondSummary, SuiteResult, TestResult, ThresholdResult, TimeSummary } from '@benchpress/core'

/** The environment of a fictional machine. */
export const environment: Environment = {
  benchpress: '1.2.3',
  node: '26.10.0',
  autocannon: '9.0.0',
  os: 'Linux 6.1',
  arch: 'x64',
  cpu: { model: 'Some CPU', count: 4, usable: 4 },
  memory: { total: 8e9, free: 4e9, limit: null },
  loadAverage: [0.1, 0.1, 0.1],
  container: false,
  git: null,
  startedAt: '2026-01-02T03:04:05.000Z',
}

/** Percentiles without intervals. */
export const noIntervals: TimeSummary['intervals'] = {
  p2_5: null,
  p50: null,
  p75: null,
  p90: null,
  p95: null,
  p97_5: null,
  p99: null,
  p99_9: null,
}

/** The same number of samples for each percentile. */
export function samplesOfEach(count: number): Record<keyof TimeSummary['intervals'], number> {
  return { p2_5: count, p50: count, p75: count, p90: count, p95: count, p97_5: count, p99: count, p99_9: count }
}

/** Times of the first documented run of Deserve, with enough samples for every percentile. */
export const documentedTimes: TimeSummary = {
  p2_5: 13,
  p50: 24,
  p75: 27,
  p90: 30,
  p95: 31,
  p97_5: 33,
  p99: 42,
  p99_9: 90,
  mean: 24.77,
  stdev: 5.78,
  min: 0.9,
  max: 138,
  count: 5_983_000,
  intervals: noIntervals,
}

/** No times: there was no response. */
export const noTimes: TimeSummary = {
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
  intervals: noIntervals,
}

/** One full second with a number of responses of 149 bytes. */
export function second(at: number, requests: number, length: number = 1): SecondSummary {
  return { at, length, requests, failed: 0, bytes: requests * 149, mean: 24, p50: 24, p90: 30, p99: 42, max: 50 }
}

// The number of responses of the documented run, spread as in its table of requests per second.
function documentedSeconds(): readonly SecondSummary[] {
  const low = Array.from({ length: 12 }, () => 196_590)
  const high = Array.from({ length: 15 }, () => 203_519)
  return [166_415, ...low, 196_593, ...high, 208_127].map((requests, at) => second(at, requests))
}

/** The workload of the documented test. */
export const connectionsWorkload = {
  kind: 'connections',
  model: 'closed',
  connections: 500,
  pipelining: 10,
  refill: 'each' as const,
  duration: 30,
  requests: null,
  startAfter: 0,
  warmup: 0,
  gracefulStop: 2,
} as const satisfies ScenarioSummary['workload']

/** A scenario like the documented one, with other values for some of its fields. */
export function scenario(changes: Partial<ScenarioSummary> = {}): ScenarioSummary {
  const outcomes = {
    ok: 5_983_000,
    http_error: 0,
    check_failed: 0,
    error: 0,
    timeout: 0,
    refused: 0,
    reset: 0,
    closed_early: 0,
    protocol_error: 0,
    local_error: 0,
    aborted: 0,
  }
  return {
    name: 'test',
    workload: connectionsWorkload,
    request: 'GET /test',
    counts: { scheduled: 5_983_000, started: 5_983_000, dropped: 0, outcomes },
    retried: 0,
    duration: 30.23,
    throughput: { requestsPerSecond: 199_249, okPerSecond: 199_249, bytesPerSecond: 29.7e6 },
    responseTime: documentedTimes,
    serviceTime: documentedTimes,
    statuses: { 200: 5_983_000 },
    errors: [],
    dataSent: 100e6,
    dataReceived: 891e6,
    inFlight: 5000,
    fastest: 0.9,
    connectTime: noTimes,
    tlsTime: noTimes,
    handshakes: { full: noTimes, resumed: noTimes },
    connections: {
      opened: 500,
      refused: 0,
      closedAfterResponse: 0,
      closedIdle: 0,
      surplus: 0,
      withoutSurplus: 0,
      pipelinedAfterClose: 0,
      responsesBeforeClose: null,
    },
    series: documentedSeconds(),
    warmup: null,
    endpoints: [],
    users: null,
    ...changes,
  }
}

/** A valid test of one scenario, with other values for some of its fields. */
export function testResult(changes: Partial<TestResult> = {}): TestResult {
  return {
    name: 'deserve',
    variant: 'default',
    repeat: 1,
    sweep: null,
    absences: [],
    startedAt: '2026-01-02T03:04:05.000Z',
    duration: 30.3,
    interrupted: null,
    target: {
      kind: 'url',
      url: 'http://localhost:8000',
      command: null,
      address: '127.0.0.1:8000',
      local: true,
      tls: null,
      cpu: null,
      rss: null,
      failed: null,
    },
    generator: { threads: [thread], inCallingThread: false, timing: 'auto', preciseShare: null, cpu: 1, rss: 100e6, strayErrors: null },
    cpus: 4,
    hostCpu: 2,
    hostInterruptCpu: 0.3,
    resources: [],
    scenarios: [scenario()],
    seed: 42,
    thresholds: [],
    deliveries: [],
    metrics: {},
    verdict: { level: 'valid', reasons: [{ rule: 'queue-depth', level: 'note', text: '5,000 in flight make 25 ms' }] },
    limitedBy: { by: 'concurrency', text: 'concurrency: 5,000 in flight' },
    ...changes,
  }
}

/** A threshold that failed. */
export const failedThreshold: ThresholdResult = {
  selector: 'http_response_time',
  condition: 'p99 < 15ms',
  passed: false,
  inconclusive: null,
  actual: 48,
  interval: null,
  text: 'p99 was 48 ms (n=4,812)',
  aborted: false,
}

/** A suite of tests, judged by `verdict`. */
export function suiteResult(tests: readonly TestResult[] = [testResult()], changes: Partial<SuiteResult> = {}): SuiteResult {
  return {
    schemaVersion: 2,
    name: 'deserve',
    verdict: tests[0]?.verdict ?? { level: 'valid', reasons: [] },
    environment,
    config: {},
    found: null,
    tests,
    ...changes,
  }
}

const thread = {
  worker: 0,
  utilization: 0.5,
  cpu: 0.5,
  loopDelay: { p50: 0.1, p99: 0.2, max: 1 },
  counts: scenario().counts,
  scheduled: [],
  seconds: [],
  lost: null,
}

/** The last line of the verdict of {@link testResult}, as every terminal has it. */
export const limitLine = '  Limited by concurrency: 5,000 in flight'

/** The last line of the verdict of two runs with the same limit. */
export const limitOfTwoRuns = '  Limited by concurrency (2 runs)'
