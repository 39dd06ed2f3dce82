import { highestLevel } from './load-curve.ts'
import { countArrivals, countWarmupArrivals } from './schedule.ts'
import type { Part, UsersWorkload, Workload } from './workload.ts'

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
