import { outcomes } from '../metrics/outcome.ts'
import type { PhaseTotals } from '../recorder/phase-totals.ts'
import type { ScenarioTotals } from '../recorder/scenario-totals.ts'
import type { ClosedWorkload } from '../workload/closed-workload.ts'
import { summarizeSeries } from './summarize-series.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { Counts, PhaseSummary, ScenarioSummary, Throughput, WorkloadSummary } from './summary.ts'

const microsecondsPerSecond = 1e6

/** What a scenario was and when its phases were, on the clock of the process. */
export interface ScenarioFacts {
  readonly name: string
  /** Such as `GET /path`. */
  readonly request: string
  readonly workload: ClosedWorkload
  readonly start: number
  readonly runStart: number
  /** When the run phase ended: as planned, by its last answer, or by an interruption. */
  readonly runEnd: number
}

/** Turns the totals of a scenario into what people read: seconds, milliseconds, rates. */
export function summarizeScenario(facts: ScenarioFacts, totals: ScenarioTotals): ScenarioSummary {
  const duration = Math.max(0, facts.runEnd - facts.runStart) / microsecondsPerSecond
  const responseTime = summarizeTimes(totals.responseTime)
  const fastest = Math.min(totals.responseTime.min, totals.warmupResponseTime.min)
  return {
    name: facts.name,
    workload: summarizeWorkload(facts.workload),
    request: facts.request,
    counts: summarizeCounts(totals.run),
    duration,
    throughput: throughputOf(totals, duration),
    responseTime,
    // A closed workload plans a request for the moment it is sent: the two times are the same.
    serviceTime: responseTime,
    statuses: totals.run.statuses,
    errors: totals.errors.map(({ outcome, reason, count, first, last }) => ({
      outcome: outcomes[outcome] ?? 'aborted',
      reason,
      count,
      first: (first - facts.runStart) / microsecondsPerSecond,
      last: (last - facts.runStart) / microsecondsPerSecond,
    })),
    dataSent: totals.run.bytesSent,
    dataReceived: totals.run.bytesReceived,
    inFlight: duration === 0 ? 0 : totals.inFlightTime / (duration * microsecondsPerSecond),
    fastest: fastest === Infinity ? null : fastest / 1000,
    connectTime: summarizeTimes(totals.connectTime),
    tlsTime: summarizeTimes(totals.tlsTime),
    connections: totals.connections,
    series: summarizeSeries(totals.windows, duration),
    warmup: facts.workload.warmup > 0 ? summarizeWarmup(facts, totals) : null,
  }
}

function summarizeWarmup(facts: ScenarioFacts, totals: ScenarioTotals): PhaseSummary {
  const duration = (Math.min(facts.runStart, facts.runEnd) - facts.start) / microsecondsPerSecond
  const counts = summarizeCounts(totals.warmup)
  const responseTime = summarizeTimes(totals.warmupResponseTime)
  const answered = counts.outcomes.ok + counts.outcomes.http_error + counts.outcomes.check_failed
  const perSecond = (count: number): number => (duration > 0 ? count / duration : 0)
  const throughput = {
    requestsPerSecond: perSecond(answered),
    okPerSecond: perSecond(counts.outcomes.ok),
    bytesPerSecond: perSecond(totals.warmup.bytesReceived),
  }
  return { counts, duration: Math.max(0, duration), throughput, responseTime, serviceTime: responseTime }
}

/** Reads the counts of a phase; what was dropped was scheduled but not started. */
export function summarizeCounts(phase: PhaseTotals): Counts {
  return { scheduled: phase.started + phase.dropped, started: phase.started, dropped: phase.dropped, outcomes: phase.outcomes }
}

// Only what arrived within the run phase counts for its rates; the drain belongs to the times and the outcomes alone.
function throughputOf(totals: ScenarioTotals, duration: number): Throughput {
  let [answered, ok, bytes] = [0, 0, 0]
  for (const second of totals.windows.seconds) {
    answered += second.answered
    ok += second.ok
    bytes += second.bytes
  }
  const perSecond = (count: number): number => (duration > 0 ? count / duration : 0)
  return { requestsPerSecond: perSecond(answered), okPerSecond: perSecond(ok), bytesPerSecond: perSecond(bytes) }
}

function summarizeWorkload(workload: ClosedWorkload): WorkloadSummary {
  return {
    model: 'closed',
    connections: workload.connections,
    pipelining: workload.pipelining,
    duration: workload.duration === undefined ? null : workload.duration / microsecondsPerSecond,
    requests: workload.requests ?? null,
    warmup: workload.warmup / microsecondsPerSecond,
    gracefulStop: workload.gracefulStop / microsecondsPerSecond,
  }
}
