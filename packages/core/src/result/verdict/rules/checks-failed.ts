import { formatCount, formatNumberOf, formatShare } from '../../../base/units/format.ts'
import type { CheckSummary, UsersSummary } from '../../summary/users-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { parseSelector, type ThresholdResult } from '../../threshold/threshold.ts'
import { scenarioReasons, type Reason } from '../verdict.ts'
import { excessiveWrong } from './outcome-rules.ts'

const mostNamed = 3

/**
 * A check that fails changes no outcome, but unexpected responses must still be visible next to their times.
 *
 * A check may be about anything, such as whether a bid was accepted. A test with a threshold on its checks uses them to count correct responses: when
 * more of them fail than {@link excessiveWrong}, the target does other work than the test is meant to measure, as with failed requests.
 */
export function checksFailed(summary: TestSummary): readonly Reason[] {
  return [
    ...summary.thresholds.flatMap(judgeThreshold),
    ...scenarioReasons(summary, ({ users }) => (users === null ? [] : judgeChecks(users))),
  ]
}

// The limit of the threshold does not matter: it is about what is accepted of the target, not about what its times mean.
function judgeThreshold({ selector, condition, actual }: ThresholdResult): readonly Reason[] {
  const on = parseSelector(selector)
  if ('problem' in on || on.metric !== 'checks' || actual === null || actual >= 1 - excessiveWrong) return []
  const text = `${formatShare(1 - actual)} of the checks failed that the threshold ${selector} ${condition} counts right responses by: the times are those of a target that did other work`
  return [{ rule: 'checks-failed', level: 'suspect', text }]
}

function judgeChecks({ checks }: UsersSummary): readonly Reason[] {
  const failing = checks.filter(({ failed }) => failed > 0).toSorted((one, other) => other.failed - one.failed)
  if (failing.length === 0) return []
  const others = failing.length - mostNamed
  const more = others > 0 ? `, and ${formatNumberOf(others, 'other')}` : ''
  return [
    { rule: 'checks-failed', level: 'note', text: `checks failed: ${failing.slice(0, mostNamed).map(describeCheck).join(', ')}${more}` },
  ]
}

function describeCheck({ name, passed, failed }: CheckSummary): string {
  return `'${name}' ${formatCount(failed)} of ${formatNumberOf(passed + failed, 'time')}`
}
