import { constantCurve, cumulated, CurveCursor, levelAt, type LoadCurve, type LoadStep } from './load-curve.ts'
import type { Part, RateWorkload, UsersWorkload } from './workload.ts'
import { createRandom } from './random.ts'

// The run phase has its own random numbers, so that a warm-up does not change its schedule.
const streams = { warmup: 1, run: 2 }

// Microseconds before the run phase in which no arrival of the warm-up is due, so that rounding does not move it into the run phase.
const endOfWarmup = -0.001

/**
 * Iterates over the arrivals of an open workload that one thread does.
 *
 * Each thread goes through the arrivals of all threads and keeps its own, so that the same seed gives the same schedule for any number of them. The
 * warm-up is at the rate that the run phase starts with. Nothing is allocated for an arrival.
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

  /** Moves to the thread's next arrival. */
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

  /** Moves to the next arrival of any thread; `false` when there is none. */
  #advanceAny(): boolean {
    this.#index += 1
    if (this.#phase.advance()) return true
    if (this.#phase === this.#run) return false
    this.#phase = this.#run
    return this.#run.advance()
  }
}

/**
 * The number of arrivals of the run phase over all threads; `Infinity` when nothing ends it.
 *
 * Poisson arrivals with a duration depend on the seed, and are counted one by one.
 */
export function countArrivals(workload: RateWorkload, seed: number): number {
  return countPhaseArrivals(runPlan(workload), createRandom(seed, streams.run))
}

/** The number of arrivals of the warm-up over all threads. */
export function countWarmupArrivals(workload: RateWorkload, seed: number): number {
  return countPhaseArrivals(warmupPlan(workload), createRandom(seed, streams.warmup))
}

function warmupPlan({ curve, arrivals, warmup }: RateWorkload): PhasePlan {
  return { curve: constantCurve(levelAt(curve, 0), warmup), arrivals, most: Infinity }
}

function runPlan({ curve, arrivals, iterations }: RateWorkload): PhasePlan {
  return { curve, arrivals, most: iterations ?? Infinity }
}

// Rates and times are fractions: an area that differs from a whole number by less than this is that number.
const rounding = 1e-6

interface PhasePlan {
  /** Iterations per second. */
  readonly curve: LoadCurve
  readonly arrivals: 'uniform' | 'poisson'
  /** The most arrivals; `Infinity` when only the end of the curve ends it. */
  readonly most: number
}

/**
 * Iterates over the arrivals of one phase.
 *
 * An arrival is a value of the area under the curve, and due when the area reaches it. Uniform arrivals are at 0, 1, 2 and so on. Poisson arrivals have
 * exponential distances of mean 1, so that after the change of time they are a Poisson process whose rate is the curve.
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

  /** Moves to the next arrival; `false` when there is none. */
  advance(): boolean {
    if (this.#count >= this.#most) return false
    // log(1 - u), because u may be 0 and is never 1
    this.#area = this.#random === undefined ? this.#count : this.#area - Math.log(1 - this.#random())
    this.#count += 1
    return this.#area < this.#end
  }

  /** When the arrival is due, in microseconds from the start of the phase. */
  dueAt(): number {
    return this.#cursor.timeOf(this.#area)
  }
}

/** The number of arrivals that a phase plans; uniform ones are not counted one by one. */
function countPhaseArrivals(plan: PhasePlan, random: () => number): number {
  if (plan.arrivals === 'uniform') return Math.min(plan.most, Math.max(0, Math.ceil(cumulated(plan.curve, Infinity) - rounding)))
  if (cumulated(plan.curve, Infinity) === Infinity) return plan.most
  const arrivals = new PhaseArrivals(plan, random)
  let count = 0
  while (arrivals.advance()) count += 1
  return count
}

/** A user joins the load or leaves it. */
export interface UserEvent {
  /** Microseconds from the start of the run phase; users that are there from the start join at the start of the warm-up. */
  readonly at: number
  /** Number of the user over all threads: 0, 1, 2 and so on. */
  readonly user: number
  readonly joins: boolean
}

/**
 * The times at which the users of one thread join and leave, in order.
 *
 * At any time the number of users is the rounded level. User k joins when the level rises to k + 0.5 and leaves when the level falls below that, so
 * that over a ramp the mean number of users is that of the curve. The user that joined last leaves first. The end of the run phase is not an event.
 */
export function userEvents(workload: UsersWorkload, { worker, workers }: Part): readonly UserEvent[] {
  return Array.from(allEvents(workload)).filter(({ user }) => user % workers === worker)
}

function* allEvents({ curve, warmup }: UsersWorkload): Generator<UserEvent> {
  let level = levelAt(curve, 0)
  // 0 - 0 is 0, and -0 would not be
  for (let user = 0; user < Math.round(level); user++) yield { at: 0 - warmup, user, joins: true }
  let start = 0
  for (const step of curve.steps) {
    // jumps at the very start are part of the level that it starts with, and a level that is kept for ever is the last
    if (start + step.duration === 0) continue
    if (step.duration === Infinity) return
    yield* eventsOf(level, step, start)
    start += step.duration
    level = step.to
  }
}

function* eventsOf(level: number, step: LoadStep, start: number): Generator<UserEvent> {
  const before = Math.round(level)
  const after = Math.round(step.to)
  const at = (user: number): number => start + step.duration * ((user + 0.5 - level) / (step.to - level))
  for (let user = before; user < after; user++) yield { at: at(user), user, joins: true }
  for (let user = before - 1; user >= after; user--) yield { at: at(user), user, joins: false }
}
