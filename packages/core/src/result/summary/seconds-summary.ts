import { Histogram } from '../../model/metrics/histogram.ts'
import { estimateMax, estimateMean, estimatePercentile, type Estimate } from '../../model/metrics/product-limit.ts'
import type { WindowSeries } from '../../measure/recorder/windows.ts'

/** One second of the run phase, or its last part of one. */
export interface SecondSummary {
  /** Start, in seconds from the start of the run phase. */
  readonly at: number
  /** Length in seconds: 1, or less for the last one. */
  readonly length: number
  /** Complete responses that arrived in it. */
  readonly requests: number
  /** Requests that ended in it other than `ok`, without `aborted`. */
  readonly failed: number
  /** Bytes that arrived in it. */
  readonly bytes: number
  /** Response times of the responses that arrived in it, in milliseconds; `null` without one. */
  readonly mean: number | null
  readonly p50: number | null
  readonly p99: number | null
  readonly max: number | null
  /** Requests that were cut off in it, of which these figures know no more than their age; missing where none was. */
  readonly unfinished?: number
}

/**
 * Lists every second of a run phase of `duration` seconds, also those in which nothing happened.
 *
 * Percentiles, mean and max are those of the histogram that covers the second, which is longer than it after ten minutes.
 */
export function summarizeSeries(windows: WindowSeries, duration: number): SecondSummary[] {
  const byIndex = new Map(windows.seconds.map((second) => [second.index, second]))
  const scratch = new Histogram()
  return Array.from({ length: secondsOf(duration) }, (_, at) => {
    const counters = byIndex.get(at)
    const histogram = windows.histogram(at)
    scratch.reset()
    if (histogram !== undefined) scratch.add(histogram)
    const { unfinished } = scratch
    const ms = ({ value }: Estimate): number | null => (scratch.count === 0 && unfinished === undefined ? null : value / 1000)
    return {
      at,
      length: Math.min(1, duration - at),
      requests: counters?.answered ?? 0,
      failed: counters?.failed ?? 0,
      bytes: counters?.bytes ?? 0,
      mean: ms(estimateMean(scratch)),
      p50: ms(estimatePercentile(scratch, 50)),
      p99: ms(estimatePercentile(scratch, 99)),
      max: ms(estimateMax(scratch)),
      ...(unfinished === undefined ? {} : { unfinished: unfinished.count }),
    }
  })
}

/** The number of seconds that a duration in seconds has begun. */
export function secondsOf(duration: number): number {
  return Math.ceil(duration - 1e-9)
}
