import type { CheckSummary, MetricSummary, TestResult, ScenarioSummary, SecondSummary, SeriesSummary, TimeSummary } from '@benchpress/core'
import {
  causeNotRun,
  errorRate,
  whyDoubtful,
  fullSecond,
  steadySpan,
  mergeTimes,
  isLowerBound,
  knownPercentile,
} from '@benchpress/core/report'
import type { ReasonCount } from '@benchpress/core/report'

/** The measured figures of one run of one of the tests. Times in milliseconds, rates per second. */
export interface MeasuredRun {
  /** Name of the test. */
  readonly test: string
  readonly variant: string
  /** 1 for the first run. */
  readonly repeat: number
  /** Why the run was not made; `null` where it was. */
  readonly notRun: string | null
  /** Why the figures decide nothing, such as `is invalid`; `null` where they count, or the run was not made. */
  readonly doubt: string | null
  readonly users: { readonly created: number; readonly completed: number; readonly failed: number; readonly aborted: number }
  /** Why users failed, the most frequent first. */
  readonly failures: readonly ReasonCount[]
  readonly requests: number
  readonly ok: number
  /** Share of the requests that failed, over HTTP and Socket.IO. */
  readonly failedShare: number
  readonly rates: MeasuredRates
  /** Response time of all requests. */
  readonly responseTime: MeasuredTime
  readonly endpoints: readonly MeasuredEndpoint[]
  readonly bids: { readonly accepted: number; readonly refused: number; readonly reasons: readonly ReasonCount[] }
  /** `null` where no user connected over Socket.IO. */
  readonly sockets: MeasuredSockets | null
  /** Cores that the target used on average; `null` where the target cannot be watched. */
  readonly targetCpu: number | null
  /** Rules of the verdict that gave a reason beyond a note. */
  readonly rules: readonly string[]
  /** The number of thresholds that passed, and those that failed or are inconclusive, each with its figure. */
  readonly thresholds: { readonly passed: number; readonly failed: readonly string[]; readonly inconclusive: readonly string[] }
}

/** The measured figures of one endpoint. */
export interface MeasuredEndpoint extends MeasuredTime {
  readonly name: string
  readonly ok: number
  /** Responses by status, such as `{ 409: 3 }`. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Reads a run by the names of the document. */
export function measureRun(result: TestResult): MeasuredRun | undefined {
  const [scenario] = result.scenarios
  if (scenario?.users == null) return undefined
  const { created, completed, failed, aborted, failures, checks } = scenario.users
  const notRun = causeNotRun(result) ?? null
  return {
    test: result.name,
    variant: result.variant,
    repeat: result.repeat,
    notRun,
    doubt: whyDoubtful(result),
    users: { created, completed, failed, aborted },
    failures: failures.map(({ reason, count }) => ({ reason, count })),
    requests: scenario.counts.started,
    ok: scenario.counts.outcomes.ok,
    failedShare: errorRate(scenario),
    rates: measureRates(scenario, result.duration),
    responseTime: timeOf(scenario.responseTime),
    endpoints: scenario.endpoints.map(({ name, counts, statuses, responseTime }) => ({
      name,
      ok: counts.outcomes.ok,
      statuses,
      ...timeOf(responseTime),
    })),
    bids: bidsOf(checks, result.metrics['bids_refused']),
    sockets: measureSockets(result),
    targetCpu: result.target.cpu,
    rules: result.verdict.reasons.filter(({ level }) => level !== 'note').map(({ rule }) => rule),
    thresholds: {
      passed: result.thresholds.filter(({ passed }) => passed).length,
      failed: result.thresholds.filter(({ passed, inconclusive }) => !passed && inconclusive === null).map(describeThreshold),
      inconclusive: result.thresholds.filter(({ inconclusive }) => inconclusive !== null).map(describeThreshold),
    },
  }
}

function describeThreshold({ selector, condition, text }: TestResult['thresholds'][number]): string {
  return `${selector} ${condition}: ${text}`
}

function bidsOf(checks: readonly CheckSummary[], refused: MetricSummary | undefined): MeasuredRun['bids'] {
  const accepted = checks.find(({ name }) => name === 'bid accepted')
  return { accepted: accepted?.passed ?? 0, refused: accepted?.failed ?? 0, reasons: countedOf(refused) }
}

/** Responses per second by several definitions; `null` where the run was too short for one. */
interface MeasuredRates {
  /** Mean of the full seconds, at least five, of the longest phase at one rate, which the published files call sustained or maximum. */
  readonly sustained: number | null
  /**
   * The highest mean of ten full seconds in a row, as long as the buckets of the published reports; of fewer seconds where `sustained` or the run has fewer.
   */
  readonly peak: number | null
  /** All requests divided by the time from the first to the last. */
  readonly overall: number
}

const bucket = 10

// Fewer seconds depend more on the arrival of users than on the target.
const leastSeconds = 5

function measureRates(scenario: ScenarioSummary, duration: number): MeasuredRates {
  const seconds = scenario.series.filter(({ length }) => length >= fullSecond)
  const { start, end } = steadySpan(scenario.workload)
  const inPhase = seconds.filter(({ at }) => at >= start && at + 1 <= end)
  const steady = inPhase.length < leastSeconds ? [] : inPhase
  return {
    sustained: meanOf(steady),
    // If they were longer than the phase, the best seconds in a row would be worse than those of the phase.
    peak: peakOf(seconds, Math.min(bucket, steady.length || bucket, seconds.length)),
    overall: duration === 0 ? 0 : scenario.counts.started / duration,
  }
}

function peakOf(seconds: readonly SecondSummary[], length: number): number | null {
  const means = Array.from({ length: seconds.length - length + 1 }, (_, first) => meanOf(seconds.slice(first, first + length)) ?? 0)
  return length === 0 ? null : Math.max(...means)
}

function meanOf(seconds: readonly SecondSummary[]): number | null {
  return seconds.length === 0 ? null : seconds.reduce((sum, { requests }) => sum + requests, 0) / seconds.length
}

/** The measured figures of Socket.IO in one run. Times in milliseconds. */
interface MeasuredSockets {
  readonly connections: number
  /** Why connections were refused. */
  readonly refused: readonly ReasonCount[]
  readonly connectTime: MeasuredTime
  readonly emits: number
  /** Over the whole run, including the sessions after the last arrival. */
  readonly emitsPerSecond: number
  /** Time from an event to its reply, or to the end of the wait for it: for all events together, and by event. */
  readonly roundTrip: MeasuredTime
  readonly roundTrips: readonly (MeasuredTime & { readonly name: string })[]
  readonly repliesMissing: number
  /** `new-bid` events that users who had joined the auction received. */
  readonly bidsHeard: number
  /** Mean length of a connection. */
  readonly sessionLength: number | null
}

/** Reads the metrics of the plugin; `null` where it was not in use. */
function measureSockets({ metrics, duration, scenarios }: TestResult): MeasuredSockets | null {
  const emits = metrics['socketio_emits']
  if (emits?.type !== 'counter') return null
  const events = eventsOf(scenarios)
  const all = mergeTimes(events.map(({ responseTime }) => responseTime))
  return {
    connections: countOf(metrics['socketio_connects']),
    refused: countedOf(metrics['socketio_refused']),
    connectTime: timeOfMetric(metrics['socketio_connect_time']),
    emits: emits.count,
    emitsPerSecond: duration === 0 ? 0 : emits.count / duration,
    roundTrip: all === undefined ? timeOfMetric(undefined) : timeOf(all),
    roundTrips: events.map(({ name, responseTime }) => ({ name, ...timeOf(responseTime) })),
    repliesMissing: countOf(metrics['socketio_replies_missing']),
    bidsHeard: countedOf(metrics['socketio_events']).find(({ reason }) => reason === 'new-bid')?.count ?? 0,
    sessionLength: timeOfMetric(metrics['socketio_session_length']).mean,
  }
}

// Connecting has a figure of its own.
function eventsOf(scenarios: TestResult['scenarios']): readonly SeriesSummary[] {
  return scenarios
    .flatMap(({ users }) => users?.pluginRequests ?? [])
    .flatMap(({ plugin, endpoints }) => (plugin === 'socketio' ? endpoints : []))
    .filter(({ name }) => name !== 'connect')
}

/** A mean, and percentiles with enough samples that are not only lower bounds, in milliseconds. */
export interface MeasuredTime {
  readonly mean: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly count: number
}

/** Reads a distribution. */
function timeOf(times: TimeSummary): MeasuredTime {
  return {
    mean: isLowerBound(times, 'mean') ? null : times.mean,
    p95: knownPercentile(times, 'p95'),
    p99: knownPercentile(times, 'p99'),
    count: times.count,
  }
}

/** Reads a trend metric; one that was never recorded has no times. */
function timeOfMetric(metric: MetricSummary | undefined): MeasuredTime {
  return metric?.type === 'trend' ? timeOf(metric.values) : { mean: null, p95: null, p99: null, count: 0 }
}

/** Reads a counter; one that was never recorded is 0. */
function countOf(metric: MetricSummary | undefined): number {
  return metric?.type === 'counter' ? metric.count : 0
}

/** Reads a counter by the values of its tag; empty for one that was never recorded. */
function countedOf(metric: MetricSummary | undefined): readonly ReasonCount[] {
  return metric?.type === 'counter' ? (metric.by?.series.map(({ name, count }) => ({ reason: name, count })) ?? []) : []
}
