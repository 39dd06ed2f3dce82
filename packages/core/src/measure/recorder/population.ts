import type { IterationEnd } from './iteration-end.ts'
import type { UsersSnapshot } from './snapshot.ts'

/** How many users came, left and were there at a time, on one thread. */
export class Population {
  #created = 0
  #ended: Record<IterationEnd, number> = { completed: 0, failed: 0, aborted: 0 }
  #active = 0
  #most = 0
  #takenMost = 0

  created(): void {
    this.#created += 1
    this.#active += 1
    if (this.#active > this.#most) this.#most = this.#active
  }

  ended(end: IterationEnd): void {
    this.#ended[end] += 1
    this.#active -= 1
  }

  /** What changed since the last call. */
  take(): Pick<UsersSnapshot, 'created' | 'completed' | 'failed' | 'aborted' | 'mostActive'> {
    const snapshot = { created: this.#created, ...this.#ended, mostActive: this.#most - this.#takenMost }
    this.#created = 0
    this.#ended = { completed: 0, failed: 0, aborted: 0 }
    this.#takenMost = this.#most
    return snapshot
  }
}
