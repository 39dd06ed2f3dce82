import type { TestSummary } from '../summary/summary.ts'
import { isNothingStarted } from './nothing-started.ts'
import { rules, rulesForNothing } from './rules.ts'
import { bySeverity, worstLevel } from './severity.ts'
import type { Verdict } from './verdict.ts'

/** Judges one test by all rules; the reasons are sorted, the worst first. */
export function judge(summary: TestSummary): Verdict {
  const judges = isNothingStarted(summary) ? rulesForNothing : rules
  const reasons = judges.flatMap((rule) => rule(summary)).toSorted(bySeverity)
  return { level: worstLevel(reasons), reasons }
}
