import type { IterationEnd } from './iteration-end.ts'
import type { IterationsSnapshot } from './snapshot.ts'

/** Counts the iterations of one phase, or of one journey, on one thread. */
export class IterationCounter {
  #counts = noIterations()

  started(): void {
    this.#counts.started += 1
  }

  dropped(): void {
    this.#counts.dropped += 1
  }

  ended(end: IterationEnd): void {
    this.#counts[end] += 1
  }

  /** What was recorded since the last call. */
  take(): IterationsSnapshot {
    const counts = this.#counts
    this.#counts = noIterations()
    return counts
  }
}

function noIterations(): { -readonly [Count in keyof IterationsSnapshot]: number } {
  return { started: 0, dropped: 0, completed: 0, failed: 0, aborted: 0 }
}
