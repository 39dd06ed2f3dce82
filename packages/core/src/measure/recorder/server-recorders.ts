import { SeriesRecorder } from './series-recorder.ts'
import type { SeriesSnapshot } from './snapshot.ts'

/** What requests are counted under that go to none of the target's servers. */
export const otherServers = 'other servers'

/** The servers of one scenario on one thread: what went to each of them, and what a journey or a redirect sent elsewhere. */
export class ServerRecorders {
  /** In the order of the servers. */
  readonly all: readonly SeriesRecorder[]
  readonly others: SeriesRecorder = new SeriesRecorder(otherServers)

  constructor(names: readonly string[]) {
    this.all = names.map((name) => new SeriesRecorder(name))
  }

  /** Those of which anything was recorded since the last call. */
  take(): SeriesSnapshot[] {
    return [...this.all, this.others].flatMap((series) => series.take() ?? [])
  }
}
