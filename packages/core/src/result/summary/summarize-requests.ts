import { countAnswers, outcomes } from '../../model/metrics/outcome.ts'
import type { PhaseTotals } from '../../measure/recorder/series-totals.ts'
import type { RequestTotals } from '../../measure/recorder/request-totals.ts'
import { summarizeCounts } from './summarize-counts.ts'
import { summarizeEndpoints } from './summarize-endpoints.ts'
import { secondsOf, summarizeSeries } from './summarize-series.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { ErrorSummary, PhaseSummary, RequestsSummary, Throughput } from './summary.ts'

const microsecondsPerSecond = 1e6

/** When the phases of a scenario were, on the clock of the process. */
export interface RequestFacts {
  readonly start: number
  readonly runStart: number
  /** When the run phase ended: as planned, by its last answer, or by an interruption. */
  readonly runEnd: number
  readonly hasWarmup: boolean
  /** Whether the run phase was planned to last for a time, and not for a number of requests. */
  readonly isTimed: boolean
  /** Whether service times were measured apart from response times. */
  readonly isServiceTimed: boolean
  /** What errors name where there is but one endpoint. */
  readonly endpoint?: string | undefined
}

/** Turns the totals of requests of one kind into what people read: seconds, milliseconds, rates. */
export function summarizeRequests(facts: RequestFacts, totals: RequestTotals): RequestsSummary {
  const { runStart, isServiceTimed } = facts
  const duration = Math.max(0, facts.runEnd - runStart) / microsecondsPerSecond
  const responseTime = summarizeTimes(totals.responseTime)
  const fastest = Math.min(totals.responseTime.min, totals.warmupResponseTime.min)
  return {
    counts: summarizeCounts(totals.run),
    duration,
    throughput: facts.isTimed || totals.lastEnd > facts.runEnd ? throughputWithin(totals, duration) : throughputOfAll(totals.run, duration),
    responseTime,
    serviceTime: isServiceTimed ? summarizeTimes(totals.serviceTime) : responseTime,
    statuses: totals.run.statuses,
    errors: summarizeErrors(facts, totals.errors),
    dataSent: totals.run.bytesSent,
    dataReceived: totals.run.bytesReceived,
    inFlight: duration === 0 ? 0 : totals.inFlightTime / (duration * microsecondsPerSecond),
    fastest: fastest === Infinity ? null : fastest / 1000,
    connectTime: summarizeTimes(totals.connectTime),
    tlsTime: summarizeTimes(totals.tlsTime),
    handshakes: { full: summarizeTimes(totals.fullTlsTime), resumed: summarizeTimes(totals.resumedTlsTime) },
    connections: totals.connections,
    series: summarizeSeries(totals.windows, duration),
    warmup: facts.hasWarmup ? summarizeWarmup(facts, totals) : null,
    endpoints: summarizeEndpoints(totals.endpoints.all, duration, isServiceTimed),
  }
}

function summarizeWarmup(facts: RequestFacts, totals: RequestTotals): PhaseSummary {
  const { start, runStart, runEnd, isServiceTimed } = facts
  const duration = (Math.min(runStart, runEnd) - start) / microsecondsPerSecond
  const counts = summarizeCounts(totals.warmup)
  const responseTime = summarizeTimes(totals.warmupResponseTime)
  const serviceTime = isServiceTimed ? summarizeTimes(totals.warmupServiceTime) : responseTime
  const errors = summarizeErrors(facts, totals.warmupErrors)
  const throughput = throughputOfAll(totals.warmup, duration)
  return { counts, duration: Math.max(0, duration), throughput, responseTime, serviceTime, errors }
}

function summarizeErrors({ endpoint: only, runStart }: RequestFacts, errors: RequestTotals['errors']): ErrorSummary[] {
  return errors.map(({ outcome, reason, endpoint, count, first, last }) => ({
    outcome: outcomes[outcome] ?? 'aborted',
    reason,
    endpoint: endpoint ?? only ?? null,
    count,
    first: (first - runStart) / microsecondsPerSecond,
    last: (last - runStart) / microsecondsPerSecond,
  }))
}

// With a planned duration what arrived within it counts: what the warm-up had in flight at its start is made up for by what was in flight at its end.
function throughputWithin(totals: RequestTotals, duration: number): Throughput {
  let [answered, ok, bytes] = [0, 0, 0]
  // A thread that was held up hears of an interruption late, and what it reads before is no part of the run, which had ended by then.
  const seconds = totals.windows.seconds.filter(({ index }) => index < secondsOf(duration))
  for (const second of seconds) {
    answered += second.answered
    ok += second.ok
    bytes += second.bytes
  }
  return perSecondOf({ answered, ok, bytes }, duration)
}

// A count ends with its last answer, so nothing would make up for those of the warm-up; unless it was interrupted, and more came in after that.
function throughputOfAll(phase: PhaseTotals, duration: number): Throughput {
  const ended = phase.outcomes
  return perSecondOf({ answered: countAnswers(ended), ok: ended.ok, bytes: phase.bytesReceived }, duration)
}

function perSecondOf({ answered, ok, bytes }: Record<'answered' | 'ok' | 'bytes', number>, duration: number): Throughput {
  const perSecond = (count: number): number => (duration > 0 ? count / duration : 0)
  return { requestsPerSecond: perSecond(answered), okPerSecond: perSecond(ok), bytesPerSecond: perSecond(bytes) }
}
