import { hasSamplesFor } from '@benchpress/core'
import { formatTime } from './format-time.ts'

/** Writes a percentile given in milliseconds, or `n/a (n=312)` where `count` samples are too few to tell it. */
export function formatPercentile(milliseconds: number | null, percentile: number, count: number): string {
  return milliseconds !== null && hasSamplesFor(percentile, count) ? formatTime(milliseconds) : `n/a (n=${count})`
}
