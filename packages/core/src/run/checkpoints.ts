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

/**
 * Passes on what a running test has measured so far: with its first report, then about every five seconds.
 *
 * @param tell must use a record at once; without it there are no checkpoints
 * @returns a function that makes a checkpoint if it is time, once each thread has reported; to be called once a second
 */
export function makeCheckpoints(
  clock: Clock,
  collector: LoadCollector,
  tell: ((record: TestRecord) => void) | undefined,
): (recordOf: () => TestRecord) => void {
  let nextAt = -Infinity
  return (recordOf) => {
    const now = clock.now()
    if (tell === undefined || now < nextAt) return
    const record = recordOf()
    const { reportedAt: at } = collector
    if (at < record.times.start) return
    // The sums of each thread are those of its last report, and everything that was under way then counts as aborted.
    const interruption = record.interruption ?? { ...checkpointed, at }
    collector.asIfOver(() => tell({ ...record, times: { ...record.times, end: at }, interruption }))
    nextAt = now + Math.max(interval, (clock.now() - now) * (leastRest + 1))
  }
}
