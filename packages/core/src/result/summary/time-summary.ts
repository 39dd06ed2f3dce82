import { estimateInterval, effectiveSamples, estimateMax, estimateMean, estimateMin, estimatePercentile, estimateStdev, type Interval, type Estimate } from '../../model/metrics/product-limit.ts'
import { judgeSamples, type SampleEvidence } from '../../model/metrics/sample-size.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** A figure of a {@link TimeSummary}. */
export type TimeFigure = 'p2_5' | 'p50' | 'p75' | 'p90' | 'p95' | 'p97_5' | 'p99' | 'p99_9' | 'mean' | 'stdev' | 'min' | 'max'

/**
 * A distribution of times, in milliseconds; every figure is `null` when nothing was measured.
 *
 * Percentiles are given whatever `count` is: `judgeFigure` says what they are worth, and `intervals` how sure they are.
 */
export interface TimeSummary {
  readonly p2_5: number | null
  readonly p50: number | null
  readonly p75: number | null
  readonly p90: number | null
  readonly p95: number | null
  readonly p97_5: number | null
  readonly p99: number | null
  readonly p99_9: number | null
  readonly mean: number | null
  readonly stdev: number | null
  readonly min: number | null
  readonly max: number | null
  /** How many ended. */
  readonly count: number
  readonly intervals: PercentileIntervals
  /** What was cut off before it ended, and is in the figures with its age; missing where nothing was. */
  readonly unfinished?: UnfinishedTimes
}

/** Times that are not known, because they were cut off. */
export interface UnfinishedTimes {
  readonly count: number
  /** Ages when they were cut off, in milliseconds. */
  readonly shortest: number
  readonly mean: number
  readonly longest: number
  /** The figures of which no more is known than that they are not below what is given. */
  readonly lowerBounds: readonly TimeFigure[]
  /** How many samples that all ended would tell as much of each percentile. */
  readonly samples: Readonly<Record<PercentileName, number>>
}

/** Whether all that is known of a figure is that it is not below what is given, because requests were cut off: it is printed `>= 4.02 s`. */
export function isLowerBound({ unfinished }: TimeSummary, figure: TimeFigure): boolean {
  return unfinished !== undefined && unfinished.lowerBounds.includes(figure)
}

/** The percentiles of a distribution, by the names of their figures. */
export const percentiles = { p2_5: 2.5, p50: 50, p75: 75, p90: 90, p95: 95, p97_5: 97.5, p99: 99, p99_9: 99.9 } as const

/** The name of a percentile's figure. */
export type PercentileName = keyof typeof percentiles

/** How many samples a percentile rests on: of what was cut off, as many as would tell as much of it had they all ended. */
export function samplesOf({ count, unfinished }: TimeSummary, figure: PercentileName): number {
  return unfinished === undefined ? count : unfinished.samples[figure]
}

/** Says what its samples tell of a percentile. */
export function judgeFigure(times: TimeSummary, figure: PercentileName): SampleEvidence {
  return judgeSamples(percentiles[figure], samplesOf(times, figure))
}

/** The interval of each percentile; `null` when nothing was measured. */
export type PercentileIntervals = Readonly<Record<PercentileName, Interval | null>>

const microsecondsPerMillisecond = 1000

// What figures were read from, for as long as they are in use: those of a file have none. Without the empty buckets, because results of many
// runs and endpoints are kept at once.
const distributions = new WeakMap<TimeSummary, HistogramSnapshot>()

/** Reads a histogram of microseconds into milliseconds. */
export function summarizeTimes(histogram: Histogram): TimeSummary {
  const times = readTimes(histogram)
  if (isTimed(times)) distributions.set(times, histogram.snapshot())
  return times
}

/**
 * Puts distributions together that this process has measured, bucket by bucket, so that percentiles are never averaged.
 *
 * Those without values add nothing. `undefined` where two have values and one of them was read from a file, in which there is no histogram.
 */
export function mergeTimes(all: readonly TimeSummary[]): TimeSummary | undefined {
  const [first, ...others] = all.filter(isTimed)
  if (first === undefined) return all[0] ?? summarizeTimes(new Histogram())
  if (others.length === 0) return first
  const merged = new Histogram()
  for (const times of [first, ...others]) {
    const measured = distributions.get(times)
    if (measured === undefined) return undefined
    merged.add(measured)
  }
  return summarizeTimes(merged)
}

function isTimed({ count, unfinished }: TimeSummary): boolean {
  return count > 0 || unfinished !== undefined
}

function readTimes(histogram: Histogram): TimeSummary {
  const { count, unfinished } = histogram
  const isEmpty = count === 0 && unfinished === undefined
  const lowerBounds: TimeFigure[] = []
  const read = (figure: TimeFigure, { value, isLowerBound }: Estimate): number | null => {
    if (isLowerBound) lowerBounds.push(figure)
    return isEmpty ? null : value / microsecondsPerMillisecond
  }
  const figures = {
    p2_5: read('p2_5', estimatePercentile(histogram, 2.5)),
    p50: read('p50', estimatePercentile(histogram, 50)),
    p75: read('p75', estimatePercentile(histogram, 75)),
    p90: read('p90', estimatePercentile(histogram, 90)),
    p95: read('p95', estimatePercentile(histogram, 95)),
    p97_5: read('p97_5', estimatePercentile(histogram, 97.5)),
    p99: read('p99', estimatePercentile(histogram, 99)),
    p99_9: read('p99_9', estimatePercentile(histogram, 99.9)),
    mean: read('mean', estimateMean(histogram)),
    stdev: read('stdev', estimateStdev(histogram)),
    min: read('min', estimateMin(histogram)),
    max: read('max', estimateMax(histogram)),
    count,
    intervals: summarizeIntervals(histogram),
  }
  if (unfinished === undefined) return figures
  const ages = {
    shortest: unfinished.min / microsecondsPerMillisecond,
    mean: unfinished.mean() / microsecondsPerMillisecond,
    longest: unfinished.max / microsecondsPerMillisecond,
  }
  return { ...figures, unfinished: { count: unfinished.count, ...ages, lowerBounds, samples: summarizeSamples(histogram) } }
}

function summarizeIntervals(histogram: Histogram): PercentileIntervals {
  const { p2_5, p50, p75, p90, p95, p97_5, p99, p99_9 } = percentiles
  return {
    p2_5: estimateInterval(histogram, p2_5, microsecondsPerMillisecond),
    p50: estimateInterval(histogram, p50, microsecondsPerMillisecond),
    p75: estimateInterval(histogram, p75, microsecondsPerMillisecond),
    p90: estimateInterval(histogram, p90, microsecondsPerMillisecond),
    p95: estimateInterval(histogram, p95, microsecondsPerMillisecond),
    p97_5: estimateInterval(histogram, p97_5, microsecondsPerMillisecond),
    p99: estimateInterval(histogram, p99, microsecondsPerMillisecond),
    p99_9: estimateInterval(histogram, p99_9, microsecondsPerMillisecond),
  }
}

function summarizeSamples(histogram: Histogram): Readonly<Record<PercentileName, number>> {
  const { p2_5, p50, p75, p90, p95, p97_5, p99, p99_9 } = percentiles
  return {
    p2_5: effectiveSamples(histogram, p2_5),
    p50: effectiveSamples(histogram, p50),
    p75: effectiveSamples(histogram, p75),
    p90: effectiveSamples(histogram, p90),
    p95: effectiveSamples(histogram, p95),
    p97_5: effectiveSamples(histogram, p97_5),
    p99: effectiveSamples(histogram, p99),
    p99_9: effectiveSamples(histogram, p99_9),
  }
}
