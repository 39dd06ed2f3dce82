import { failedShare, outcomes, sumOutcomes } from '../../metrics/outcome.ts'
import type { OutcomeCounts } from '../../metrics/outcome.ts'
import type { TestSummary } from '../../summary/summary.ts'
import { excessiveFailures, notableFailures } from '../cut-offs.ts'
import { formatCount, formatPercentile, formatShare } from '../figures.ts'
import { hintFor } from '../reason-hint.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** Failures take the slowest requests out of the response times, or put timeouts into them. */
export function errors(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ counts, errors: causes }) => judgeOutcomes(counts.outcomes, hintFor(causes)))
}

function judgeOutcomes(ended: OutcomeCounts, hint: string): readonly Reason[] {
  const share = failedShare(ended)
  const timeouts = describeTimeouts(ended.timeout)
  // Nothing but failures is the rule no-success.
  if (ended.ok === 0 || share <= notableFailures) return timeouts === '' ? [] : [{ rule: 'errors', level: 'note', text: timeouts }]
  const isExcessive = share > excessiveFailures
  const beyond = formatPercentile((1 - share) * 100)
  const consequence = isExcessive
    ? `the response times are those of the survivors, and nothing beyond ${beyond} can be believed`
    : `all that lies beyond ${beyond} may be requests that failed`
  const text = `${formatShare(share)} of the requests failed (${listFailures(ended)}${hint}): ${consequence}${timeouts === '' ? '' : `; ${timeouts}`}`
  return [{ rule: 'errors', level: isExcessive ? 'suspect' : 'note', text }]
}

function listFailures(ended: OutcomeCounts): string {
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted' && ended[outcome] > 0)
  const list = failures.map((outcome) => `${formatCount(ended[outcome])} ${outcome}`).join(', ')
  return `${list} of ${formatCount(sumOutcomes(ended) - ended.aborted)}`
}

function describeTimeouts(count: number): string {
  if (count === 0) return ''
  return `the response times include ${count === 1 ? '1 timeout' : `${formatCount(count)} timeouts`}, each as long as the timeout`
}
