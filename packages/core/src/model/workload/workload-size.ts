import { highestLevel, lengthOf } from './load-curve.ts'
import type { Workload, UsersWorkload, Part } from './workload.ts'
import { countArrivals, countWarmupArrivals } from './schedule.ts'

/** The most users, or connections, of a workload at the same time, over all threads. */
export function mostUsers(workload: Workload): number {
  switch (workload.kind) {
    case 'connections':
      return workload.connections
    case 'users':
      return Math.ceil(highestLevel(workload.curve))
    case 'rate':
      return workload.maxUsers
    case 'batch':
      return workload.batch
  }
}

/** The planned length of a workload's run phase in microseconds; `Infinity` when a count ends it. */
export function plannedDuration(workload: Workload): number {
  switch (workload.kind) {
    case 'connections':
    case 'batch':
      return workload.duration ?? Infinity
    case 'users':
    case 'rate':
      return workload.iterations === undefined ? lengthOf(workload.curve) : Infinity
  }
}

/** Planned seconds from the start of a load to the end of the last run phase of its scenarios; `Infinity` where a count ends one of them. */
export function plannedSeconds(scenarios: readonly { readonly workload: Workload }[]): number {
  return Math.max(...scenarios.map(({ workload }) => workload.startAfter + workload.warmup + plannedDuration(workload))) / 1e6
}

/**
 * Counts the iterations, or the requests of connections, that one thread is to schedule, from the workload only, to check the executor, with which it
 * shares no code; `null` when their number depends on how fast the target responds.
 *
 * @param seed the seed of random arrivals
 */
export function plannedCounts(workload: Workload, part: Part, seed: number): Readonly<Record<'warmup' | 'run', number | null>> {
  switch (workload.kind) {
    case 'connections':
      return { warmup: null, run: workload.requests === undefined ? null : countOfPart(workload.requests, part) }
    case 'batch':
      return { warmup: null, run: workload.iterations === undefined ? null : byUser(workload.iterations, workload.batch, part) }
    case 'users':
      return { warmup: null, run: countOfUsers(workload, part) }
    case 'rate': {
      // Arrivals are numbered over both phases.
      const warmup = countWarmupArrivals(workload, seed)
      const all = warmup + countArrivals(workload, seed)
      return { warmup: countOfPart(warmup, part), run: countOfPart(all, part) - countOfPart(warmup, part) }
    }
  }
}

function countOfUsers({ iterations, curve }: UsersWorkload, part: Part): number | null {
  if (iterations === undefined) return null
  const users = Math.round(highestLevel(curve))
  return iterations.of === 'user' ? iterations.count * countOfPart(users, part) : byUser(iterations.count, users, part)
}

/** The number of whole numbers from 0 up to `total` that belong to the part. */
function countOfPart(total: number, { worker, workers }: Part): number {
  return Math.max(0, Math.ceil((total - worker) / workers))
}

// Iteration i belongs to user i modulo the number of users.
function byUser(total: number, users: number, { worker, workers }: Part): number {
  let count = 0
  for (let user = worker; user < users; user += workers) count += countOfPart(total, { worker: user, workers: users })
  return count
}
