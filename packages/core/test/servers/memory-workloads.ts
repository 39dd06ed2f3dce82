import { constantCurve } from '../../src/model/workload/load-curve.ts'
import type { BatchWorkload, RateWorkload, UsersWorkload } from '../../src/model/workload/workload.ts'

const phases = { startAfter: 0, warmup: 0, gracefulStop: 50_000 }

/** The given number of iterations a second for a second, by users that are reused. */
export function rateWorkload(rate: number, over: Partial<RateWorkload> = {}): RateWorkload {
  const curve = constantCurve(rate, over.iterations === undefined ? 1e6 : Infinity)
  return { ...phases, kind: 'rate', curve, arrivals: 'uniform', iterations: undefined, maxUsers: 100, reuseUsers: true, ...over }
}

/** The given number of users for a second. */
export function usersWorkload(users: number, over: Partial<UsersWorkload> = {}): UsersWorkload {
  const curve = constantCurve(users, over.iterations === undefined ? 1e6 : Infinity)
  return { ...phases, kind: 'users', curve, iterations: undefined, pacing: 0, ...over }
}

/** Batches of this size for a second. */
export function batchWorkload(batch: number, over: Partial<BatchWorkload> = {}): BatchWorkload {
  return { ...phases, kind: 'batch', batch, duration: over.iterations === undefined ? 1e6 : undefined, iterations: undefined, ...over }
}
