import { samplesNeeded, shareInterval } from '../../model/metrics/sample-size.ts'
import type { Estimate, Interval } from '../../model/metrics/product-limit.ts'
import { readPercentile, type TimeSummary } from '../../model/metrics/time-summary.ts'
import type { Threshold } from './threshold.ts'

/** A percentile or a share, with what its samples say of its true value. */
export interface SampledFigure {
  readonly value: number
  /** The 95 % confidence interval; `null` when nothing is known of it. */
  readonly interval: Interval | null
  /** The values between which every sample lies; `null` for an end that requests that were cut off leave open. */
  readonly range: Interval
  /** The factor by which more samples are needed for an interval with two ends; 1 when it has them. */
  readonly shortBy: number
}

/** Whether a condition holds, and what decided that. */
export interface Decision {
  /** `null` when the samples decide neither the condition nor its opposite. */
  readonly holds: boolean | null
  /** `samples` when all samples are on the same side of the limit, and too few for the interval to be. */
  readonly by: 'interval' | 'samples' | 'value' | 'nothing'
  /** About the factor by which more samples are needed; `null` when it is decided, and when the value is practically the limit itself. */
  readonly times: number | null
}

const compare: Readonly<Record<Threshold['operator'], (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '==': (value, limit) => value === limit,
  '!=': (value, limit) => value !== limit,
}

const leastTimes = 1.1
// The interval that so many samples have is a tenth as wide: a limit within it is the value itself, for all purposes.
const mostTimes = 100

/**
 * Decides a condition on a percentile or a share: the one rule for thresholds, assertions and searches. Pure.
 *
 * - The 95 % interval lies on one side of the limit: that decides.
 * - Else, every single sample lies on one side of it: that decides, of so many samples. So `max < 1s` never holds where `p99 < 1s` does not.
 * - Else, nothing is decided. An interval becomes narrower with the root of the number of samples, which gives the number that would decide.
 *
 * Counted, this is the exact binomial test of the samples beyond the limit against the share that the percentile leaves beyond it. `==` and `!=` are
 * about the measured value.
 */
export function decideLimit(operator: Threshold['operator'], limit: number, figure: SampledFigure): Decision {
  const { value, interval, range, shortBy } = figure
  if (operator === '==' || operator === '!=') return byValue(operator, limit, value)
  const holds = compare[operator]
  const settle = (between: Interval | null): boolean | undefined => {
    const least = holds(between?.low ?? -Infinity, limit)
    return least === holds(between?.high ?? Infinity, limit) ? least : undefined
  }
  const byInterval = settle(interval)
  if (byInterval !== undefined) return { holds: byInterval, by: 'interval', times: null }
  const bySamples = settle(range)
  if (bySamples !== undefined) return { holds: bySamples, by: 'samples', times: null }
  const end = (limit > value ? interval?.high : interval?.low) ?? null
  const times = Math.max(leastTimes, end === null ? shortBy : ((end - value) / (limit - value)) ** 2)
  return { holds: null, by: 'nothing', times: times <= mostTimes ? times : null }
}

/** A percentile, 0 to 100, of a distribution; `undefined` when it is unknown. */
export function sampledPercentile(times: TimeSummary, percentile: number): (SampledFigure & Estimate) | undefined {
  const read = readPercentile(times, percentile)
  if (read === undefined) return undefined
  const { min, max, unfinished } = times
  return {
    ...read,
    range: { low: Math.min(min ?? Infinity, unfinished?.shortest ?? Infinity), high: unfinished === undefined ? max : null },
    shortBy: samplesNeeded(percentile) / Math.max(1, read.samples),
  }
}

/** A share of `hits` among `total` samples, each of which is a hit or not; `total` must not be 0. */
export function sampledShare(hits: number, total: number): SampledFigure {
  return {
    value: hits / total,
    interval: shareInterval(hits, total),
    range: { low: hits === total ? 1 : 0, high: hits === 0 ? 0 : 1 },
    shortBy: 1,
  }
}

/** Decides a condition on a figure that is that of the run itself, such as a maximum or a count. */
export function byValue(operator: Threshold['operator'], limit: number, value: number): Decision {
  return { holds: compare[operator](value, limit), by: 'value', times: null }
}
