import type { Histogram } from '../metrics/histogram.ts'
import type { TimeSummary } from './time-summary.ts'

const microsecondsPerMillisecond = 1000

/** Reads a histogram of microseconds into milliseconds. */
export function summarizeTimes(histogram: Histogram): TimeSummary {
  const isEmpty = histogram.count === 0
  const ms = (microseconds: number): number | null => (isEmpty ? null : microseconds / microsecondsPerMillisecond)
  return {
    p2_5: ms(histogram.percentile(2.5)),
    p50: ms(histogram.percentile(50)),
    p75: ms(histogram.percentile(75)),
    p90: ms(histogram.percentile(90)),
    p95: ms(histogram.percentile(95)),
    p97_5: ms(histogram.percentile(97.5)),
    p99: ms(histogram.percentile(99)),
    p99_9: ms(histogram.percentile(99.9)),
    mean: ms(histogram.mean()),
    stdev: ms(histogram.stdev()),
    min: ms(histogram.min),
    max: ms(histogram.max),
    count: histogram.count,
  }
}
