import { judgeSamples } from '../../model/metrics/sample-size.ts'
import type { Aggregate, Threshold } from './threshold.ts'

/** Why a lower bound on the better side of its limit cannot be judged, as thresholds and matchers report it. */
export const beyondCutOff = 'requests were cut off, and may have taken longer'

/** What a percentile with too few samples needs before it can be judged. */
export interface Few {
  /** The factor by which more samples are needed. */
  readonly times: number
  /** The need in words, such as `it has 300 of the 1,000 samples it needs; run 3.4 times as long`. */
  readonly text: string
}

/**
 * Describes the samples that a percentile, from 0 to 100, lacks, as thresholds and matchers report it; `undefined` when it has enough, or none at all.
 *
 * @param samples the number of complete samples that would be as precise
 * @param cutOff the number of samples that were cut off
 */
export function describeFew(percentile: number, samples: number, cutOff: number): Few | undefined {
  const { says, needed } = judgeSamples(percentile, samples)
  if (says !== 'few') return undefined
  const times = needed / samples
  const effect = cutOff === 0 ? '' : ` in effect, as ${formatNumber(cutOff)} ${cutOff === 1 ? 'was' : 'were'} cut off`
  const longer = `run ${formatNumber(Math.ceil(times * 10) / 10)} times as long`
  return { times, text: `it has ${formatNumber(samples)} of the ${formatNumber(needed)} samples it needs${effect}; ${longer}` }
}

/** Writes the number of samples: `2,000`, or `2,000 and 3 cut off`. Thresholds, matchers and the verdict use it. */
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
 * The state of a scenario when its run phase was cut short.
 *
 * - `steady`: the load was constant up to then, and would have stayed so
 * - `changing`: the load was still to change, as over stages, or had not begun
 */
export type CutShort = 'steady' | 'changing'

/** Why a threshold of a test that ended early cannot be judged, and what to do. */
export const letItRun = 'the test ended early; let it run to its end'

/**
 * Describes why a figure of a run phase that was cut short does not decide a threshold for the whole run phase; `undefined` when it does.
 *
 * Counts and extremes change in one direction while a test runs, so they are bounds of their final values. Shares, means, percentiles and rates per
 * second describe the load up to then, which represents the whole test if the load is constant.
 */
export function describeOpen(actual: number, { aggregate, operator, limit }: Threshold, cutShort: CutShort): string | undefined {
  if (aggregate === 'count' || aggregate === 'max')
    return isTold(actual, operator, limit) ? undefined : `it may have grown, and ${letItRun}`
  if (aggregate === 'min') return isTold(-actual, mirrored[operator], -limit) ? undefined : `it may have fallen, and ${letItRun}`
  return cutShort === 'changing' ? `the load was to change, and ${letItRun}` : undefined
}

/** Whether every value from a bound upwards is on the same side of a limit. */
export function isTold(bound: number, operator: Threshold['operator'], limit: number): boolean {
  return bound > limit || (bound === limit && (operator === '<' || operator === '>='))
}

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const
