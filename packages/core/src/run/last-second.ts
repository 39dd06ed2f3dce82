import type { Schedule } from '../load/engine/schedule.ts'
import { Histogram } from '../model/metrics/histogram.ts'
import { summarizeTimes } from '../result/summary/summarize-times.ts'
import type { TimeSummary } from '../result/summary/time-summary.ts'
import type { CollectedThread, LoadCollector } from './load-collector.ts'

const second = 1e6

/** The response times of the last second, of each scenario, that is over and that all threads have told of. */
export function lastSecondOf({ scenarios, threads }: LoadCollector, schedules: readonly Schedule[]): TimeSummary {
  const merged = new Histogram()
  const told = toldUntil(threads)
  for (const [index, { windows }] of scenarios.entries()) {
    const { runStart = Infinity, runEnd = Infinity } = schedules[index] ?? {}
    // Seconds lie in windows that grow wider in a long run; each counts as a whole.
    const complete = Math.floor((Math.min(told, runEnd) - runStart) / second / windows.width)
    const histogram = complete > 0 ? windows.histogram((complete - 1) * windows.width) : undefined
    if (histogram !== undefined) merged.add(histogram)
  }
  return summarizeTimes(merged)
}

// What a thread that died did not tell is never told.
function toldUntil(threads: readonly CollectedThread[]): number {
  return Math.min(...threads.filter(({ lost }) => lost === undefined).map(({ reportedAt }) => reportedAt))
}
