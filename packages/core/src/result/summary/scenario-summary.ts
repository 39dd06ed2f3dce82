import type { Workload } from '../../model/workload/workload.ts'
import { failedShare } from '../../model/metrics/outcome.ts'
import type { RequestTotals, ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import type { PhaseTotals } from '../../measure/recorder/series-totals.ts'
import { summarizeTimes } from '../../model/metrics/time-summary.ts'
import {
  summarizeErrors,
  throughputOf,
  throughputOfAll,
  type PhaseSummary,
  type PluginRequestsSummary,
  type RequestCounts,
  type RequestFacts,
  type RequestsSummary,
} from './requests-summary.ts'
import {
  summarizeCounts,
  summarizeEndpoints,
  summarizeOnlyEndpoint,
  summarizeSeries,
  summarizeServers,
  type Levels,
  type SeriesSummary,
} from './series-summary.ts'
import { summarizeFigures } from './summarize-figures.ts'
import { summarizeUsers, type UsersSummary } from './users-summary.ts'
import { summarizeWorkload, type WorkloadSummary } from './workload-summary.ts'

const microsecondsPerSecond = 1e6

/** The figures of one scenario in the run phase, and apart from it in the warm-up; its own requests are those over HTTP. */
export interface ScenarioSummary extends RequestsSummary {
  /** Name of the scenario. */
  readonly name: string
  /** The workload of the scenario. */
  readonly workload: WorkloadSummary
  /** The first request, as `GET /path`, and the number of others; or the names of the journeys. */
  readonly request: string
  /** With several servers, the requests to each of them by origin, in the order of the config, and the requests to others as `other servers`. */
  readonly servers?: readonly SeriesSummary[]
  /** The figures of the users; `null` for connections without users. */
  readonly users: UsersSummary | null
}

/** The description of a scenario, and the times of its phases on the clock of the process. */
export interface ScenarioFacts extends Pick<RequestFacts, 'start' | 'runStart' | 'runEnd' | 'isBrief'> {
  readonly name: string
  /** The first request, such as `GET /path`. */
  readonly request: string
  /** Name of the endpoint of a scenario with one request; `undefined` when each request has its own. */
  readonly endpoint: string | undefined
  readonly workload: Workload
  /** The servers that took part, when there are several. */
  readonly servers?: readonly string[]
}

/** Summarizes the totals of a scenario in seconds, milliseconds and rates. */
export function summarizeScenario(facts: ScenarioFacts, totals: ScenarioTotals): ScenarioSummary {
  const { start, runStart, runEnd, endpoint, isBrief = false } = facts
  const workload = summarizeWorkload(facts.workload)
  const phases = { start, runStart, runEnd, hasWarmup: facts.workload.warmup > 0, isTimed: workload.duration !== null }
  // Connections send a request when it is planned: the two times are the same.
  const ofRequests: RequestFacts = { ...phases, isServiceTimed: totals.users !== undefined, endpoint, isBrief }
  const requests = summarizeRequests(ofRequests, totals, totals.users?.userSeconds)
  const { duration } = requests
  return {
    name: facts.name,
    workload,
    request: facts.request,
    ...requests,
    endpoints: endpointsOf(facts, totals, requests),
    ...(facts.servers === undefined || facts.servers.length < 2 ? {} : { servers: summarizeServers(facts.servers, totals, duration) }),
    users: totals.users === undefined ? null : summarizeUsers(totals.users, summarizePlugins(totals, ofRequests), ofRequests),
  }
}

function summarizePlugins({ pluginRequests }: ScenarioTotals, facts: RequestFacts): PluginRequestsSummary[] {
  const ofPlugins: RequestFacts = { ...facts, isServiceTimed: true, endpoint: undefined }
  return [...pluginRequests]
    .filter(([, totals]) => totals.hasStarted)
    .map(([plugin, totals]) => ({ plugin, ...summarizeRequests(ofPlugins, totals) }))
}

function endpointsOf(
  { endpoint }: ScenarioFacts,
  totals: ScenarioTotals,
  { endpoints, duration }: Pick<ScenarioSummary, 'endpoints' | 'duration'>,
): readonly SeriesSummary[] {
  const isOnly = endpoints.length === 0 && endpoint !== undefined && totals.run.started > 0
  return isOnly ? [summarizeOnlyEndpoint(endpoint, totals, duration)] : endpoints
}

/**
 * Summarizes the totals of one kind of requests in seconds, milliseconds and rates.
 *
 * @param users the number of users in each second, when the requests are those of a scenario with users
 */
export function summarizeRequests(facts: RequestFacts, totals: RequestTotals, users?: Levels['users']): RequestsSummary {
  const { runStart, isServiceTimed, isBrief = false } = facts
  const duration = Math.max(0, facts.runEnd - runStart) / microsecondsPerSecond
  const responseTime = summarizeTimes(totals.responseTime)
  const fastest = Math.min(totals.responseTime.min, totals.warmupResponseTime.min)
  return {
    counts: summarizeCounts(totals.run),
    ...summarizeRequestCounts(totals.run),
    ...summarizeFigures('connections', totals, duration, 'time'),
    duration,
    throughput: throughputOf(facts, totals, duration),
    responseTime,
    serviceTime: isServiceTimed ? summarizeTimes(totals.serviceTime) : responseTime,
    statuses: totals.run.statuses,
    errors: summarizeErrors(facts, totals.errors),
    inFlight: duration === 0 ? 0 : totals.inFlightTime / (duration * microsecondsPerSecond),
    fastest: fastest === Infinity ? null : fastest / 1000,
    handshakes: { full: summarizeTimes(totals.fullTlsTime), resumed: summarizeTimes(totals.resumedTlsTime) },
    connections: {
      ...summarizeFigures('connections', totals.connections, duration, 'count'),
      responsesBeforeClose: totals.connections.responsesBeforeClose,
    },
    series: isBrief ? [] : summarizeSeries(totals.windows, duration, { inFlight: totals.inFlightSeconds, users }),
    warmup: facts.hasWarmup ? summarizeWarmup(facts, totals) : null,
    endpoints: isBrief ? [] : summarizeEndpoints(totals.endpoints.all, duration, isServiceTimed),
  }
}

function summarizeRequestCounts(phase: PhaseTotals): RequestCounts {
  const { started: _started, dropped: _dropped, ...counts } = summarizeFigures('requests', phase, 0, 'count')
  return counts
}

function summarizeWarmup(facts: RequestFacts, totals: RequestTotals): PhaseSummary {
  const { start, runStart, runEnd, isServiceTimed } = facts
  const duration = (Math.min(runStart, runEnd) - start) / microsecondsPerSecond
  const responseTime = summarizeTimes(totals.warmupResponseTime)
  return {
    counts: summarizeCounts(totals.warmup),
    retried: totals.warmup.retried,
    duration: Math.max(0, duration),
    throughput: throughputOfAll(totals.warmup, duration),
    responseTime,
    serviceTime: isServiceTimed ? summarizeTimes(totals.warmupServiceTime) : responseTime,
    errors: summarizeErrors(facts, totals.warmupErrors),
  }
}

/** The share of failed requests of a scenario, over HTTP and of plugins, 0 to 1; aborted requests are left out, and it is 0 when there are no others. */
export function errorRate(scenario: ScenarioSummary): number {
  const ofPlugins = scenario.users?.pluginRequests ?? []
  return failedShare(scenario.counts.outcomes, ...ofPlugins.map(({ counts }) => counts.outcomes))
}
