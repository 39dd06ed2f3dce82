import type { Clock } from '../base/clock/clock.ts'
import type { Interruption } from '../result/summary/test-summary.ts'
import type { LoadCollector } from './load-collector.ts'
import type { TestRecord } from './summarize-test.ts'

// Asked once a second, which is a little more or less than one.
const interval = 4_500_000
// However much there is to be put together, it takes no more than a fiftieth of the time of the calling thread.
const leastRest = 49

/** What stands in a partial result for how its test ended, which the process did not live to tell. */
export const checkpointed: Omit<Interruption, 'at'> = {
  cause: 'checkpoint',
  reason: 'the process ended without a result, and this is what it had measured by its last checkpoint',
}

/** Tells what a running test has measured so far: with its first report, then about every five seconds. */
export class Checkpoints {
  readonly #clock: Clock
  readonly #collector: LoadCollector
  readonly #tell: ((record: TestRecord) => void) | undefined
  #nextAt = -Infinity

  /** @param tell has to use a record at once; without it there are no checkpoints */
  constructor(clock: Clock, collector: LoadCollector, tell: ((record: TestRecord) => void) | undefined) {
    this.#clock = clock
    this.#collector = collector
    this.#tell = tell
  }

  /** Tells of the test if it is time, once each of its threads has reported. To be called once a second. */
  tick(recordOf: () => TestRecord): void {
    const now = this.#clock.now()
    if (this.#tell === undefined || now < this.#nextAt) return
    const record = recordOf()
    if (this.#collector.reportedAt < record.times.start) return
    // Each thread has its own sums up to its last report, and what it had under way then counts as aborted.
    this.#collector.asIfOver(() => this.#tell?.(recordUntil(this.#collector.reportedAt, record)))
    const cost = this.#clock.now() - now
    this.#nextAt = now + Math.max(interval, cost * (leastRest + 1))
  }
}

/** What a test that still runs has measured up to the last report of its threads. */
function recordUntil(reportedAt: number, record: TestRecord): TestRecord {
  return {
    ...record,
    times: { ...record.times, end: reportedAt },
    interruption: record.interruption ?? { ...checkpointed, at: reportedAt },
  }
}
