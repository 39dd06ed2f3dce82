import type { ResolvedScenario } from '../config/resolved-config.ts'
import { countArrivals } from '../model/workload/arrivals.ts'
import { cumulated, highestLevel } from '../model/workload/load-curve.ts'
import { deriveSeed } from '../model/workload/random.ts'
import type { UsersWorkload } from '../model/workload/workload.ts'

/** How many iterations, or requests, a run phase is planned to have. */
export interface PlannedIterations {
  readonly count: number
  /** `exactly` so many, `about` so many because they are random, or `most` because users may be slower than their pacing. */
  readonly accuracy: 'exactly' | 'about' | 'most'
}

/**
 * Counts what the run phase of a scenario will start; `null` where that depends on how fast the target answers.
 *
 * @param seed that of the test, on which Poisson arrivals depend
 */
export function planIterations({ name, workload }: ResolvedScenario, seed: number): PlannedIterations | null {
  switch (workload.kind) {
    case 'connections':
      return exactly(workload.requests)
    case 'batch':
      return exactly(workload.iterations)
    case 'users':
      return planOfUsers(workload)
    case 'rate': {
      const isRandom = workload.arrivals === 'poisson' && workload.iterations === undefined
      return { count: countArrivals(workload, deriveSeed(seed, name)), accuracy: isRandom ? 'about' : 'exactly' }
    }
  }
}

function planOfUsers({ curve, iterations, pacing }: UsersWorkload): PlannedIterations | null {
  if (iterations !== undefined) return exactly(iterations.of === 'run' ? iterations.count : iterations.count * highestLevel(curve))
  const area = cumulated(curve, Infinity)
  return pacing === 0 || area === Infinity ? null : { count: Math.ceil(area / (pacing / 1e6)), accuracy: 'most' }
}

function exactly(count: number | undefined): PlannedIterations | null {
  return count === undefined ? null : { count, accuracy: 'exactly' }
}
