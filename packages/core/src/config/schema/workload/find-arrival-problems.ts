import { cumulated, levelAt } from '../../../model/workload/load-curve.ts'
import type { RateWorkload } from '../../../model/workload/workload.ts'
import type { FieldsProblem } from '../check-together.ts'
import { mostIterations } from './counts.ts'

/** How many iterations a rate plans must be neither less than one nor more than can be numbered. */
export function findArrivalProblems({ curve, iterations, warmup }: RateWorkload): readonly FieldsProblem[] {
  const planned = iterations ?? cumulated(curve, Infinity)
  if (planned < 1) {
    // a level of 0 all the way is told apart, because no time is long enough for it
    return planned === 0 ? [] : [{ message: 'plans less than one iteration', hint: 'raise the rate or give it more time' }]
  }
  const all = Math.ceil(planned + levelAt(curve, 0) * (warmup / 1e6))
  if (all <= mostIterations) return []
  return [{ message: `plans ${all} iterations, more than ${mostIterations}`, hint: 'lower the rate or give it less time' }]
}
