import { Histogram } from '../../model/metrics/histogram.ts'
import type { IterationEnd } from './iteration-end.ts'
import { IterationCounter } from './iteration-counter.ts'
import type { JourneySnapshot } from './snapshot.ts'

/** Counts and times the iterations of the run phase, by journey, on one thread. */
export class JourneyRecorder {
  readonly #byName = new Map<string, { readonly iterations: IterationCounter; readonly duration: Histogram }>()

  started(name: string): void {
    this.#of(name).iterations.started()
  }

  dropped(name: string): void {
    this.#of(name).iterations.dropped()
  }

  /** `duration` in microseconds; an iteration that was aborted has none. */
  ended(name: string, end: IterationEnd, duration: number): void {
    const journey = this.#of(name)
    journey.iterations.ended(end)
    if (end !== 'aborted') journey.duration.record(duration)
  }

  /** What was recorded since the last call. */
  take(): JourneySnapshot[] {
    return Array.from(this.#byName, ([name, { iterations, duration }]) => {
      const snapshot = { name, iterations: iterations.take(), duration: duration.snapshot() }
      duration.reset()
      return snapshot
    })
  }

  #of(name: string): { readonly iterations: IterationCounter; readonly duration: Histogram } {
    let journey = this.#byName.get(name)
    if (journey === undefined) {
      journey = { iterations: new IterationCounter(), duration: new Histogram() }
      this.#byName.set(name, journey)
    }
    return journey
  }
}
