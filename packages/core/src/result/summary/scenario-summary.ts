import type { Amount, Count } from '../../base/units/count.ts'
import { lengthOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Refill, Workload } from '../../model/workload/workload.ts'
import { failedShare } from '../../model/metrics/outcome.ts'
import type { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import { summarizeOnlyEndpoint, summarizeServers, type SeriesSummary } from './series-summary.ts'
import { summarizeRequests, type RequestFacts, type RequestsSummary } from './requests-summary.ts'
import { summarizeUsers, type UsersSummary } from './users-summary.ts'

/** The fields of every workload. Times are in seconds. */
interface WorkloadFacts {
  /** Time from the start of the test to the start of the scenario. */
  readonly startAfter: Amount
  /** Planned length of the run phase; `null` when a number of requests or iterations ends it. */
  readonly duration: Amount | null
  /** Length of the warm-up. */
  readonly warmup: Amount
  /** Time after the end of the run phase until unfinished requests and iterations were aborted. */
  readonly gracefulStop: Amount
}

/** A linear change of a level. */
export interface StageSummary {
  /** Duration in seconds; `null` for a level that is kept until a count is reached. */
  readonly duration: Amount | null
  /** Users, or iterations per second, at the end of the stage. */
  readonly to: Amount
}

/** The workload of a scenario. */
export type WorkloadSummary =
  | (WorkloadFacts & {
      /** Connections that are kept full of requests. */
      readonly kind: 'connections'
      /** The next request starts when the last one ends. */
      readonly model: 'closed'
      /** Connections that were kept open. */
      readonly connections: Count
      /** Requests in flight on each connection, at most. */
      readonly pipelining: Count
      /** Whether a connection is given a request for `each` response, or a whole `batch` once all of its responses have come. */
      readonly refill: Refill
      /** Planned number of requests; `null` with `duration`. */
      readonly requests: Count | null
    })
  | (WorkloadFacts & {
      /** Users who do one iteration after the other. */
      readonly kind: 'users'
      /** The next iteration starts when the last one ends. */
      readonly model: 'closed'
      /** Users at the start. */
      readonly from: Amount
      /** How the number of users changed. */
      readonly stages: readonly StageSummary[]
      /** The number of iterations that ended the run phase; `null` with `duration`. */
      readonly iterations: {
        /** Whether the number is for each user, or for all users together. */
        readonly of: 'user' | 'run'
        /** Planned number of iterations. */
        readonly count: Count
      } | null
      /** Least time between two starts of iterations of one user. */
      readonly pacing: Amount
    })
  | (WorkloadFacts & {
      /** Iterations at a rate. */
      readonly kind: 'rate'
      /** Iterations start by the clock, whatever the responses do. */
      readonly model: 'open'
      /** Iterations per second at the start. */
      readonly from: Amount
      /** How the rate changed. */
      readonly stages: readonly StageSummary[]
      /** Planned number of iterations; `null` with `duration`. */
      readonly iterations: Count | null
      /** Whether arrivals are evenly spaced or independent of each other. */
      readonly arrivals: 'uniform' | 'poisson'
      /** Most users at the same time. */
      readonly maxUsers: Count
      /** Whether iterations reused free users instead of creating a user for each. */
      readonly reuseUsers: boolean
    })
  | (WorkloadFacts & {
      /** Iterations that start together, as soon as all iterations before have ended. */
      readonly kind: 'batch'
      /** The next iterations start when the last ones end. */
      readonly model: 'closed'
      /** Iterations that start together. */
      readonly batch: Count
      /** Planned number of iterations; `null` with `duration`. */
      readonly iterations: Count | null
    })

/** Describes a workload in seconds, with `null` for settings that it does not have. */
export function summarizeWorkload(workload: Workload): WorkloadSummary {
  const facts = {
    startAfter: seconds(workload.startAfter),
    warmup: seconds(workload.warmup),
    gracefulStop: seconds(workload.gracefulStop),
  }
  switch (workload.kind) {
    case 'connections': {
      const { kind, connections, pipelining, refill, duration, requests = null } = workload
      return { kind, model: 'closed', ...facts, duration: secondsOrNull(duration), connections, pipelining, refill, requests }
    }
    case 'users': {
      const { kind, curve, iterations = null, pacing } = workload
      return { kind, model: 'closed', ...facts, ...summarizeCurve(curve), pacing: seconds(pacing), iterations }
    }
    case 'rate': {
      const { kind, curve, iterations = null, arrivals, maxUsers, reuseUsers } = workload
      return { kind, model: 'open', ...facts, ...summarizeCurve(curve), iterations, arrivals, maxUsers, reuseUsers }
    }
    case 'batch': {
      const { kind, batch, duration, iterations = null } = workload
      return { kind, model: 'closed', ...facts, duration: secondsOrNull(duration), batch, iterations }
    }
  }
}

function summarizeCurve(curve: LoadCurve): { from: number; stages: StageSummary[]; duration: number | null } {
  return {
    from: curve.from,
    stages: curve.steps.map(({ duration, to }) => ({ duration: secondsOrNull(duration), to })),
    duration: secondsOrNull(lengthOf(curve)),
  }
}

function seconds(microseconds: number): number {
  return microseconds / 1e6
}

function secondsOrNull(microseconds: number | undefined): number | null {
  return microseconds === undefined || microseconds === Infinity ? null : seconds(microseconds)
}

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
    users: totals.users === undefined ? null : summarizeUsers(totals.users, { ...ofRequests, isServiceTimed: true, endpoint: undefined }),
  }
}

function endpointsOf(
  { endpoint }: ScenarioFacts,
  totals: ScenarioTotals,
  { endpoints, duration }: Pick<ScenarioSummary, 'endpoints' | 'duration'>,
): readonly SeriesSummary[] {
  const isOnly = endpoints.length === 0 && endpoint !== undefined && totals.run.started > 0
  return isOnly ? [summarizeOnlyEndpoint(endpoint, totals, duration)] : endpoints
}

/** The share of failed requests of a scenario, over HTTP and of plugins, 0 to 1; aborted requests are left out, and it is 0 when there are no others. */
export function errorRate(scenario: ScenarioSummary): number {
  const ofPlugins = scenario.users?.pluginRequests ?? []
  return failedShare(scenario.counts.outcomes, ...ofPlugins.map(({ counts }) => counts.outcomes))
}
