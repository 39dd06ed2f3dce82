import {
  estimateInterval,
  effectiveSamples,
  estimateMax,
  estimateMean,
  estimateMin,
  estimatePercentile,
  estimateStdev,
  type Estimate,
} from '../../model/metrics/product-limit.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { percentiles, type PercentileIntervals, type PercentileName, type TimeFigure, type TimeSummary } from './time-summary.ts'

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
