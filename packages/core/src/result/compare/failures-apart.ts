import { mean } from 'simple-statistics'
import { formatShare } from '../../base/units/format.ts'

/** Share of the requests by which the failures of two sides may differ: beyond it, response times are those of different requests. */
const mostErrorsApart = 0.01

/**
 * Says that the failures of two sides lie further apart than {@link mostErrorsApart}, such as `fails 0 % of its requests on A and 40 % on B`; `null` where they
 * do not, or a side has no run. Pure.
 *
 * Then times and rates of the sides are those of different requests, and no side is better by them: a server that fails at once is not fast.
 *
 * @param base the share of failed requests of each run
 * @param names where each share is from, such as `on A`
 */
export function failuresApart(
  base: readonly number[],
  head: readonly number[],
  names: { readonly base: string; readonly head: string },
): string | null {
  if (base.length === 0 || head.length === 0) return null
  const [before, after] = [mean([...base]), mean([...head])]
  if (Math.abs(before - after) <= mostErrorsApart) return null
  return `fails ${formatShare(before)} of its requests ${names.base} and ${formatShare(after)} ${names.head}`
}
