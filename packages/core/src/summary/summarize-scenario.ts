import { outcomes } from '../metrics/outcome.ts'
import type { PhaseTotals } from '../recorder/phase-totals.ts'
import type { ScenarioTotals } from '../recorder/scenario-totals.ts'
import type { Workload } from '../workload/workload.ts'
import { summarizeCounts } from './summarize-counts.ts'
import { summarizeEndpoints, summarizeOnlyEndpoint } from './summarize-endpoints.ts'
import { summarizeSeries } from './summarize-series.ts'
import { summarizeServers } from './summarize-servers.ts'
import { summarizeTimes } from './summarize-times.ts'
import { summarizeUsers } from './summarize-users.ts'
import { summarizeWorkload } from './summarize-workload.ts'
import type { ErrorSummary, PhaseSummary, ScenarioSummary, SeriesSummary, Throughput } from './summary.ts'

const microsecondsPerSecond = 1e6

/** What a scenario was and when its phases were, on the clock of the process. */
export interface ScenarioFacts {
  readonly name: string
  /** Such as `GET /path`. */
  readonly request: string
  /** Name of the endpoint of a scenario with one request; `undefined` where each request names its own. */
  readonly endpoint: string | undefined
  readonly workload: Workload
  /** Those that took part, where there are several. */
  readonly servers?: readonly string[]
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
  const { runStart, workload } = facts
  const planned = summarizeWorkload(workload)
  return {
    name: facts.name,
    workload: planned,
    request: facts.request,
    counts: summarizeCounts(totals.run),
    duration,
    throughput: planned.duration === null ? throughputOfAll(totals.run, duration) : throughputWithin(totals, duration),
    responseTime,
    // Connections send a request when it is planned: the two times are the same.
    serviceTime: totals.users === undefined ? responseTime : summarizeTimes(totals.serviceTime),
    statuses: totals.run.statuses,
    errors: summarizeErrors(facts, totals.errors),
    dataSent: totals.run.bytesSent,
    dataReceived: totals.run.bytesReceived,
    inFlight: duration === 0 ? 0 : totals.inFlightTime / (duration * microsecondsPerSecond),
    fastest: fastest === Infinity ? null : fastest / 1000,
    connectTime: summarizeTimes(totals.connectTime),
    tlsTime: summarizeTimes(totals.tlsTime),
    connections: totals.connections,
    series: summarizeSeries(totals.windows, duration),
    warmup: workload.warmup > 0 ? summarizeWarmup(facts, totals) : null,
    endpoints: endpointsOf(facts, totals, duration),
    ...(facts.servers === undefined || facts.servers.length < 2 ? {} : { servers: summarizeServers(facts.servers, totals, duration) }),
    users: totals.users === undefined ? null : summarizeUsers(totals.users, { runStart, duration, hasWarmup: workload.warmup > 0 }),
  }
}

function endpointsOf({ endpoint }: ScenarioFacts, totals: ScenarioTotals, duration: number): SeriesSummary[] {
  const { all } = totals.endpoints
  if (all.length === 0 && endpoint !== undefined && totals.run.started > 0) return [summarizeOnlyEndpoint(endpoint, totals, duration)]
  return summarizeEndpoints(all, duration, totals.users !== undefined)
}

function summarizeWarmup(facts: ScenarioFacts, totals: ScenarioTotals): PhaseSummary {
  const duration = (Math.min(facts.runStart, facts.runEnd) - facts.start) / microsecondsPerSecond
  const counts = summarizeCounts(totals.warmup)
  const responseTime = summarizeTimes(totals.warmupResponseTime)
  const serviceTime = totals.users === undefined ? responseTime : summarizeTimes(totals.users.warmupServiceTime)
  return {
    counts,
    duration: Math.max(0, duration),
    throughput: throughputOfAll(totals.warmup, duration),
    responseTime,
    serviceTime,
    errors: summarizeErrors(facts, totals.warmupErrors),
  }
}

function summarizeErrors({ endpoint: only, runStart }: ScenarioFacts, errors: ScenarioTotals['errors']): ErrorSummary[] {
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
function throughputWithin(totals: ScenarioTotals, duration: number): Throughput {
  let [answered, ok, bytes] = [0, 0, 0]
  for (const second of totals.windows.seconds) {
    answered += second.answered
    ok += second.ok
    bytes += second.bytes
  }
  return perSecondOf({ answered, ok, bytes }, duration)
}

// A count ends with its last answer, so nothing would make up for those of the warm-up.
function throughputOfAll(phase: PhaseTotals, duration: number): Throughput {
  const { ok, http_error: refused, check_failed: wrong } = summarizeCounts(phase).outcomes
  return perSecondOf({ answered: ok + refused + wrong, ok, bytes: phase.bytesReceived }, duration)
}

function perSecondOf({ answered, ok, bytes }: Record<'answered' | 'ok' | 'bytes', number>, duration: number): Throughput {
  const perSecond = (count: number): number => (duration > 0 ? count / duration : 0)
  return { requestsPerSecond: perSecond(answered), okPerSecond: perSecond(ok), bytesPerSecond: perSecond(bytes) }
}
