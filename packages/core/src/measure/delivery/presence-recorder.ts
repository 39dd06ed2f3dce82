import { numbers, wholeNumbers } from './column.ts'

/** Who received from when to when, by numbers that a thread gives its recipients. */
export interface PresenceSnapshot {
  readonly joined: Uint32Array
  readonly joinedAt: Float64Array
  /** How many names each has that joined, and their hashes one behind the other. */
  readonly nameCounts: Uint32Array
  readonly names: Float64Array
  readonly left: Uint32Array
  readonly leftAt: Float64Array
  readonly gaps: Uint32Array
  readonly gapsFrom: Float64Array
  readonly gapsTo: Float64Array
}

/** Keeps who could receive from when to when, on one thread. */
export class PresenceRecorder {
  readonly #joined = wholeNumbers()
  readonly #joinedAt = numbers()
  readonly #nameCounts = wholeNumbers()
  readonly #names = numbers()
  readonly #left = wholeNumbers()
  readonly #leftAt = numbers()
  readonly #gaps = wholeNumbers()
  readonly #gapsFrom = numbers()
  readonly #gapsTo = numbers()

  get isEmpty(): boolean {
    return this.#joined.length + this.#left.length + this.#gaps.length === 0
  }

  joined(recipient: number, names: readonly number[], at: number): void {
    this.#joined.push(recipient)
    this.#joinedAt.push(at)
    this.#nameCounts.push(names.length)
    for (const name of names) this.#names.push(name)
  }

  left(recipient: number, at: number): void {
    this.#left.push(recipient)
    this.#leftAt.push(at)
  }

  gap(recipient: number, from: number, to: number): void {
    this.#gaps.push(recipient)
    this.#gapsFrom.push(from)
    this.#gapsTo.push(to)
  }

  /** What was recorded since the last call. */
  take(): PresenceSnapshot {
    return {
      joined: this.#joined.take(),
      joinedAt: this.#joinedAt.take(),
      nameCounts: this.#nameCounts.take(),
      names: this.#names.take(),
      left: this.#left.take(),
      leftAt: this.#leftAt.take(),
      gaps: this.#gaps.take(),
      gapsFrom: this.#gapsFrom.take(),
      gapsTo: this.#gapsTo.take(),
    }
  }
}
