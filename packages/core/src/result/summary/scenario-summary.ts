import type { Amount, Count } from '../../base/units/count.ts'
import { lengthOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Refill, Workload } from '../../model/workload/workload.ts'
import { failedShare } from '../../model/metrics/outcome.ts'
import type { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import { summarizeOnlyEndpoint, summarizeServers, type SeriesSummary } from './series-summary.ts'
import { summarizeRequests, type RequestFacts, type RequestsSummary } from './requests-summary.ts'
import { summarizeUsers, type UsersSummary } from './users-summary.ts'

/** What every workload has. Times in seconds. */
interface WorkloadFacts {
  /** When the scenario started, after the start of the test. */
  readonly startAfter: Amount
  /** Planned length of the run phase; `null` when a count ends it. */
  readonly duration: Amount | null
  /** Length of the warm-up. */
  readonly warmup: Amount
  /** How long what was under way at the end could take before it was aborted. */
  readonly gracefulStop: Amount
}

/** A linear change of a level. */
export interface StageSummary {
  /** Seconds; `null` for a level that is kept until a count is reached. */
  readonly duration: Amount | null
  /** Users, or iterations per second, at its end. */
  readonly to: Amount
}

/** How a scenario's load was described. */
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
      /** How their number changed. */
      readonly stages: readonly StageSummary[]
      /** What ended the run phase; `null` with `duration`. */
      readonly iterations: {
        /** Of each user, or of all together. */
        readonly of: 'user' | 'run'
        /** Planned number of iterations. */
        readonly count: Count
      } | null
      /** Least time between two starts of one user. */
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
      /** Evenly spaced, or independent of each other. */
      readonly arrivals: 'uniform' | 'poisson'
      /** Most users at the same time. */
      readonly maxUsers: Count
      /** Whether an iteration took a user that was free. */
      readonly reuseUsers: boolean
    })
  | (WorkloadFacts & {
      /** Iterations that start together, each time when all before them have ended. */
      readonly kind: 'batch'
      /** The next iterations start when the last ones end. */
      readonly model: 'closed'
      /** Iterations that start together. */
      readonly batch: Count
      /** Planned number of iterations; `null` with `duration`. */
      readonly iterations: Count | null
    })

/** Describes a workload in seconds, with `null` for what it does not have. */
export function summarizeWorkload(workload: Workload): WorkloadSummary {
  const facts = {
    startAfter: seconds(workload.startAfter),
    warmup: seconds(workload.warmup),
    gracefulStop: seconds(workload.gracefulStop),
  }
  switch (workload.kind) {
    case 'connections': {
      const { kind, connections, pipelining, refill, duration, requests } = workload
      const load = { connections, pipelining, refill, requests: requests ?? null }
      return { kind, model: 'closed', ...facts, duration: secondsOrNull(duration), ...load }
    }
    case 'users': {
      const { kind, curve, iterations, pacing } = workload
      const shared = { ...facts, ...summarizeCurve(curve), pacing: seconds(pacing) }
      return { kind, model: 'closed', ...shared, iterations: iterations ?? null }
    }
    case 'rate': {
      const { kind, curve, iterations, arrivals, maxUsers, reuseUsers } = workload
      return { kind, model: 'open', ...facts, ...summarizeCurve(curve), iterations: iterations ?? null, arrivals, maxUsers, reuseUsers }
    }
    case 'batch': {
      const { kind, batch, duration, iterations } = workload
      return { kind, model: 'closed', ...facts, duration: secondsOrNull(duration), batch, iterations: iterations ?? null }
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

/** What one scenario did in its run phase, with the warm-up beside it; its requests are those over HTTP. */
export interface ScenarioSummary extends RequestsSummary {
  /** Name of the scenario. */
  readonly name: string
  /** How its load was described. */
  readonly workload: WorkloadSummary
  /** The first request, as `GET /path`, and how many others there are; or the names of its journeys. */
  readonly request: string
  /**
   * Where several servers took part: the requests to each of them, by its origin in the order of the config, and those to others as `other
   * servers`.
   */
  readonly servers?: readonly SeriesSummary[]
  /** `null` for connections without users. */
  readonly users: UsersSummary | null
}

/** What a scenario was and when its phases were, on the clock of the process. */
export interface ScenarioFacts extends Pick<RequestFacts, 'start' | 'runStart' | 'runEnd' | 'isBrief' | 'secrets'> {
  readonly name: string
  /** The first request, such as `GET /path`. */
  readonly request: string
  /** Name of the endpoint of a scenario with one request; `undefined` where each request names its own. */
  readonly endpoint: string | undefined
  readonly workload: Workload
  /** The servers that took part, where there are several. */
  readonly servers?: readonly string[]
}

/** Summarizes the totals of a scenario in seconds, milliseconds and rates. */
export function summarizeScenario(facts: ScenarioFacts, totals: ScenarioTotals): ScenarioSummary {
  const { start, runStart, runEnd, endpoint, isBrief = false, secrets } = facts
  const workload = summarizeWorkload(facts.workload)
  const phases = { start, runStart, runEnd, hasWarmup: facts.workload.warmup > 0, isTimed: workload.duration !== null }
  // Connections send a request when it is planned: the two times are the same.
  const ofRequests: RequestFacts = { ...phases, isServiceTimed: totals.users !== undefined, endpoint, isBrief, secrets }
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

/** The share of the requests of a scenario, over HTTP and of plugins, that did not end ok, from 0 to 1; aborted ones left out, and 0 when there are no others. */
export function errorRate(scenario: ScenarioSummary): number {
  const ofPlugins = scenario.users?.pluginRequests ?? []
  return failedShare(scenario.counts.outcomes, ...ofPlugins.map(({ counts }) => counts.outcomes))
}
