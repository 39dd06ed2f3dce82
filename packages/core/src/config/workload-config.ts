/** A time such as `30s`, `1m30s` or `250ms`; a number is seconds. */
export type Duration = string | number

/** Iterations per second, minute or hour, such as `500/s`, `0.5/s` or `30/m`; a number is per second. */
export type Rate = string | number

/** What every workload takes. */
interface AnyWorkload {
  /** Load of the same kind before the run phase, on the same connections, counted apart. Default 0. */
  readonly warmup?: Duration
  /** How long what is under way at the end may take before it is aborted. Default `2s` for connections, `30s` for users. */
  readonly gracefulStop?: Duration
}

/** Closed, for requests: so many connections, each with so many requests in flight. */
export interface ConnectionsWorkloadConfig extends AnyWorkload {
  readonly connections: number
  /** Requests in flight on each connection. Default 1. */
  readonly pipelining?: number
  /** Length of the run phase. Default `10s` without `requests`. */
  readonly duration?: Duration
  /** Exactly so many requests in place of a duration. */
  readonly requests?: number
}

/** Closed: so many users, each of which starts its next iteration when the last one has ended. */
export interface UsersWorkloadConfig extends AnyWorkload {
  readonly users: number
  /** Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** In place of a duration: so many of each user, or so many that all users share (a number). */
  readonly iterations?: number | { readonly each: number } | { readonly shared: number }
  /** Least time between two starts of one user. Default 0. */
  readonly pacing?: Duration
}

/** Open: iterations start by the clock, whatever the answers do. */
export interface RateWorkloadConfig extends AnyWorkload {
  readonly rate: Rate
  /** Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** In place of a duration. */
  readonly iterations?: number
  /** Default `uniform`. */
  readonly arrivals?: 'uniform' | 'poisson'
  /** Users at the same time; what is due beyond them is dropped, and counted. Default 1,000. */
  readonly maxUsers?: number
  /** Takes a user that is free rather than a new one. Default: false for journeys, true for requests. */
  readonly reuseUsers?: boolean
}

/** A workload that changes: of users at a time (closed), or of the rate (open). */
export interface StagesWorkloadConfig extends AnyWorkload {
  readonly stages:
    | { readonly of: 'users'; readonly from?: number; readonly steps: readonly StageConfig<number>[] }
    | { readonly of: 'rate'; readonly from?: Rate; readonly steps: readonly StageConfig<Rate>[] }
  /** With `of: 'users'`. */
  readonly pacing?: Duration
  /** With `of: 'rate'`, as for `rate`. */
  readonly arrivals?: 'uniform' | 'poisson'
  readonly maxUsers?: number
  readonly reuseUsers?: boolean
}

/** One stage: a linear change to a level; the same level as before keeps it. */
export interface StageConfig<Level> {
  readonly duration: Duration
  readonly to: Level
}

/** Closed, with a barrier: so many iterations at once, and the next ones when all have ended, as a hand-written `Promise.all` does. */
export interface BatchWorkloadConfig extends AnyWorkload {
  readonly batch: number
  /** Default `10s` without `iterations`. */
  readonly duration?: Duration
  /** In all, in place of a duration. */
  readonly iterations?: number
}

/** How many, how often and how long. */
export type WorkloadConfig =
  | ConnectionsWorkloadConfig
  | UsersWorkloadConfig
  | RateWorkloadConfig
  | StagesWorkloadConfig
  | BatchWorkloadConfig
