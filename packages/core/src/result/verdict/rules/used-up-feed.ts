import type { TestSummary } from '../../summary/summary.ts'
import { missedPlan } from '../cut-offs.ts'
import { formatCount, formatNumberOf, formatShare } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/**
 * A feed in `unique` mode that had no row left: iterations were started and aborted for that.
 *
 * They sent less than a journey does, or nothing, so that the target had less to do than the plan says. Each thread has rows of its own, and may
 * run out of them before another.
 */
export function usedUpFeed(summary: TestSummary): readonly Reason[] {
  const threads = summary.generator.threads.length
  return scenarioReasons(summary, ({ users }) => {
    if (users === null || users.iterations.started === 0 || users.iterations.aborted === 0) return []
    const { aborted, started } = users.iterations
    return users.feeds
      .filter(({ rows, used }) => rows - used < threads)
      .map(({ name, rows }): Reason => {
        const share = aborted / started
        const counted = `${formatCount(aborted)} of ${formatNumberOf(started, 'iteration')} ${aborted === 1 ? 'was' : 'were'} aborted (${formatShare(share)})`
        const text = `the feed ${name} was used up (${formatNumberOf(rows, 'row')}), and ${counted}`
        return { rule: 'used-up-feed', level: share > missedPlan ? 'suspect' : 'note', text }
      })
  })
}
