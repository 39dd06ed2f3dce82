const shortest = 50
const longest = 1000

/** How long to wait before the next attempt to connect, in milliseconds: twice as long after each failure, from 50 ms to 1 s. */
export class BackOff {
  #failures = 0

  /** The wait after one more failure. */
  next(): number {
    return Math.min(longest, shortest * 2 ** this.#failures++)
  }

  /** It worked: the next failure waits shortly again. */
  reset(): void {
    this.#failures = 0
  }
}
