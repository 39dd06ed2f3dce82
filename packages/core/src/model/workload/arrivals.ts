import { constantCurve, cumulated, CurveCursor, levelAt, type LoadCurve } from './load-curve.ts'
import type { Part } from './part.ts'
import { createRandom } from './random.ts'
import type { RateWorkload } from './workload.ts'

// The run phase has random numbers of its own, so that a warm-up does not change its schedule.
const streams = { warmup: 1, run: 2 }

// Nearer to the run phase no arrival of the warm-up is due, so that a rounding does not carry it there. Microseconds.
const endOfWarmup = -0.001

/**
 * The arrivals of an open workload that one thread does, one after the other.
 *
 * Each thread goes through the arrivals of all threads and keeps its own, so that the same seed gives the same schedule for any number of
 * them. The warm-up is at the rate that the run phase starts with. Nothing is allocated for an arrival.
 */
export class Arrivals {
  readonly #part: Part
  readonly #run: PhaseArrivals
  readonly #warmup: number
  #phase: PhaseArrivals
  #index = -1
  #dueAt = 0

  constructor(workload: RateWorkload, part: Part, seed: number) {
    this.#part = part
    this.#phase = new PhaseArrivals(warmupPlan(workload), createRandom(seed, streams.warmup))
    this.#warmup = workload.warmup
    this.#run = new PhaseArrivals(runPlan(workload), createRandom(seed, streams.run))
    this.advance()
  }

  /** Microseconds from the start of the run phase: negative in the warm-up, `Infinity` after the last arrival. */
  get dueAt(): number {
    return this.#dueAt
  }

  /** Number of the arrival over all threads, the warm-up first. */
  get index(): number {
    return this.#index
  }

  /** Goes on to the thread's next arrival. */
  advance(): void {
    if (this.#dueAt === Infinity) return
    do {
      if (!this.#advanceAny()) {
        this.#dueAt = Infinity
        return
      }
    } while (this.#index % this.#part.workers !== this.#part.worker)
    const elapsed = this.#phase.dueAt()
    this.#dueAt = this.#phase === this.#run ? elapsed : Math.min(elapsed - this.#warmup, endOfWarmup)
  }

  /** Goes on to the next arrival of any thread; `false` when there is none. */
  #advanceAny(): boolean {
    this.#index += 1
    if (this.#phase.advance()) return true
    if (this.#phase === this.#run) return false
    this.#phase = this.#run
    return this.#run.advance()
  }
}

/**
 * How many arrivals the run phase has over all threads; `Infinity` when nothing ends it.
 *
 * For Poisson arrivals that a duration ends it depends on the seed, and they are gone through.
 */
export function countArrivals(workload: RateWorkload, seed: number): number {
  return countPhaseArrivals(runPlan(workload), createRandom(seed, streams.run))
}

/** How many arrivals the warm-up has over all threads. */
export function countWarmupArrivals(workload: RateWorkload, seed: number): number {
  return countPhaseArrivals(warmupPlan(workload), createRandom(seed, streams.warmup))
}

function warmupPlan({ curve, arrivals, warmup }: RateWorkload): PhasePlan {
  return { curve: constantCurve(levelAt(curve, 0), warmup), arrivals, most: Infinity }
}

function runPlan({ curve, arrivals, iterations }: RateWorkload): PhasePlan {
  return { curve, arrivals, most: iterations ?? Infinity }
}

// Rates and times are fractions: an area that is a whole number but for this is that number.
const rounding = 1e-6

/** What one phase plans. */
interface PhasePlan {
  /** Iterations per second. */
  readonly curve: LoadCurve
  readonly arrivals: 'uniform' | 'poisson'
  /** The most arrivals; `Infinity` when only the end of the curve ends it. */
  readonly most: number
}

/**
 * The arrivals of one phase, one after the other.
 *
 * An arrival is a place on the area under the curve, and due when the area gets there. Uniform ones are at 0, 1, 2 and so on. Poisson ones
 * have exponential distances of mean 1, so that after the change of time they are a Poisson process whose rate is the curve.
 */
class PhaseArrivals {
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
function countPhaseArrivals(plan: PhasePlan, random: () => number): number {
  if (plan.arrivals === 'uniform') return Math.min(plan.most, Math.max(0, Math.ceil(cumulated(plan.curve, Infinity) - rounding)))
  if (cumulated(plan.curve, Infinity) === Infinity) return plan.most
  const arrivals = new PhaseArrivals(plan, random)
  let count = 0
  while (arrivals.advance()) count += 1
  return count
}
