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
} from './product-limit.ts'
import { judgeSamples, type SampleEvidence } from './sample-size.ts'
import { decodeHistogram, encodeHistogram, type EncodedHistogram } from './encoded-histogram.ts'
import { Histogram, type HistogramSnapshot } from './histogram.ts'

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
 * Percentiles are given for any `count`: `judgeFigure` reports whether there are enough samples, and `intervals` how precise they are.
 */
export interface TimeSummary extends TimeFigures {
  /** The number of times, without the ones that were cut off. */
  readonly count: Count
  /** The 95 % confidence interval of each percentile, if samples are independent. */
  readonly intervals: PercentileIntervals
  /** The times that were cut off, which the figures include with their ages; missing when there were none. */
  readonly unfinished?: UnfinishedTimes
  /** The histogram of all times that were not cut off, from which the figures were computed; in files only, and missing when nothing was measured. */
  readonly histogram?: EncodedHistogram
}

/** Times that are unknown because the requests were cut off. */
export interface UnfinishedTimes {
  /** The number of times that were cut off. */
  readonly count: Count
  /** The least age at which a request was cut off, in milliseconds. */
  readonly shortest: Amount
  /** The mean age at which requests were cut off, in milliseconds. */
  readonly mean: Amount
  /** The greatest age at which a request was cut off, in milliseconds. */
  readonly longest: Amount
  /** The figures that are lower bounds: the true figures may be higher. */
  readonly lowerBounds: readonly TimeFigure[]
  /** For each percentile, the number of complete samples that would be as precise. */
  readonly samples: Percentiles<Count>
  /** The histogram of the ages; in files only. */
  readonly histogram?: EncodedHistogram
}

/** Whether a figure is a lower bound, because requests were cut off: it is printed as `>= 4.02 s`. */
export function isLowerBound({ unfinished }: TimeSummary, figure: TimeFigure): boolean {
  return unfinished !== undefined && unfinished.lowerBounds.includes(figure)
}

/** The number of samples of a percentile; with requests that were cut off, the number of complete samples that would be as precise. */
export function samplesOf({ count, unfinished }: TimeSummary, figure: PercentileName): number {
  return unfinished === undefined ? count : unfinished.samples[figure]
}

/** Judges whether a distribution has enough samples for a percentile. */
export function judgeFigure(times: TimeSummary, figure: PercentileName): SampleEvidence {
  return judgeSamples(percentiles[figure], samplesOf(times, figure))
}

/** A percentile of a distribution, with what its samples say of its true value. */
interface PercentileReading extends Estimate {
  /** The 95 % confidence interval. */
  readonly interval: Interval | null
  /** The number of complete samples that would be as precise. */
  readonly samples: number
}

/** A percentile, 0 to 100, of the named ones or from the histogram; `undefined` when nothing was measured, or the histogram is unknown. */
export function readPercentile(times: TimeSummary, percentile: number): PercentileReading | undefined {
  const named = percentileNames.find((name) => percentiles[name] === percentile)
  if (named !== undefined) {
    const value = times[named]
    if (value === null) return undefined
    return { value, isLowerBound: isLowerBound(times, named), interval: times.intervals[named], samples: samplesOf(times, named) }
  }
  const histogram = readHistogram(times)
  if (histogram === undefined) return undefined
  const { value, isLowerBound: isBound } = estimatePercentile(histogram, percentile)
  return {
    value: value / microsecondsPerMillisecond,
    isLowerBound: isBound,
    interval: estimateInterval(histogram, percentile, microsecondsPerMillisecond),
    samples: effectiveSamples(histogram, percentile),
  }
}

/** The histogram of a distribution, as a copy; `undefined` like {@link histogramOf}. */
export function readHistogram(times: TimeSummary): Histogram | undefined {
  const known = histogramOf(times)
  if (known === undefined) return undefined
  const histogram = new Histogram()
  histogram.add(known)
  return histogram
}

/** The interval of each percentile; `null` when nothing was measured. */
export type PercentileIntervals = Percentiles<Interval | null>

const microsecondsPerMillisecond = 1000

// The histogram behind each summary, for as long as the summary is in use. Empty buckets are left out, because results of many runs and endpoints are
// kept at once.
const distributions = new WeakMap<TimeSummary, HistogramSnapshot>()

/** Summarizes a histogram of microseconds in milliseconds. */
export function summarizeTimes(histogram: Histogram): TimeSummary {
  const times = readTimes(histogram)
  if (isTimed(times)) distributions.set(times, histogram.snapshot())
  return times
}

/**
 * Returns the histogram that figures were computed from, in microseconds: of figures that this process measured, or that a file with histograms
 * contains.
 *
 * `undefined` when the histogram is unknown, or nothing was measured.
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

/** Adds its histogram to a distribution, as in files; unchanged when the histogram is unknown. */
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

/** Replacer for `JSON.stringify` that writes every distribution of a result with its histogram, if that is known. */
export function keepHistograms(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && distributions.has(value as TimeSummary)
    ? withHistogram(value as TimeSummary)
    : value
}

/**
 * Merges distributions bucket by bucket, so that percentiles are never averaged. They must be measured by this process, or come from files with
 * histograms.
 *
 * Empty distributions add nothing. `undefined` when two have values and the histogram of either is unknown.
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
