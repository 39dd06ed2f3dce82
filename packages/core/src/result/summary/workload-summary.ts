import type { Amount, Count } from '../../base/units/count.ts'
import { lengthOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Refill, Workload } from '../../model/workload/workload.ts'

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
