import { effectiveSamples, estimateInterval, estimatePercentile, estimateShares, type Interval } from '../../model/metrics/product-limit.ts'
import { judgeSamples } from '../../model/metrics/sample-size.ts'
import {
  isLowerBound,
  judgeFigure,
  percentileNames,
  percentiles,
  readHistogram,
  type TimeSummary,
} from '../../model/metrics/time-summary.ts'

/** A point of the curve of a distribution: the time, in milliseconds, that a share of all values do not exceed. */
export interface CurvePoint {
  /** The share, 0 to 1. */
  readonly share: number
  readonly time: number
  /** The 95 % confidence interval of the time, if samples are independent. */
  readonly interval: Interval | null
}

// The axis of a curve is as wide from 90 % to 99 % as from 99 % to 99.9 %: eight points lie in each such part. Three more points lie below the first of
// these, 25 %.
const perDecade = 8
const decades = 9
const drawn = Array.from({ length: perDecade * decades }, (_, index) => Number((100 - 100 * 10 ** (-(index + 1) / perDecade)).toFixed(9)))
const belowFirst = [5, 10, 15]
const shown = [...new Set([...percentileNames.map((name) => percentiles[name]), ...belowFirst, ...drawn])].toSorted((a, b) => a - b)

/**
 * Reads the curve of a distribution from its histogram, in ascending order, or from its percentiles in a result without histograms.
 *
 * The curve leaves out both ends, where too few samples lie beyond a share, and any part that is only a lower bound because requests were cut off.
 */
export function percentileCurve(times: TimeSummary): readonly CurvePoint[] {
  const histogram = readHistogram(times)
  if (histogram === undefined) return knownPercentiles(times)
  return shown.flatMap((percentile) => {
    if (judgeSamples(percentile, effectiveSamples(histogram, percentile)).says !== 'enough') return []
    const { value, isLowerBound: isBound } = estimatePercentile(histogram, percentile)
    if (isBound) return []
    return [{ share: shareOf(percentile), time: value / perMillisecond, interval: estimateInterval(histogram, percentile, perMillisecond) }]
  })
}

/** A distribution of times as the share of all times in each of several adjoining ranges. */
interface Distribution {
  /** The beginning of each range and the end of the last one, in milliseconds. */
  readonly edges: readonly number[]
  /** The share of all times in each range, 0 to 1; the rest of 1 took longer than the last range. */
  readonly shares: readonly number[]
  /** Whether each range is wider than the one before by the same factor, as when the longest time is many times the shortest. */
  readonly isByFactor: boolean
}

const mostRanges = 40
const fewestByFactor = 8
const manyTimes = 30
// A range that is narrower than a few buckets contains more or fewer of them by chance.
const leastWidth = 4
const bucketsPerValue = 1024

/**
 * Reads the distribution of times from their histogram, up to the end of their curve.
 *
 * `undefined` without a histogram, or with too few samples.
 */
export function distributionOf(times: TimeSummary): Distribution | undefined {
  const histogram = readHistogram(times)
  const curve = histogram === undefined ? [] : percentileCurve(times)
  // A percentile is the middle of a bucket, which may be half a microsecond.
  const [lowest, highest] = [histogram?.min ?? 0, Math.ceil((curve.at(-1)?.time ?? 0) * perMillisecond)]
  if (histogram === undefined || curve.length < fewestPoints || highest <= lowest) return undefined
  const isByFactor = highest > Math.max(1, lowest) * manyTimes
  const edges = isByFactor ? edgesByFactor(Math.max(1, lowest), highest) : evenEdges(lowest, highest)
  // Times are whole microseconds: those below an edge are at most one less.
  const upTo = estimateShares(
    histogram,
    edges.map((edge) => edge - 1),
  )
  return {
    edges: edges.map((edge) => edge / perMillisecond),
    // On a logarithmic axis, times below a microsecond can only be in the first range.
    shares: upTo.slice(1).map((share, index) => share - (index === 0 ? 0 : (upTo[index] ?? 0))),
    isByFactor,
  }
}

const perMillisecond = 1000
/** The fewest points that make a curve. */
export const fewestPoints = 3

// In floating point, 99.9 / 100 is a little more than 0.999.
function shareOf(percentile: number): number {
  return Number((percentile / 100).toPrecision(12))
}

function knownPercentiles(times: TimeSummary): readonly CurvePoint[] {
  return percentileNames.flatMap((name) => {
    const time = times[name]
    if (time === null || judgeFigure(times, name).says !== 'enough' || isLowerBound(times, name)) return []
    return [{ share: shareOf(percentiles[name]), time, interval: times.intervals[name] }]
  })
}

function evenEdges(lowest: number, highest: number): readonly number[] {
  const width = Math.max(Math.ceil((highest - lowest) / mostRanges), Math.ceil((leastWidth * highest) / bucketsPerValue))
  return Array.from({ length: Math.floor((highest - lowest) / width) + 2 }, (_, index) => lowest + index * width)
}

function edgesByFactor(lowest: number, highest: number): readonly number[] {
  const decadesOf = Math.log(highest / lowest)
  const ranges = Math.max(fewestByFactor, Math.min(mostRanges, Math.floor(decadesOf / Math.log(1 + leastWidth / lowest))))
  const edges = Array.from({ length: ranges + 1 }, (_, index) => Math.round(lowest * Math.exp((decadesOf * index) / ranges)))
  return [...new Set([...edges.slice(0, -1), highest + 1])]
}
