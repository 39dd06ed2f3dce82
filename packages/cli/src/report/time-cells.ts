import type { TimeSummary } from '@benchpress/core'
import { formatPercentile } from '../format/format-percentile.ts'
import { formatTime } from '../format/format-time.ts'

/** The headings of {@link timeCells}. */
export const timeHeadings = ['50%', '90%', '95%', '99%', 'Avg', 'Max'] as const

/** The figures of a distribution of times for a row of a table; a percentile with too few samples says how many there were. */
export function timeCells(time: TimeSummary): readonly string[] {
  const { count } = time
  return [
    formatPercentile(time.p50, 50, count),
    formatPercentile(time.p90, 90, count),
    formatPercentile(time.p95, 95, count),
    formatPercentile(time.p99, 99, count),
    formatTime(time.mean),
    formatTime(time.max),
  ]
}
