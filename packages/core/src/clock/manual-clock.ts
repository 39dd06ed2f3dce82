import type { Clock } from './clock.ts'

/** A clock that stands still until it is told to move, for tests of what depends on time. */
export class ManualClock implements Clock {
  #now: number

  /** @param now first reading, in microseconds */
  constructor(now = 0) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  /** Moves the clock forward by some microseconds. */
  advance(by: number): void {
    this.#now += by
  }
}
