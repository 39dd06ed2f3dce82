import type { TestSummary } from '../../summary/summary.ts'
import { formatRough } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

// Times are whole microseconds, and stages that are added up as seconds are off by less.
const shortest = 1e-6

/**
 * A scenario that was over before its time, though nothing interrupted the test: no user could go on.
 *
 * Its feed was used up, or `beforeUser` failed for each of them. Its figures are those of a shorter run than was asked for.
 */
export function endedEarly(summary: TestSummary): readonly Reason[] {
  if (summary.interrupted !== null) return []
  return scenarioReasons(summary, ({ workload, duration, users }) => {
    if (users === null || workload.duration === null || duration > workload.duration - shortest) return []
    const text = `the run phase lasted ${formatRough(duration)} s of ${formatRough(workload.duration)} s: no user could go on`
    return [{ rule: 'ended-early', level: 'suspect', text }]
  })
}
