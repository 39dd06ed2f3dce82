import { lengthOf, type LoadCurve } from '../../model/workload/load-curve.ts'
import type { Workload } from '../../model/workload/workload.ts'

/** What every workload has. Times in seconds. */
interface WorkloadFacts {
  readonly startAfter: number
  /** Planned length of the run phase; `null` when a count ends it. */
  readonly duration: number | null
  readonly warmup: number
  readonly gracefulStop: number
}

/** A linear change of a level. */
export interface StageSummary {
  /** Seconds; `null` for a level that is kept until a count is reached. */
  readonly duration: number | null
  /** Users, or iterations per second, at its end. */
  readonly to: number
}

/** How a scenario's load was described. */
export type WorkloadSummary =
  | (WorkloadFacts & {
      readonly kind: 'connections'
      readonly model: 'closed'
      readonly connections: number
      readonly pipelining: number
      readonly requests: number | null
    })
  | (WorkloadFacts & {
      readonly kind: 'users'
      readonly model: 'closed'
      readonly from: number
      readonly stages: readonly StageSummary[]
      readonly iterations: { readonly of: 'user' | 'run'; readonly count: number } | null
      readonly pacing: number
    })
  | (WorkloadFacts & {
      readonly kind: 'rate'
      readonly model: 'open'
      /** Iterations per second at first. */
      readonly from: number
      readonly stages: readonly StageSummary[]
      readonly iterations: number | null
      readonly arrivals: 'uniform' | 'poisson'
      readonly maxUsers: number
      readonly reuseUsers: boolean
    })
  | (WorkloadFacts & { readonly kind: 'batch'; readonly model: 'closed'; readonly batch: number; readonly iterations: number | null })

/** Reads a workload into seconds, with `null` for what it does not have. */
export function summarizeWorkload(workload: Workload): WorkloadSummary {
  const facts = {
    startAfter: seconds(workload.startAfter),
    warmup: seconds(workload.warmup),
    gracefulStop: seconds(workload.gracefulStop),
  }
  switch (workload.kind) {
    case 'connections': {
      const { kind, connections, pipelining, duration, requests } = workload
      return { kind, model: 'closed', ...facts, duration: secondsOrNull(duration), connections, pipelining, requests: requests ?? null }
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
