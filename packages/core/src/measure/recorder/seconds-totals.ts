import type { SecondsSnapshot } from './in-flight-meter.ts'

const second = 1e6

/** How many there were at a time in each second of the run phase, over all threads. Snapshots may be added in any order. */
export class SecondsTotals {
  readonly #times: number[] = []

  /** Adds what one thread measured in some seconds. */
  add({ from, times }: SecondsSnapshot): void {
    for (const [index, time] of times.entries()) this.#times[from + index] = (this.#times[from + index] ?? 0) + time
  }

  /** The mean of a whole second, given by its number; `undefined` where no thread has told of it. */
  meanOf(index: number): number | undefined {
    const time = this.#times[index]
    return time === undefined ? undefined : time / second
  }
}
