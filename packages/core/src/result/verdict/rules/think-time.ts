import type { TestSummary } from '../../summary/summary.ts'
import { thinkingShare } from '../cut-offs.ts'
import { formatShare } from '../figures.ts'
import { describeOwnTime, findOwnTime } from '../own-time.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * Users of a closed workload who mostly wait on their own set the rate themselves: the throughput says how many they were, and nothing of
 * the target. In an open workload the clock sets the rate, however long users wait.
 */
export function thinkTime(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const own = findOwnTime(scenario, summary.generator)
    if (scenario.workload.kind !== 'users' || own === null || own.share < thinkingShare) return []
    const bound = `a target that answered at once would raise the rate by ${formatShare(1 / own.share - 1)} at most`
    return [{ rule: 'think-time', level: 'note', text: `${describeOwnTime(own, scenario)}: ${bound}` }]
  })
}
