import { Histogram } from '../../model/metrics/histogram.ts'

/** What the values of a trend's histogram are divided by to have its unit: times are kept in microseconds, all else in thousandths. */
export const valuesPerUnit = 1000

/** Puts histograms together without loss; a single one is not copied. */
export function mergeHistograms(all: readonly Histogram[]): Histogram {
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  const merged = new Histogram()
  for (const histogram of all) merged.add(histogram.snapshot())
  return merged
}
