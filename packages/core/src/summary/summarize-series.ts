import { Histogram } from '../metrics/histogram.ts'
import type { WindowSeries } from '../recorder/window-series.ts'
import type { SecondSummary } from './summary.ts'

/**
 * Lists every second of a run phase of `duration` seconds, also those in which nothing happened.
 *
 * Percentiles, mean and max are those of the histogram that covers the second, which is longer than it after ten minutes.
 */
export function summarizeSeries(windows: WindowSeries, duration: number): SecondSummary[] {
  const byIndex = new Map(windows.seconds.map((second) => [second.index, second]))
  const scratch = new Histogram()
  return Array.from({ length: Math.ceil(duration - 1e-9) }, (_, at) => {
    const counters = byIndex.get(at)
    const histogram = windows.histogram(at)
    scratch.reset()
    if (histogram !== undefined) scratch.add(histogram)
    const ms = (microseconds: number): number | null => (scratch.count === 0 ? null : microseconds / 1000)
    return {
      at,
      length: Math.min(1, duration - at),
      requests: counters?.answered ?? 0,
      failed: counters?.failed ?? 0,
      bytes: counters?.bytes ?? 0,
      mean: ms(scratch.mean()),
      p50: ms(scratch.percentile(50)),
      p99: ms(scratch.percentile(99)),
      max: ms(scratch.max),
    }
  })
}
