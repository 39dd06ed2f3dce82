import type { TestSummary, UsersSummary } from '../../summary/summary.ts'
import { excessiveFailures, notableFailures } from '../cut-offs.ts'
import { formatCount, formatShare } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** A journey that fails ends early: what it would have done next is missing from the load, and its duration from the durations of whole ones. */
export function iterationFailures(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ users }) => (users === null ? [] : judgeUsers(users)))
}

function judgeUsers({ iterations, failures }: UsersSummary): readonly Reason[] {
  const { completed, failed } = iterations
  const share = failed === 0 ? 0 : failed / (completed + failed)
  // Nothing but failures is the rule no-success.
  if (completed === 0 || share <= notableFailures) return []
  const [first] = failures
  const reason = first === undefined ? '' : `, most often with ${first.reason} (${formatCount(first.count)})`
  const figures = `${formatShare(share)} of the iterations failed (${formatCount(failed)} of ${formatCount(completed + failed)}${reason})`
  const isExcessive = share > excessiveFailures
  const text = isExcessive ? `${figures}: what they did not get to is missing from the load` : figures
  return [{ rule: 'iteration-failures', level: isExcessive ? 'suspect' : 'note', text }]
}
