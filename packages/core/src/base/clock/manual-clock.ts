import type { Clock } from './clock.ts'

/** A clock that stands still until it is told to move, for tests of what depends on time. */
export class ManualClock implements Clock {
  #now: number
  readonly #waiting = new Set<{ readonly time: number; readonly resolve: () => void }>()

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
    if (this.#waiting.size === 0) return
    const due = [...this.#waiting].filter(({ time }) => time <= this.#now).toSorted((one, other) => one.time - other.time)
    for (const wait of due) {
      this.#waiting.delete(wait)
      wait.resolve()
    }
  }

  /** Resolves when the clock has been moved to a time, in microseconds; waits for the same move resolve in the order of their times. */
  reached(time: number): Promise<void> {
    if (time <= this.#now) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.add({ time, resolve }))
  }
}
