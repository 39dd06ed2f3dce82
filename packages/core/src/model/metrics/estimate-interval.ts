import type { Histogram } from './histogram.ts'
import { effectiveSamples, estimatePercentile } from './product-limit.ts'
import { rankInterval } from './rank-interval.ts'

/** Where the true percentile lies with a confidence of 95 %, in the unit of the figures; `null` for an end that the samples do not tell. */
export interface Interval {
  readonly low: number | null
  readonly high: number | null
}

/**
 * The 95 % interval of a percentile, from 0 to 100, of what a histogram holds; `null` when that is nothing.
 *
 * Where times were cut off, a rank is one of as many as they are worth, and is read from the same curve as percentiles are; where that has ended, the
 * interval is open.
 *
 * @see effectiveSamples
 *
 * @param perUnit what the values of the histogram are divided by
 */
export function estimateInterval(histogram: Histogram, percentile: number, perUnit: number): Interval | null {
  const { unfinished } = histogram
  const count = effectiveSamples(histogram, percentile)
  if (count === 0) return null
  const { low, high } = rankInterval(percentile, count)
  const at = (rank: number): { readonly value: number; readonly isLowerBound: boolean } =>
    unfinished === undefined ? { value: histogram.valueAt(rank), isLowerBound: false } : estimatePercentile(histogram, (rank / count) * 100)
  const highest = high === null ? null : at(high)
  return {
    low: low === null ? null : at(low).value / perUnit,
    high: highest === null || highest.isLowerBound ? null : highest.value / perUnit,
  }
}
