import type { ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import { brokenPlan, dominantThinking, missedPlan } from '../cut-offs.ts'
import { formatCount, formatShare } from '../figures.ts'
import { findMissing, type MissingIterations } from '../missing-iterations.ts'
import { findOwnTime } from '../own-time.ts'
import { adviseWorkers } from '../saturated-threads.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * What an open workload did not start is missing from its response times, and would have been the slowest of them.
 *
 * Up to a point the rest still stands for the rate that was planned; beyond it the result is that of another rate.
 */
export function plannedRate(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const missing = findMissing(scenario, summary)
    if (missing === null || missing.count === 0) return []
    const own = findOwnTime(scenario, summary.generator)
    const isThinking = own !== null && own.share >= dominantThinking
    const advice = isThinking
      ? `raise maxUsers: users waited on their own ${formatShare(own.share)} of the time`
      : 'raise maxUsers, unless the target is too slow for the rate'
    return [{ rule: 'planned-rate', level: levelOf(missing), text: describe(missing, scenario, [advice, adviseWorkers(summary)]) }]
  })
}

function levelOf({ share }: MissingIterations): Reason['level'] {
  if (share > brokenPlan) return 'invalid'
  return share > missedPlan ? 'suspect' : 'note'
}

function describe(
  { count, planned, share, dropped }: MissingIterations,
  { workload }: ScenarioSummary,
  [users, workers]: readonly [string, string],
): string {
  const missing = `${formatCount(count)} of ${formatCount(planned)} planned iterations`
  if (workload.kind !== 'rate' || dropped === 0) {
    return `${missing} were not started (${formatShare(share)}): the generator did not get to them; ${workers}`
  }
  const what =
    dropped === count ? `dropped (${formatShare(share)})` : `not started (${formatShare(share)}), ${formatCount(dropped)} of them`
  const cause = `because no user was free (maxUsers ${formatCount(workload.maxUsers)})`
  return `${missing} were ${what} ${cause}: the response times leave them out; ${users}`
}
