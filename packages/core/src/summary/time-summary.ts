/** A figure of a {@link TimeSummary}. */
export type TimeFigure = 'p2_5' | 'p50' | 'p75' | 'p90' | 'p95' | 'p97_5' | 'p99' | 'p99_9' | 'mean' | 'stdev' | 'min' | 'max'

/**
 * A distribution of times, in milliseconds; every figure is `null` when nothing was measured.
 *
 * Percentiles are given whatever `count` is: ask `hasSamplesFor` before trusting one.
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
  /** What was cut off before it ended, and is in the figures with its age; missing where nothing was. */
  readonly unfinished?: UnfinishedTimes
}

/** Times that are not known, because they were cut off. */
export interface UnfinishedTimes {
  readonly count: number
  /** Ages when they were cut off, in milliseconds. */
  readonly shortest: number
  readonly longest: number
  /** The figures of which no more is known than that they are not below what is given. */
  readonly lowerBounds: readonly TimeFigure[]
}

/** Whether all that is known of a figure is that it is not below what is given, because requests were cut off: it is printed `>= 4.02 s`. */
export function isLowerBound({ unfinished }: TimeSummary, figure: TimeFigure): boolean {
  return unfinished !== undefined && unfinished.lowerBounds.includes(figure)
}
