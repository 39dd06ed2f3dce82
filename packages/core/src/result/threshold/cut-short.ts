import type { Threshold } from './threshold.ts'

/**
 * How a scenario was when its run phase was cut short.
 *
 * - `steady`: the load stayed the same up to then, and would have
 * - `changing`: it was to change, as over stages, or had not begun
 */
export type CutShort = 'steady' | 'changing'

/** What it takes to judge a threshold of a test that ended early. */
export const letItRun = 'the test ended early; let it run to its end'

/**
 * Says why a figure of a run phase that was cut short does not tell whether a threshold holds for the whole of it; `undefined` where it does.
 *
 * Counts and extremes go one way only as a test goes on: they are bounds of what they would have become. Shares, means, percentiles and
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
