import type { LoadCurve } from './load-curve.ts'

/** The times of the phases of a workload, in microseconds. */
interface Phases {
  /** Time from the start of the test to the start of the scenario. */
  readonly startAfter: number
  /** Length of the warm-up: load of the same kind before the run phase, counted separately. */
  readonly warmup: number
  /** Time after the end of the run phase until unfinished requests and iterations are aborted. */
  readonly gracefulStop: number
}

/**
 * When a connection is given its next requests: one for `each` response, or a whole `batch` once all of its responses have come.
 *
 * A batch arrives at the server in one read, which costs the server less for each request; between two batches it has nothing to do.
 */
export type Refill = 'each' | 'batch'

/**
 * A closed workload of requests: each connection has up to `pipelining` requests in flight, and is refilled as they end.
 *
 * Exactly one of `duration` and `requests` ends it; the other is `undefined`.
 */
export interface ConnectionsWorkload extends Phases {
  readonly kind: 'connections'
  readonly connections: number
  readonly pipelining: number
  readonly refill: Refill
  /** Length of the run phase in microseconds, without warm-up and drain. */
  readonly duration: number | undefined
  /** The number of requests of the run phase, over all connections and workers. */
  readonly requests: number | undefined
}

/** A closed workload: a number of users, each of which starts its next iteration when its last one has ended. */
export interface UsersWorkload extends Phases {
  readonly kind: 'users'
  /** The number of users over time; endless when `iterations` ends the run phase. */
  readonly curve: LoadCurve
  /** The number of iterations of each user, or of all users and workers together. */
  readonly iterations: { readonly of: 'user' | 'run'; readonly count: number } | undefined
  /** Least time between two starts of iterations of one user, in microseconds. */
  readonly pacing: number
}

/** An open workload: iterations start by the clock, whatever the responses do. */
export interface RateWorkload extends Phases {
  readonly kind: 'rate'
  /** Iterations per second over time; endless when `iterations` ends the run phase. */
  readonly curve: LoadCurve
  /** `uniform`: evenly spaced; `poisson`: independent of each other. */
  readonly arrivals: 'uniform' | 'poisson'
  /** The number of iterations over all workers. */
  readonly iterations: number | undefined
  /** The most users at the same time, over all workers; an iteration that is due while all of them are busy is dropped. */
  readonly maxUsers: number
  /** Whether iterations reuse free users instead of creating a user for each. */
  readonly reuseUsers: boolean
}

/** A closed workload with a barrier: a number of iterations start at once, and the next ones when all of them have ended. */
export interface BatchWorkload extends Phases {
  readonly kind: 'batch'
  readonly batch: number
  readonly duration: number | undefined
  /** The number of iterations over all workers. */
  readonly iterations: number | undefined
}

/** How iterations of a rate are started: by timers of whole milliseconds, by a waker, or by the one that the response times of the target need. */
export type TimingMode = 'auto' | 'precise' | 'coarse'

/** A workload of users, each of which does iterations of a request or a journey. */
export type UserWorkload = UsersWorkload | RateWorkload | BatchWorkload

/** A workload: how much load, how often, and for how long, as plain data that can be sent to other threads. */
export type Workload = ConnectionsWorkload | UserWorkload

/**
 * The part of a workload that one thread does.
 *
 * Users and arrivals are numbered over the whole test; a thread does those whose number modulo `workers` is `worker`. So the schedule is the same for
 * any number of threads.
 */
export interface Part {
  readonly worker: number
  readonly workers: number
}

/**
 * Divides a whole number of units into shares that differ by one at most and add up to exactly `total`.
 *
 * The first shares are the larger ones: `divide(7, 3)` is `[3, 2, 2]`.
 */
export function divide(total: number, shares: number): number[] {
  const smallest = Math.floor(total / shares)
  const larger = total - smallest * shares
  return Array.from({ length: shares }, (_, index) => smallest + (index < larger ? 1 : 0))
}

/** The share of one part of a whole number of units. */
export function shareOf(total: number, { worker, workers }: Part): number {
  return divide(total, workers)[worker] ?? 0
}

/**
 * Deals the shares of a test to its generators, one share for each thread; returns the generator of each share.
 *
 * Among any number of first shares, each generator has its proportional number to within one, so that the remainder that {@link divide} gives to the
 * first shares is spread over the generators in proportion to their threads. Each share of a generator has a window of places, and the open window that
 * ends first gets the next place: Baruah, Cohen, Plaxton and Varvel, "Proportionate progress" (1996).
 */
export function dealShares(threads: readonly number[]): number[] {
  const total = threads.reduce((sum, count) => sum + count, 0)
  const generators = threads.map((count, generator) => ({ generator, count, dealt: 0 }))
  const startOf = ({ dealt, count }: (typeof generators)[number]): number => Math.floor((dealt * total) / count)
  const endOf = ({ dealt, count }: (typeof generators)[number]): number => Math.ceil(((dealt + 1) * total) / count)
  return Array.from({ length: total }, (_, share) => {
    const open = generators.filter((each) => startOf(each) <= share)
    const next = open.reduce((first, other) => (endOf(other) < endOf(first) ? other : first))
    next.dealt += 1
    return next.generator
  })
}

/** The greatest number that divides two numbers. */
export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
