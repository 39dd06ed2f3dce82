import type { Amount, Count } from '../../base/units/count.ts'
import {
  estimateInterval,
  effectiveSamples,
  estimateMax,
  estimateMean,
  estimateMin,
  estimatePercentile,
  estimateStdev,
  type Interval,
  type Estimate,
} from '../../model/metrics/product-limit.ts'
import { judgeSamples, type SampleEvidence } from '../../model/metrics/sample-size.ts'
import { decodeHistogram, encodeHistogram, type EncodedHistogram } from '../../model/metrics/encoded-histogram.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** A value for each percentile of a distribution, by the name of its figure. */
export interface Percentiles<Value> {
  /** 2.5th percentile. */
  readonly p2_5: Value
  /** Median. */
  readonly p50: Value
  /** 75th percentile. */
  readonly p75: Value
  /** 90th percentile. */
  readonly p90: Value
  /** 95th percentile. */
  readonly p95: Value
  /** 97.5th percentile. */
  readonly p97_5: Value
  /** 99th percentile. */
  readonly p99: Value
  /** 99.9th percentile. */
  readonly p99_9: Value
}

/** The name of a percentile's figure. */
export type PercentileName = keyof Percentiles<unknown>

/** The percentiles of a distribution, by the names of their figures. */
export const percentiles: Percentiles<number> = { p2_5: 2.5, p50: 50, p75: 75, p90: 90, p95: 95, p97_5: 97.5, p99: 99, p99_9: 99.9 }

/** The names of all percentiles, the lowest first. */
export const percentileNames: readonly PercentileName[] = Object.keys(percentiles) as PercentileName[]

/** A figure of a {@link TimeSummary}. */
export type TimeFigure = keyof TimeFigures

/** The figures of a distribution; `null` when nothing was measured. */
interface TimeFigures extends Percentiles<Amount | null> {
  /** Mean. */
  readonly mean: Amount | null
  /** Standard deviation. */
  readonly stdev: Amount | null
  /** Shortest. */
  readonly min: Amount | null
  /** Longest. */
  readonly max: Amount | null
}

/**
 * A distribution of times, in milliseconds; every figure is `null` when nothing was measured.
 *
 * Percentiles are given whatever `count` is: `judgeFigure` says what they are worth, and `intervals` how sure they are.
 */
export interface TimeSummary extends TimeFigures {
  /** The number of times, without those that were cut off. */
  readonly count: Count
  /** Where each true percentile lies with a confidence of 95 %, if the samples are independent. */
  readonly intervals: PercentileIntervals
  /** The times that were cut off, which are in the figures with their ages; missing where none was. */
  readonly unfinished?: UnfinishedTimes
  /** All times but those that were cut off, bucket by bucket, from which the figures were read; in a file alone, and missing where nothing was measured. */
  readonly histogram?: EncodedHistogram
}

/** Times that are not known, because they were cut off. */
export interface UnfinishedTimes {
  /** The number of times that were cut off. */
  readonly count: Count
  /** The least age at which one was cut off, in milliseconds. */
  readonly shortest: Amount
  /** The mean age at which they were cut off, in milliseconds. */
  readonly mean: Amount
  /** The greatest age at which one was cut off, in milliseconds. */
  readonly longest: Amount
  /** The figures that are lower bounds: the true ones are not below them. */
  readonly lowerBounds: readonly TimeFigure[]
  /** For each percentile, the number of samples without any cut off that would say as much of it. */
  readonly samples: Percentiles<Count>
  /** The ages, bucket by bucket; in a file alone. */
  readonly histogram?: EncodedHistogram
}

/** Whether a figure is a lower bound, because requests were cut off: it is printed `>= 4.02 s`. */
export function isLowerBound({ unfinished }: TimeSummary, figure: TimeFigure): boolean {
  return unfinished !== undefined && unfinished.lowerBounds.includes(figure)
}

/** How many samples a percentile rests on: of what was cut off, as many as would tell as much of it had they all ended. */
export function samplesOf({ count, unfinished }: TimeSummary, figure: PercentileName): number {
  return unfinished === undefined ? count : unfinished.samples[figure]
}

/** Says what the samples of a distribution tell of a percentile. */
export function judgeFigure(times: TimeSummary, figure: PercentileName): SampleEvidence {
  return judgeSamples(percentiles[figure], samplesOf(times, figure))
}

/** The interval of each percentile; `null` when nothing was measured. */
export type PercentileIntervals = Percentiles<Interval | null>

const microsecondsPerMillisecond = 1000

// What figures were read from, for as long as they are in use. Without the empty buckets, because results of many runs and endpoints are kept at once.
const distributions = new WeakMap<TimeSummary, HistogramSnapshot>()

/** Summarizes a histogram of microseconds in milliseconds. */
export function summarizeTimes(histogram: Histogram): TimeSummary {
  const times = readTimes(histogram)
  if (isTimed(times)) distributions.set(times, histogram.snapshot())
  return times
}

/**
 * What figures were read from, in microseconds: of those that this process has measured, and of those of a file that has histograms.
 *
 * `undefined` where it is not known, or nothing was measured.
 */
export function histogramOf(times: TimeSummary): HistogramSnapshot | undefined {
  const known = distributions.get(times)
  if (known !== undefined) return known
  if (times.histogram === undefined || (times.unfinished !== undefined && times.unfinished.histogram === undefined)) return undefined
  const { unfinished } = times
  const read = decodeHistogram(times.histogram)
  const histogram = unfinished?.histogram === undefined ? read : { ...read, unfinished: decodeHistogram(unfinished.histogram) }
  distributions.set(times, histogram)
  return histogram
}

/** Writes a distribution as a file has it, with its histogram; as it is, where that is not known. */
export function withHistogram(times: TimeSummary): TimeSummary {
  const known = histogramOf(times)
  if (known === undefined || times.histogram !== undefined) return times
  const { unfinished } = times
  return {
    ...times,
    ...(unfinished !== undefined &&
      known.unfinished !== undefined && { unfinished: { ...unfinished, histogram: encodeHistogram(known.unfinished) } }),
    histogram: encodeHistogram(known),
  }
}

/** For `JSON.stringify`: writes every distribution of a result with its histogram, as far as that is known. */
export function keepHistograms(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && distributions.has(value as TimeSummary)
    ? withHistogram(value as TimeSummary)
    : value
}

/**
 * Puts distributions together, bucket by bucket, so that percentiles are never averaged: those that this process has measured, and those of
 * files that have histograms.
 *
 * Those without values add nothing. `undefined` where two have values and the histogram of one of them is not known.
 */
export function mergeTimes(all: readonly TimeSummary[]): TimeSummary | undefined {
  const [first, ...others] = all.filter(isTimed)
  if (first === undefined) return all[0] ?? summarizeTimes(new Histogram())
  if (others.length === 0) return first
  const merged = new Histogram()
  for (const times of [first, ...others]) {
    const measured = histogramOf(times)
    if (measured === undefined) return undefined
    merged.add(measured)
  }
  return summarizeTimes(merged)
}

function ofPercentiles<Value>(make: (name: PercentileName, percentile: number) => Value): Percentiles<Value> {
  return Object.fromEntries(percentileNames.map((name) => [name, make(name, percentiles[name])])) as Record<PercentileName, Value>
}

function isTimed({ count, unfinished }: TimeSummary): boolean {
  return count > 0 || unfinished !== undefined
}

function readTimes(histogram: Histogram): TimeSummary {
  const { count, unfinished } = histogram
  const isEmpty = count === 0 && unfinished === undefined
  const lowerBounds: TimeFigure[] = []
  const read = (figure: TimeFigure, { value, isLowerBound: isBound }: Estimate): number | null => {
    if (isBound) lowerBounds.push(figure)
    return isEmpty ? null : value / microsecondsPerMillisecond
  }
  const figures = {
    ...ofPercentiles((name, percentile) => read(name, estimatePercentile(histogram, percentile))),
    mean: read('mean', estimateMean(histogram)),
    stdev: read('stdev', estimateStdev(histogram)),
    min: read('min', estimateMin(histogram)),
    max: read('max', estimateMax(histogram)),
    count,
    intervals: ofPercentiles((_, percentile) => estimateInterval(histogram, percentile, microsecondsPerMillisecond)),
  }
  if (unfinished === undefined) return figures
  const samples = ofPercentiles((_, percentile) => effectiveSamples(histogram, percentile))
  const ages = {
    shortest: unfinished.min / microsecondsPerMillisecond,
    mean: unfinished.mean() / microsecondsPerMillisecond,
    longest: unfinished.max / microsecondsPerMillisecond,
  }
  return { ...figures, unfinished: { count: unfinished.count, ...ages, lowerBounds, samples } }
}
