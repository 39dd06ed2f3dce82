import type { Interval } from '../../model/metrics/product-limit.ts'
import { judgeSamples, type SampleEvidence } from '../../model/metrics/sample-size.ts'

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
