import type { IterationsSnapshot } from './snapshot.ts'

/** The sums of the iterations that threads counted in one phase, or of one journey. */
export class IterationTotals implements IterationsSnapshot {
  #started = 0
  #dropped = 0
  #completed = 0
  #failed = 0
  #aborted = 0

  get started(): number {
    return this.#started
  }
  get dropped(): number {
    return this.#dropped
  }
  get completed(): number {
    return this.#completed
  }
  get failed(): number {
    return this.#failed
  }
  get aborted(): number {
    return this.#aborted
  }

  add(snapshot: IterationsSnapshot): void {
    this.#started += snapshot.started
    this.#dropped += snapshot.dropped
    this.#completed += snapshot.completed
    this.#failed += snapshot.failed
    this.#aborted += snapshot.aborted
  }
}
