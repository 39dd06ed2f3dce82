import { judgeSamples } from '../../model/metrics/sample-size.ts'
import type { Aggregate, Threshold } from './threshold.ts'

/** Why nothing can be said of a lower bound that is on the better side of its limit. Thresholds and matchers use these words. */
export const beyondCutOff = 'requests were cut off, and may have taken longer'

/** What a percentile with too few samples needs before it can be judged. */
export interface Few {
  /** The factor by which more samples are needed. */
  readonly times: number
  /** The need in words, such as `it has 300 of the 1,000 samples it needs; run 3.4 times as long`. */
  readonly text: string
}

/**
 * Says what judging a percentile, from 0 to 100, would take; `undefined` where it has samples enough, or none at all. Thresholds and matchers use these words.
 *
 * @param samples as many as tell as much of it had they all ended
 * @param cutOff how many did not
 */
export function describeFew(percentile: number, samples: number, cutOff: number): Few | undefined {
  const { says, needed } = judgeSamples(percentile, samples)
  if (says !== 'few') return undefined
  const times = needed / samples
  const effect = cutOff === 0 ? '' : ` in effect, as ${formatNumber(cutOff)} ${cutOff === 1 ? 'was' : 'were'} cut off`
  const longer = `run ${formatNumber(Math.ceil(times * 10) / 10)} times as long`
  return { times, text: `it has ${formatNumber(samples)} of the ${formatNumber(needed)} samples it needs${effect}; ${longer}` }
}

/** Writes how many samples there are: `2,000`, or `2,000 and 3 cut off`. Thresholds, matchers and the verdict use these words. */
export function describeCount(count: number, cutOff: number): string {
  return `${formatNumber(count)}${cutOff === 0 ? '' : ` and ${formatNumber(cutOff)} cut off`}`
}

/** The percentile that an aggregate is; `undefined` for any other figure. */
export function percentileOf(aggregate: Aggregate): number | undefined {
  if (aggregate === 'median') return 50
  return /^p\d/.test(aggregate) ? Number(aggregate.slice(1)) : undefined
}

/** Writes a number of samples, requests or seconds, with one digit after the point at most: `2,000.5`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

/**
 * How a scenario was when its run phase was cut short.
 *
 * - `steady`: the load stayed the same up to then, and would have
 * - `changing`: it was to change, as over stages, or had not begun
 */
export type CutShort = 'steady' | 'changing'

/** What a threshold of a test that ended early needs before it can be judged. */
export const letItRun = 'the test ended early; let it run to its end'

/**
 * Says why a figure of a run phase that was cut short does not tell whether a threshold holds for the whole of it; `undefined` where it does.
 *
 * Counts and extremes go one way only while a test runs: they are bounds of what they would have become. Shares, means, percentiles and
 * rates per second are those of the load up to then, which is that of the whole test where it does not change.
 */
export function describeOpen(actual: number, { aggregate, operator, limit }: Threshold, cutShort: CutShort): string | undefined {
  if (aggregate === 'count' || aggregate === 'max')
    return isTold(actual, operator, limit) ? undefined : `it may have grown, and ${letItRun}`
  if (aggregate === 'min') return isTold(-actual, mirrored[operator], -limit) ? undefined : `it may have fallen, and ${letItRun}`
  return cutShort === 'changing' ? `the load was to change, and ${letItRun}` : undefined
}

/** Whether all that is not below a bound is on one side of a limit. */
export function isTold(bound: number, operator: Threshold['operator'], limit: number): boolean {
  return bound > limit || (bound === limit && (operator === '<' || operator === '>='))
}

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const
