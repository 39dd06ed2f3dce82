import { FirstNames } from './first-names.ts'
import { SeriesRecorder } from './series-recorder.ts'
import type { SeriesSnapshot } from './snapshot.ts'

/** The endpoints, or the tags, of a scenario on one thread: a series for each of the first 200 names, the rest together as `other`. */
export class SeriesSet {
  readonly #series = new FirstNames((name) => [new SeriesRecorder(name)] as const)

  /** The series of a name. Allocates nothing when it is known. */
  of(name: string): SeriesRecorder {
    return this.#series.of(name)[0]
  }

  /** The series of a name as a list of one, which is the same one each time. */
  listOf(name: string): readonly [SeriesRecorder] {
    return this.#series.of(name)
  }

  /** The series in which anything was recorded since the last call. */
  take(): SeriesSnapshot[] {
    const taken: SeriesSnapshot[] = []
    for (const [, [series]] of this.#series.entries()) {
      const snapshot = series.take()
      if (snapshot !== undefined) taken.push(snapshot)
    }
    return taken
  }
}
