import type { CheckSummary, TestSummary, UsersSummary } from '../../summary/summary.ts'
import { formatCount, formatNumberOf } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

const mostNamed = 3

/** A check that fails changes no outcome; that answers were not what was expected must still be seen beside their times. */
export function checksFailed(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, ({ users }) => (users === null ? [] : judgeChecks(users)))
}

function judgeChecks({ checks }: UsersSummary): readonly Reason[] {
  const failing = checks.filter(({ failed }) => failed > 0).toSorted((one, other) => other.failed - one.failed)
  if (failing.length === 0) return []
  const others = failing.length - mostNamed
  const more = others > 0 ? `, and ${formatNumberOf(others, 'other')}` : ''
  return [{ rule: 'checks-failed', level: 'note', text: `checks failed: ${failing.slice(0, mostNamed).map(describe).join(', ')}${more}` }]
}

function describe({ name, passed, failed }: CheckSummary): string {
  return `'${name}' ${formatCount(failed)} of ${formatNumberOf(passed + failed, 'time')}`
}
