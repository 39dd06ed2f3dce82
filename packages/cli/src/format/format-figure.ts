import { hasSamplesFor, isLowerBound, type TimeFigure, type TimeSummary } from '@benchpress/core'
import { formatTime } from './format-time.ts'

const percentiles: Readonly<Partial<Record<TimeFigure, number>>> = {
  p2_5: 2.5,
  p50: 50,
  p75: 75,
  p90: 90,
  p95: 95,
  p97_5: 97.5,
  p99: 99,
  p99_9: 99.9,
}

/**
 * Writes a figure of a distribution of times: `>= 4.02 s` where no more is known, because requests were cut off, and `n/a (n=312)` where the
 * samples are too few for a percentile.
 *
 * @param format of a value, where it is no time
 */
export function formatFigure(times: TimeSummary, figure: TimeFigure, format: (value: number | null) => string = formatTime): string {
  const value = times[figure]
  const percentile = percentiles[figure]
  if (value !== null && isLowerBound(times, figure)) return `>= ${format(value)}`
  return percentile === undefined || hasSamplesFor(percentile, times.count) ? format(value) : `n/a (n=${times.count})`
}
