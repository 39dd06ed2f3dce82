import { judgeSamples, samplesNeeded } from '../../metrics/sample-size.ts'
import type { TestSummary } from '../../summary/summary.ts'
import { formatCount } from '../figures.ts'
import { requestKinds } from '../plugin-requests.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

const printedPercentiles = [2.5, 50, 75, 90, 95, 97.5, 99, 99.9] as const

const mostNamed = 3

/** A percentile beyond which hardly a sample lies is the value of one request, not of the distribution. */
export function fewSamples(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) =>
    requestKinds(scenario).flatMap(({ requests, of }) => judgeCount(requests.responseTime.count, of)),
  )
}

function judgeCount(count: number, of: string): readonly Reason[] {
  const missing = printedPercentiles.filter((percentile) => judgeSamples(percentile, count).says !== 'enough')
  if (count === 0 || missing.length === 0) return []
  const hungriest = missing.toSorted((a, b) => samplesNeeded(b) - samplesNeeded(a)).slice(0, mostNamed)
  const needs = hungriest.map((percentile) => `p${percentile} needs ${formatCount(samplesNeeded(percentile))}`)
  const others = missing.length > mostNamed ? `, and others fewer` : ''
  const text = `${needs.join(', ')} samples${others}; there ${count === 1 ? 'is 1' : `are ${formatCount(count)}`}${of}`
  return [{ rule: 'few-samples', level: 'note', text }]
}
