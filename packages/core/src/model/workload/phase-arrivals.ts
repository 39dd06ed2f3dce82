import { CurveCursor } from './curve-cursor.ts'
import { cumulated, type LoadCurve } from './load-curve.ts'

// Rates and times are fractions: an area that is a whole number but for this is that number.
const rounding = 1e-6

/** What one phase plans. */
export interface PhasePlan {
  /** Iterations per second. */
  readonly curve: LoadCurve
  readonly arrivals: 'uniform' | 'poisson'
  /** At most so many; `Infinity` when only the end of the curve ends it. */
  readonly most: number
}

/**
 * The arrivals of one phase, one after the other.
 *
 * An arrival is a place on the area under the curve, and due when the area gets there. Uniform ones are at 0, 1, 2 and so on. Poisson ones
 * have exponential distances of mean 1, so that after the change of time they are a Poisson process whose rate is the curve.
 */
export class PhaseArrivals {
  readonly #cursor: CurveCursor
  readonly #end: number
  readonly #most: number
  readonly #random: (() => number) | undefined
  #count = 0
  #area = 0

  constructor({ curve, arrivals, most }: PhasePlan, random: () => number) {
    this.#cursor = new CurveCursor(curve)
    this.#end = cumulated(curve, Infinity) - rounding
    this.#most = most
    this.#random = arrivals === 'poisson' ? random : undefined
  }

  /** Goes on to the next arrival; `false` when there is none. */
  advance(): boolean {
    if (this.#count >= this.#most) return false
    // log(1 - u), for u may be 0 and is never 1
    this.#area = this.#random === undefined ? this.#count : this.#area - Math.log(1 - this.#random())
    this.#count += 1
    return this.#area < this.#end
  }

  /** When the arrival is due, in microseconds from the start of the phase. */
  dueAt(): number {
    return this.#cursor.timeOf(this.#area)
  }
}

/** How many arrivals a phase plans, for uniform ones without going through them. */
export function countPhaseArrivals(plan: PhasePlan, random: () => number): number {
  if (plan.arrivals === 'uniform') return Math.min(plan.most, Math.max(0, Math.ceil(cumulated(plan.curve, Infinity) - rounding)))
  if (cumulated(plan.curve, Infinity) === Infinity) return plan.most
  const arrivals = new PhaseArrivals(plan, random)
  let count = 0
  while (arrivals.advance()) count += 1
  return count
}
