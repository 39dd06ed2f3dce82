import type { FailureExample } from '../../measure/recorder/error-recorder.ts'
import { sumOf, type Amount, type Count } from '../../base/units/count.ts'
import type { SummarizedFigures } from './summarize-figures.ts'
import type { TimeSummary } from '../../model/metrics/time-summary.ts'
import { countResponses, outcomes, type Outcome } from '../../model/metrics/outcome.ts'
import type { RequestTotals } from '../../measure/recorder/scenario-totals.ts'
import type { PhaseTotals } from '../../measure/recorder/series-totals.ts'
import { secondsOf, type Counts, type SeriesSummary, type SecondSummary } from './series-summary.ts'

/** Mean rates over the wall time of a phase. */
export interface Throughput {
  /** Complete responses per second, whatever their status. */
  readonly requestsPerSecond: Amount
  /** Responses per second that ended `ok`. */
  readonly okPerSecond: Amount
  /** Bytes read from the wire per second, heads included. */
  readonly bytesPerSecond: Amount
}

/** One reason why requests to one endpoint did not end `ok`, with the times of the first and the last of them. */
export interface ErrorSummary {
  /** The outcome of these requests. */
  readonly outcome: Outcome
  /** The status line, error code or mismatch, such as `503 Service Unavailable` or `ECONNRESET`. */
  readonly reason: string
  /** The endpoint of these requests; `other` beyond the first 400 pairs of reason and endpoint, `null` when no request was sent. */
  readonly endpoint: string | null
  /** The number of these requests. */
  readonly count: Count
  /** When the first of them ended, in seconds from the start of the run phase; negative in the warm-up. */
  readonly first: number
  /** When the last of them ended, in seconds from the start of the run phase; negative in the warm-up. */
  readonly last: number
  /** The earliest of these requests, at most five; missing when none got a response. */
  readonly examples?: readonly FailureExampleSummary[]
}

/** What happened to the connections of a scenario, warm-up included. */
export interface ConnectionSummary extends SummarizedFigures<'connections', 'count'> {
  /** Responses that came over such a connection before it closed; `null` when no request was lost in this way. */
  readonly responsesBeforeClose: {
    /** The fewest on one connection. */
    readonly least: Count
    /** The most on one connection. */
    readonly most: Count
  } | null
}

// Where they are not among those of `counts`.
export type RequestCounts = Omit<SummarizedFigures<'requests', 'count'>, keyof Counts>

/** A phase whose requests are counted separately. */
export interface PhaseSummary extends Pick<SummarizedFigures<'requests'>, 'retried' | 'responseTime' | 'serviceTime'> {
  /** How the requests of the phase ended. */
  readonly counts: Counts
  /** Wall time in seconds. */
  readonly duration: Amount
  /** Mean rates over the wall time. */
  readonly throughput: Throughput
  /** Why requests did not end `ok`, by endpoint, the most frequent first; the counts add up to those of the outcomes. */
  readonly errors: readonly ErrorSummary[]
}

/** The figures of one kind of requests, over HTTP or of one plugin, in the run phase and apart from it in the warm-up. */
export interface RequestsSummary extends PhaseSummary, RequestCounts, SummarizedFigures<'connections', 'time'> {
  /** Responses by status; empty for plugins, whose replies have no status. */
  readonly statuses: Readonly<Record<string, Count>>
  /** Mean number of requests in flight over the run phase, measured and not taken from the workload. */
  readonly inFlight: Amount
  /** The shortest response time of the whole test, warm-up included, in milliseconds; `null` without one. */
  readonly fastest: Amount | null
  /** Times of TLS by kind of handshake. */
  readonly handshakes: {
    /** Times of full handshakes. */
    readonly full: TimeSummary
    /** Times of handshakes that resumed an earlier session. */
    readonly resumed: TimeSummary
  }
  /** What happened to the connections, warm-up included. */
  readonly connections: ConnectionSummary
  /** The seconds of the run phase, in order. */
  readonly series: readonly SecondSummary[]
  /** The warm-up; `null` without one. */
  readonly warmup: PhaseSummary | null
  /** Figures by endpoint, the busiest first. */
  readonly endpoints: readonly SeriesSummary[]
}

/**
 * The figures of the requests of one plugin. Bytes and connections are 0 when the plugin does not report them; its attempts to connect count as
 * requests, so none of its connections is `refused`.
 */
export interface PluginRequestsSummary extends RequestsSummary {
  /** Name of the plugin. */
  readonly plugin: string
}

const microsecondsPerSecond = 1e6

/** The times of the phases of a scenario, on the clock of the process. */
export interface RequestFacts {
  readonly start: number
  readonly runStart: number
  /** When the run phase ended: as planned, by its last response, or by an interruption. */
  readonly runEnd: number
  readonly hasWarmup: boolean
  /** Whether the run phase was planned to last for a time, and not for a number of requests. */
  readonly isTimed: boolean
  /** Whether service times were measured separately from response times. */
  readonly isServiceTimed: boolean
  /** Name of the endpoint in errors, when there is only one. */
  readonly endpoint?: string | undefined
  /** Whether the seconds and the endpoints are left out. */
  readonly isBrief?: boolean
}

/** Why requests did not end `ok`, in seconds from the start of the run phase. */
export function summarizeErrors({ endpoint: only, runStart }: RequestFacts, errors: RequestTotals['errors']): ErrorSummary[] {
  return errors.map(({ outcome, reason, endpoint, count, first, last, examples }) => ({
    outcome: outcomes[outcome] ?? 'aborted',
    reason,
    endpoint: endpoint ?? only ?? null,
    count,
    first: (first - runStart) / microsecondsPerSecond,
    last: (last - runStart) / microsecondsPerSecond,
    ...summarizeExamples(examples, runStart),
  }))
}

/** Mean rates over the run phase. */
export function throughputOf(facts: RequestFacts, totals: RequestTotals, duration: number): Throughput {
  return facts.isTimed || totals.lastEnd > facts.runEnd ? throughputWithin(totals, duration) : throughputOfAll(totals.run, duration)
}

// With a planned duration the responses that arrived within it count: those in flight when the warm-up ended make up for those in flight at the end.
function throughputWithin(totals: RequestTotals, duration: number): Throughput {
  // A thread that was held up learns of an interruption late, and the responses that it reads until then are not part of the run, which had ended.
  const seconds = totals.windows.seconds.filter(({ index }) => index < secondsOf(duration))
  const sum = (read: (second: (typeof seconds)[number]) => number): number => sumOf(seconds, read)
  return perSecondOf({ responded: sum((each) => each.responded), ok: sum((each) => each.ok), bytes: sum((each) => each.bytes) }, duration)
}

/**
 * Mean rates by all responses of a phase: a planned number of requests ends with its last response, so nothing would make up for responses of the
 * warm-up, unless it was interrupted and responses came after that.
 */
export function throughputOfAll(phase: PhaseTotals, duration: number): Throughput {
  const ended = phase.outcomes
  return perSecondOf({ responded: countResponses(ended), ok: ended.ok, bytes: phase.dataReceived }, duration)
}

function perSecondOf({ responded, ok, bytes }: Record<'responded' | 'ok' | 'bytes', number>, duration: number): Throughput {
  const perSecond = (count: number): number => (duration > 0 ? count / duration : 0)
  return { requestsPerSecond: perSecond(responded), okPerSecond: perSecond(ok), bytesPerSecond: perSecond(bytes) }
}

/** An example of a request that did not end as expected, with texts of the target as they were received, except for secrets. */
export interface FailureExampleSummary {
  /** When the request ended, in seconds from the start of the run phase; negative in the warm-up. */
  readonly at: number
  /** Method and path, with the query, such as `POST /bid?lot=7`. */
  readonly request: string
  /** Status of the response; `null` when there was none. */
  readonly status: Count | null
  /** The expected response as text; `null` for a check, whose condition only the journey knows. */
  readonly expected: string | null
  /**
   * The first 500 characters of the body of the response, or those around a late difference from the expected body, `null` when the body was not kept; the
   * outcome and its reason when there was no response.
   */
  readonly received: string | null
  /** Whether the body was longer. */
  readonly isCut: boolean
}

/** Examples as a result shows them. */
export function summarizeExamples(
  examples: readonly FailureExample[] | undefined,
  runStart: number,
): { readonly examples?: readonly FailureExampleSummary[] } {
  return examples === undefined ? {} : { examples: examples.map(({ at, ...example }) => ({ at: (at - runStart) / 1e6, ...example })) }
}
