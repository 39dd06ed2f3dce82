import { Histogram } from '../../model/metrics/histogram.ts'
import { FirstNames } from './first-names.ts'
import type { UsersSnapshot } from './snapshot.ts'

/** Times the groups of one thread by name. */
export class GroupRecorder {
  readonly #groups = new FirstNames(() => new Histogram())

  /** @param duration in microseconds */
  time(name: string, duration: number): void {
    this.#groups.of(name).record(duration)
  }

  /** The groups that were gone through since the last call. */
  take(): UsersSnapshot['groups'] {
    const taken: UsersSnapshot['groups'][number][] = []
    for (const [name, duration] of this.#groups.entries()) {
      if (duration.count > 0) taken.push({ name, duration: duration.snapshot() })
      duration.reset()
    }
    return taken
  }
}
