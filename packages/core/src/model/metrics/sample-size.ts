import { rankInterval, type RankInterval } from './rank-interval.ts'

/** Samples that must lie beyond a percentile, on its rarer side, before it is judged by. */
export const samplesBeyond = 10

/** What samples can tell of a percentile. */
export interface SampleEvidence {
  /** `few`: a figure of some samples rather than of the distribution, to be shown with a mark, and judged by nobody. */
  readonly says: 'enough' | 'few' | 'none'
  /** How many samples the percentile needs. */
  readonly needed: number
  /** The 95 % interval, as ranks among the samples. */
  readonly ranks: RankInterval
}

/**
 * Says what a number of samples tells of a percentile, from 0 to 100. Pure; whatever shows, judges or compares a percentile asks here.
 *
 * @see samplesNeeded
 * @see rankInterval
 */
export function judgeSamples(percentile: number, count: number): SampleEvidence {
  const needed = samplesNeeded(percentile)
  return {
    says: count === 0 ? 'none' : count < needed ? 'few' : 'enough',
    needed,
    // It takes as long as the root of the count, and most only ask what the samples say.
    get ranks() {
      return rankInterval(percentile, count)
    },
  }
}

/**
 * How many samples a percentile, from 0 to 100, needs so that {@link samplesBeyond} of them lie beyond it on its rarer side.
 *
 * The number of samples beyond is binomial: with 10 expected, its standard deviation is about 3, so that the printed value is a figure
 * of the distribution and not of one slow answer. p50 needs 20, p2.5 and p97.5 need 400, p99 needs 1,000, p99.9 needs 10,000; the
 * minimum and the maximum (0 and 100) need 1.
 */
export function samplesNeeded(percentile: number): number {
  const rarer = Math.min(percentile, 100 - percentile)
  if (rarer <= 0) return 1
  // 100 - 99.9 is a little less than 0.1 in binary: without rounding, p99.9 would need 10,001.
  return Math.ceil(Number(((samplesBeyond * 100) / rarer).toFixed(6)))
}
