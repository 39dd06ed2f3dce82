import { samplesNeeded } from '../../../model/metrics/sample-size.ts'
import type { TestSummary } from '../../summary/summary.ts'
import { judgeFigure, percentiles, samplesOf, type PercentileName, type TimeSummary } from '../../summary/time-summary.ts'
import { describeCount } from '../../threshold/describe-few.ts'
import { formatCount, formatNumberOf } from '../figures.ts'
import { requestKinds } from '../plugin-requests.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

const printed = Object.keys(percentiles) as PercentileName[]

const mostNamed = 3

/** A percentile beyond which hardly a sample lies is the value of one request, not of the distribution. */
export function fewSamples(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => requestKinds(scenario).flatMap(({ requests, of }) => judgeTimes(requests.responseTime, of)))
}

function judgeTimes(times: TimeSummary, of: string): readonly Reason[] {
  const few = printed.filter((figure) => judgeFigure(times, figure).says === 'few')
  if (few.length === 0) return []
  const hungriest = few.toSorted((a, b) => needOf(b) - needOf(a)).slice(0, mostNamed)
  return [{ rule: 'few-samples', level: 'note', text: describe(times, hungriest, { of, areMore: few.length > mostNamed }) }]
}

/** What the percentiles need, and how many samples there are by which they are judged. */
function describe(
  times: TimeSummary,
  named: readonly PercentileName[],
  { of, areMore }: { readonly of: string; readonly areMore: boolean },
): string {
  const cutOff = times.unfinished?.count ?? 0
  const needs = named.map((figure) => `p${percentiles[figure]} needs ${formatCount(needOf(figure))}`).join(', ')
  const samples = `${needs} samples${areMore ? ', and others fewer' : ''}`
  const worth = named.map((figure) => samplesOf(times, figure))
  // Up to the first that was cut off each counts as one, and of a lower bound all do.
  if (worth.every((number) => number === times.count || number === times.count + cutOff)) {
    return `${samples}; there ${times.count === 1 ? 'is' : 'are'} ${describeCount(times.count, cutOff)}${of}`
  }
  const why = `as ${formatNumberOf(cutOff, `request${of} was`, `requests${of} were`)} cut off`
  const numbers = [...new Set(worth)].map(formatCount)
  const last = numbers.pop() ?? ''
  const there = numbers.length === 0 ? last : `${numbers.join(', ')} and ${last}`
  return `${samples}; there ${there === '1' ? 'is' : 'are'} ${there} in effect, ${why}`
}

function needOf(figure: PercentileName): number {
  return samplesNeeded(percentiles[figure])
}
