import type { TestSummary, UsersSummary } from '../../summary/summary.ts'
import { excessiveFailures, notableFailures } from '../cut-offs.ts'
import { countFailedIterations } from '../failed-iterations.ts'
import { formatCount, formatShare } from '../figures.ts'
import { hasOnlyFailures } from '../only-failures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** A journey that fails ends early: what it would have done next is missing from the load, and its duration from the durations of whole ones. */
export function iterationFailures(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ users }) => (users === null ? [] : judgeUsers(users)))
}

function judgeUsers(users: UsersSummary): readonly Reason[] {
  const { failed, all, share } = countFailedIterations(users)
  // Nothing but failures is the rule no-success.
  if (hasOnlyFailures(users) || share <= notableFailures) return []
  const [first] = users.failures
  const reason = first === undefined ? '' : `, most often with ${first.reason} (${formatCount(first.count)})`
  const figures = `${formatShare(share)} of the iterations failed (${formatCount(failed)} of ${formatCount(all)}${reason})`
  const isExcessive = share > excessiveFailures
  const text = isExcessive ? `${figures}: what they did not get to is missing from the load` : figures
  return [{ rule: 'iteration-failures', level: isExcessive ? 'suspect' : 'note', text }]
}
