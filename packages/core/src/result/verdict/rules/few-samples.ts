import { samplesNeeded } from '../../../model/metrics/sample-size.ts'
import type { TestSummary } from '../../summary/summary.ts'
import { judgeFigure, percentiles, type PercentileName, type TimeSummary } from '../../summary/time-summary.ts'
import { describeCount } from '../../threshold/describe-few.ts'
import { formatCount } from '../figures.ts'
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
  const missing = printed.filter((figure) => judgeFigure(times, figure).says === 'few').map((figure) => percentiles[figure])
  if (missing.length === 0) return []
  const { count, unfinished } = times
  const hungriest = missing.toSorted((a, b) => samplesNeeded(b) - samplesNeeded(a)).slice(0, mostNamed)
  const needs = hungriest.map((percentile) => `p${percentile} needs ${formatCount(samplesNeeded(percentile))}`)
  const others = missing.length > mostNamed ? `, and others fewer` : ''
  const text = `${needs.join(', ')} samples${others}; there ${count === 1 ? 'is' : 'are'} ${describeCount(count, unfinished?.count ?? 0)}${of}`
  return [{ rule: 'few-samples', level: 'note', text }]
}
