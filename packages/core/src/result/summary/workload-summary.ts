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
