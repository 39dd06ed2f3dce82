import type { Position } from './position.ts'

/** The number of ids of the Go bridge for one millisecond. */
const sequencesOfOneMillisecond = 2048

/** Gives each message a position after all earlier ones, even when the clock goes back. */
export class PositionSource {
  #ms = 0
  #sequence = 0

  /** The position given last. */
  get last(): Position {
    return { ms: this.#ms, sequence: this.#sequence }
  }

  /** @param now milliseconds since 1970 */
  next(now: number): Position {
    if (now > this.#ms) {
      this.#ms = now
      this.#sequence = 0
    } else if (++this.#sequence === sequencesOfOneMillisecond) {
      this.#ms++
      this.#sequence = 0
    }
    return this.last
  }
}
