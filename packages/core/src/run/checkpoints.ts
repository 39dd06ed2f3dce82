import type { Clock } from '../base/clock/clock.ts'
import type { Interruption } from '../result/summary/test-summary.ts'
import type { LoadCollector } from './load-collector.ts'
import type { TestRecord } from './summarize-test.ts'

// `tick` is called once a second, which is a little more or less than a second.
const interval = 4_500_000
// Making checkpoints takes at most a fiftieth of the time of the calling thread, however large they are.
const leastRest = 49

/** The interruption in a partial result of a test that was still running. */
export const checkpointed: Omit<Interruption, 'at'> = {
  cause: 'checkpoint',
  reason: 'the process ended without a result, and this is what it had measured by its last checkpoint',
}

/** Passes on what a running test has measured so far: with its first report, then about every five seconds. */
export class Checkpoints {
  readonly #clock: Clock
  readonly #collector: LoadCollector
  readonly #tell: ((record: TestRecord) => void) | undefined
  #nextAt = -Infinity

  /** @param tell must use a record at once; without it there are no checkpoints */
  constructor(clock: Clock, collector: LoadCollector, tell: ((record: TestRecord) => void) | undefined) {
    this.#clock = clock
    this.#collector = collector
    this.#tell = tell
  }

  /** Makes a checkpoint if it is time, once each thread has reported. To be called once a second. */
  tick(recordOf: () => TestRecord): void {
    const now = this.#clock.now()
    if (this.#tell === undefined || now < this.#nextAt) return
    const record = recordOf()
    if (this.#collector.reportedAt < record.times.start) return
    // The sums of each thread are those of its last report, and everything that was under way then counts as aborted.
    this.#collector.asIfOver(() => this.#tell?.(recordUntil(this.#collector.reportedAt, record)))
    const cost = this.#clock.now() - now
    this.#nextAt = now + Math.max(interval, cost * (leastRest + 1))
  }
}

/** The record of a running test up to the last report of its threads. */
function recordUntil(reportedAt: number, record: TestRecord): TestRecord {
  return {
    ...record,
    times: { ...record.times, end: reportedAt },
    interruption: record.interruption ?? { ...checkpointed, at: reportedAt },
  }
}
