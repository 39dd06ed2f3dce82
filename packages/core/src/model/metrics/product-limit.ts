import type { Amount } from '../../base/units/count.ts'
import { Histogram, middleOf } from './histogram.ts'
import { rankInterval } from './sample-size.ts'

/** A figure of times, some of which were cut off. */
export interface Estimate {
  readonly value: number
  /** Whether all that is known is that the figure is not below `value`. */
  readonly isLowerBound: boolean
}

// What remains of a share after it was multiplied and divided a few thousand times, over what it should be.
const rounding = 1e-12

/**
 * The value below which `percentile` percent of the times lie, by the product-limit estimator of Kaplan and Meier: the plain nearest rank
 * where nothing was cut off.
 *
 * What was cut off at an age took longer than that, also than a time equal to it: it counts among those at risk up to there, and no further.
 * Where the longest was cut off, the curve ends before it has reached every percentile. Of one beyond its end the rank among all times is
 * given, with the age in place of what was cut off: no time can be shorter than its age, so the percentile is not below that.
 */
export function estimatePercentile(times: Histogram, percentile: number): Estimate {
  const { unfinished } = times
  if (unfinished === undefined) return { value: times.percentile(percentile), isLowerBound: false }
  const place = findPlace(times, percentile)
  if (place === undefined) return { value: atAges(times, unfinished).percentile(percentile), isLowerBound: true }
  return { value: Math.min(times.max, Math.max(times.min, middleOf(place.bucket))), isLowerBound: false }
}

/**
 * How many times that all ended would tell as much of a percentile as these do: the number at risk over the share that survives up to there.
 *
 * It is the number of all times before the first that was cut off, and falls behind each: R. Peto and others, British Journal of Cancer 35 (1977).
 * A fraction of a sample counts as none. A lower bound is a rank among all times.
 */
export function effectiveSamples(times: Histogram, percentile: number): number {
  if (times.unfinished === undefined) return times.count
  return Math.floor((findPlace(times, percentile)?.samples ?? times.count + times.unfinished.count) * (1 + rounding))
}

/** The longest time or age; a lower bound when anything was cut off, for it may have taken longer than all that ended. */
export function estimateMax({ max, unfinished }: Histogram): Estimate {
  return { value: Math.max(max, unfinished?.max ?? 0), isLowerBound: unfinished !== undefined }
}

/** The shortest time that ended; a lower bound when none did. */
export function estimateMin(times: Histogram): Estimate {
  if (times.count > 0 || times.unfinished === undefined) return { value: times.min, isLowerBound: false }
  return { value: times.unfinished.min, isLowerBound: true }
}

/** The mean with the age in place of what was cut off, which every longer time would raise: a lower bound when anything was. */
export function estimateMean(times: Histogram): Estimate {
  const { unfinished } = times
  if (unfinished === undefined) return { value: times.mean(), isLowerBound: false }
  return { value: (times.sum + unfinished.sum) / (times.count + unfinished.count), isLowerBound: true }
}

/**
 * The population standard deviation; when anything was cut off, the least there can be.
 *
 * It is the least when each of those ended as near to the mean as its age allows: at its age where that is above the mean, else at the mean.
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
    // Squares around the mean of all of them, from those around the mean before.
    squares += ((age - mean) ** 2 * count * added) / (count + added)
    count += added
    sum += age * added
  }
  return { value: Math.sqrt(squares / (times.count + unfinished.count)), isLowerBound: true }
}

/**
 * The share of all times that are at most each of some values, in ascending order, by the same estimator; to the width of a bucket.
 *
 * Where the longest was cut off, the share of a value beyond the end of the curve is that of its end: no less, and perhaps more.
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
  /** The share of all times that go on after it. */
  readonly surviving: number
  /** How many times that all ended would tell as much. */
  readonly samples: number
}

// The first bucket at the end of which no more of all times go on than a percentile leaves; `undefined` when that many were cut off before.
function findPlace(times: Histogram, percentile: number): Place | undefined {
  const share = 1 - percentile / 100 + rounding
  for (const place of placesOf(times)) if (place.surviving <= share) return place
  return undefined
}

function* placesOf(times: Histogram): Generator<Place> {
  const ended = times.snapshot()
  const { buckets = [], counts = [], count = 0 } = times.unfinished?.snapshot() ?? {}
  let atRisk = ended.count + count
  // Between two that were cut off the product of all factors is the share of those at risk who are left: multiplied once, it is exact.
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

/** Where the true percentile lies with a confidence of 95 %, in the unit of the figures; `null` for an end that the samples do not tell. */
export interface Interval {
  /** Lower end. */
  readonly low: Amount | null
  /** Upper end. */
  readonly high: Amount | null
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
