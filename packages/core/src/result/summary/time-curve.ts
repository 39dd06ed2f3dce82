import { effectiveSamples, estimateInterval, estimatePercentile, estimateShares, type Interval } from '../../model/metrics/product-limit.ts'
import { judgeSamples } from '../../model/metrics/sample-size.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import { histogramOf, isLowerBound, judgeFigure, percentileNames, percentiles, type TimeSummary } from './time-summary.ts'

/** A point of the curve of a distribution: the time that a share of all took at most, in milliseconds. */
export interface CurvePoint {
  /** From 0 to 1. */
  readonly share: number
  readonly time: number
  /** Where the true time lies with a confidence of 95 %, if samples are independent. */
  readonly interval: Interval | null
}

// The axis of a curve is as wide from 90 % to 99 % as from 99 % to 99.9 %: eight points lie in each such part. Below the first of them, 25 %, there are three more.
const perDecade = 8
const decades = 9
const drawn = Array.from({ length: perDecade * decades }, (_, index) => Number((100 - 100 * 10 ** (-(index + 1) / perDecade)).toFixed(9)))
const belowFirst = [5, 10, 15]
const shown = [...new Set([...percentileNames.map((name) => percentiles[name]), ...belowFirst, ...drawn])].toSorted((a, b) => a - b)

/**
 * Reads the curve of a distribution from its histogram, in ascending order; of a result without histograms, from its percentiles.
 *
 * It begins and ends where too few samples lie beyond a share, and ends where requests that were cut off leave no more than a lower bound.
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

/** How times are distributed: the share of all that lies in each of some ranges, one after the other. */
export interface Distribution {
  /** Where the ranges begin, in milliseconds, and where the last one ends. */
  readonly edges: readonly number[]
  /** The share of all times in each range, from 0 to 1; what is missing to 1 took longer than the last. */
  readonly shares: readonly number[]
  /** Whether each range is wider than the one before it, by the same factor: where the longest time is many times the shortest. */
  readonly isByFactor: boolean
}

const mostRanges = 40
const fewestByFactor = 8
const manyTimes = 30
// What is narrower than a few buckets has more or less of them by chance.
const leastWidth = 4
const bucketsPerValue = 1024

/**
 * Reads how times are distributed from their histogram, up to the end of their curve.
 *
 * `undefined` where there is no histogram, or where too few samples tell of it.
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
    // What took less than a microsecond has no place on an axis of factors but in the first range.
    shares: upTo.slice(1).map((share, index) => share - (index === 0 ? 0 : (upTo[index] ?? 0))),
    isByFactor,
  }
}

const perMillisecond = 1000
/** The fewest points that make a curve. */
export const fewestPoints = 3

// 99.9 / 100 is a little more than 0.999.
function shareOf(percentile: number): number {
  return Number((percentile / 100).toPrecision(12))
}

function readHistogram(times: TimeSummary): Histogram | undefined {
  const measured = histogramOf(times)
  if (measured === undefined) return undefined
  const histogram = new Histogram()
  histogram.add(measured)
  return histogram
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
