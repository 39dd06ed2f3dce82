import type { Schedule } from './schedule.ts'

/**
 * How many requests or iterations may still be started: any number in the warm-up, then until the run phase has had its number or its time.
 *
 * Shared by all connections or users of a scenario on one thread, so that the number is met exactly.
 */
export class Budget {
  readonly #schedule: Schedule
  #left: number
  #isStopped = false

  constructor(schedule: Schedule, count: number | undefined) {
    this.#schedule = schedule
    this.#left = count ?? Infinity
  }

  /** Grants up to `wanted` of those that are to be started at `now`. */
  take(wanted: number, now: number): number {
    if (this.#isStopped || now >= this.#schedule.runEnd) return 0
    if (now < this.#schedule.runStart) return wanted
    const granted = wanted < this.#left ? wanted : this.#left
    this.#left -= granted
    return granted
  }

  /** Whether nothing will be granted from `now` on. */
  isSpent(now: number): boolean {
    return this.isOver(now) || this.#left === 0
  }

  /** Whether even what was granted is too late at `now`: the run phase has had its time, or was stopped. */
  isOver(now: number): boolean {
    return this.#isStopped || now >= this.#schedule.runEnd
  }

  /** Grants nothing more. */
  stop(): void {
    this.#isStopped = true
  }
}
