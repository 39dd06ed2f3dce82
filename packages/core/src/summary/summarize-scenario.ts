import { outcomes } from '../metrics/outcome.ts'
import type { ScenarioTotals } from '../recorder/scenario-totals.ts'
import type { Workload } from '../workload/workload.ts'
import { summarizeCounts } from './summarize-counts.ts'
import { summarizeEndpoints, summarizeOnlyEndpoint } from './summarize-endpoints.ts'
import { summarizeSeries } from './summarize-series.ts'
import { summarizeServers } from './summarize-servers.ts'
import { summarizeTimes } from './summarize-times.ts'
import { summarizeUsers } from './summarize-users.ts'
import { summarizeWorkload } from './summarize-workload.ts'
import type { PhaseSummary, ScenarioSummary, SeriesSummary, Throughput } from './summary.ts'

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
  return {
    name: facts.name,
    workload: summarizeWorkload(workload),
    request: facts.request,
    counts: summarizeCounts(totals.run),
    duration,
    throughput: throughputOf(totals, duration),
    responseTime,
    // Connections send a request when it is planned: the two times are the same.
    serviceTime: totals.users === undefined ? responseTime : summarizeTimes(totals.serviceTime),
    statuses: totals.run.statuses,
    errors: totals.errors.map(({ outcome, reason, endpoint, count, first, last }) => ({
      outcome: outcomes[outcome] ?? 'aborted',
      reason,
      endpoint: endpoint ?? facts.endpoint ?? null,
      count,
      first: (first - runStart) / microsecondsPerSecond,
      last: (last - runStart) / microsecondsPerSecond,
    })),
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
  const answered = counts.outcomes.ok + counts.outcomes.http_error + counts.outcomes.check_failed
  const perSecond = (count: number): number => (duration > 0 ? count / duration : 0)
  const throughput = {
    requestsPerSecond: perSecond(answered),
    okPerSecond: perSecond(counts.outcomes.ok),
    bytesPerSecond: perSecond(totals.warmup.bytesReceived),
  }
  return { counts, duration: Math.max(0, duration), throughput, responseTime, serviceTime }
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
