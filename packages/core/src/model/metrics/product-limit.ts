import type { Amount } from '../../base/units/count.ts'
import { Histogram, middleOf } from './histogram.ts'
import { rankInterval } from './sample-size.ts'

/** A figure of a distribution in which some requests were cut off. */
export interface Estimate {
  readonly value: number
  /** Whether `value` is only a lower bound of the figure. */
  readonly isLowerBound: boolean
}

// Relative rounding error of a share after a few thousand multiplications and divisions.
const rounding = 1e-12

/**
 * The value below which `percentile` percent of the times lie, by the product-limit estimator of Kaplan and Meier: the plain nearest rank when nothing
 * was cut off.
 *
 * A request that was cut off at an age took longer than any time up to this age: it counts as at risk up to its age, and no further. When the longest
 * was cut off, the curve ends before it has reached every percentile. For a percentile beyond the end, the rank among all times and ages is returned,
 * which is a lower bound, because no time is shorter than its age.
 */
export function estimatePercentile(times: Histogram, percentile: number): Estimate {
  const { unfinished } = times
  if (unfinished === undefined) return { value: times.percentile(percentile), isLowerBound: false }
  const place = findPlace(times, percentile)
  if (place === undefined) return { value: atAges(times, unfinished).percentile(percentile), isLowerBound: true }
  return { value: Math.min(times.max, Math.max(times.min, middleOf(place.bucket))), isLowerBound: false }
}

/**
 * The number of complete times that would be as precise for a percentile as these: the number at risk over the share that survives up to there.
 *
 * It is the number of all times before the first that was cut off, and falls after each: R. Peto and others, British Journal of Cancer 35 (1977). A
 * fraction of a sample counts as none. A lower bound is a rank among all times.
 */
export function effectiveSamples(times: Histogram, percentile: number): number {
  if (times.unfinished === undefined) return times.count
  return Math.floor((findPlace(times, percentile)?.samples ?? times.count + times.unfinished.count) * (1 + rounding))
}

/** The longest time or age; a lower bound when anything was cut off, because that may have taken longer than everything that ended. */
export function estimateMax({ max, unfinished }: Histogram): Estimate {
  return { value: Math.max(max, unfinished?.max ?? 0), isLowerBound: unfinished !== undefined }
}

/** The shortest time that ended; a lower bound when none did. */
export function estimateMin(times: Histogram): Estimate {
  if (times.count > 0 || times.unfinished === undefined) return { value: times.min, isLowerBound: false }
  return { value: times.unfinished.min, isLowerBound: true }
}

/** The mean of times and ages, which is a lower bound when anything was cut off, because every longer time would raise it. */
export function estimateMean(times: Histogram): Estimate {
  const { unfinished } = times
  if (unfinished === undefined) return { value: times.mean(), isLowerBound: false }
  return { value: (times.sum + unfinished.sum) / (times.count + unfinished.count), isLowerBound: true }
}

/**
 * The population standard deviation, or the least possible one when anything was cut off.
 *
 * The deviation is least when each request that was cut off ended as close to the mean as its age allows: at its age if that is above the mean,
 * otherwise at the mean.
 */
export function estimateStdev(times: Histogram): Estimate {
  const { unfinished } = times
  if (unfinished === undefined) return { value: times.stdev(), isLowerBound: false }
  const { buckets, counts } = unfinished.snapshot()
  let [count, sum, squares] = [times.count, times.sum, times.stdev() ** 2 * times.count]
  for (let i = buckets.length - 1; i >= 0; i--) {
    const [age, added] = [middleOf(buckets[i]!), counts[i]!]
    const mean = count === 0 ? age : sum / count
    if (age < mean) break
    // Moves the squares from the mean before to the mean of all.
    squares += ((age - mean) ** 2 * count * added) / (count + added)
    count += added
    sum += age * added
  }
  return { value: Math.sqrt(squares / (times.count + unfinished.count)), isLowerBound: true }
}

/**
 * The shares of all times that are at most each of several ascending values, by the same estimator, with the precision of a bucket.
 *
 * When the longest was cut off, the share of a value beyond the end of the curve is that of the end, which is a lower bound.
 */
export function estimateShares(times: Histogram, values: readonly number[]): number[] {
  const shares: number[] = []
  let reached = 0
  for (const { bucket, surviving } of placesOf(times)) {
    const value = Math.min(times.max, Math.max(times.min, middleOf(bucket)))
    while (shares.length < values.length && values[shares.length]! < value) shares.push(reached)
    reached = 1 - surviving
  }
  while (shares.length < values.length) shares.push(reached)
  return shares
}

/** The end of a bucket on the curve. */
interface Place {
  readonly bucket: number
  /** The share of all times that are longer. */
  readonly surviving: number
  /** The number of complete times that would be as precise. */
  readonly samples: number
}

// The first bucket after which at most the share beyond the percentile is left; `undefined` when more than this were cut off before.
function findPlace(times: Histogram, percentile: number): Place | undefined {
  const share = 1 - percentile / 100 + rounding
  for (const place of placesOf(times)) if (place.surviving <= share) return place
  return undefined
}

function* placesOf(times: Histogram): Generator<Place> {
  const ended = times.snapshot()
  const { buckets = [], counts = [], count = 0 } = times.unfinished?.snapshot() ?? {}
  let atRisk = ended.count + count
  // Between two cut-offs the product of all factors is the share of those at risk that are left: multiplied once, it is exact.
  let [surviving, from, cut] = [1, atRisk, 0]
  for (const [index, bucket] of ended.buckets.entries()) {
    let lost = 0
    while (cut < buckets.length && buckets[cut]! < bucket) lost += counts[cut++]!
    if (lost > 0) {
      surviving *= atRisk / from
      atRisk -= lost
      from = atRisk
    }
    atRisk -= ended.counts[index]!
    yield { bucket, surviving: surviving * (atRisk / from), samples: from / surviving }
  }
}

function atAges(times: Histogram, unfinished: Histogram): Histogram {
  const all = new Histogram()
  all.add(unfinished.snapshot())
  const { buckets, counts, count, sum, min, max } = times.snapshot()
  all.add({ buckets, counts, count, sum, min, max })
  return all
}

/** The 95 % confidence interval of a percentile, in the unit of the figures; `null` for an end that the samples leave open. */
export interface Interval {
  /** Lower end of the interval. */
  readonly low: Amount | null
  /** Upper end of the interval. */
  readonly high: Amount | null
}

/**
 * The 95 % confidence interval of a percentile, from 0 to 100, of a histogram; `null` when the histogram is empty.
 *
 * With requests that were cut off, ranks are among the effective number of samples, and are read from the same curve as percentiles; beyond the end of
 * the curve the interval is open.
 *
 * @see effectiveSamples
 *
 * @param perUnit the divisor from the values of the histogram to the unit
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
