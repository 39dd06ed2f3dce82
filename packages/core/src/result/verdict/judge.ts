import type { TestSummary } from '../summary/summary.ts'
import { isOfFunctions, judgeFunctions } from './judge-functions.ts'
import { isNothingStarted } from './nothing-started.ts'
import { rules, rulesForNothing } from './rules.ts'
import { bySeverity, worstLevel } from './severity.ts'
import type { Reason, Verdict } from './verdict.ts'

/** Judges one test by all rules; the reasons are sorted, the worst first. */
export function judge(summary: TestSummary): Verdict {
  const reasons = reasonsOf(summary).toSorted(bySeverity)
  return { level: worstLevel(reasons), reasons }
}

function reasonsOf(summary: TestSummary): readonly Reason[] {
  if (isOfFunctions(summary)) return judgeFunctions(summary)
  const judges = isNothingStarted(summary) ? rulesForNothing : rules
  return judges.flatMap((rule) => rule(summary))
}
