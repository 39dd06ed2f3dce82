import type { TestSummary } from '../../summary/summary.ts'
import { describeMoment } from '../moment.ts'
import type { Reason } from '../verdict.ts'

/**
 * A test that went on after its target had died averages over a target that was not there.
 *
 * Where the test was stopped by it, the figures end with the target, and the rule `interrupted` says so. Where it was being stopped for
 * another reason, the figures are those from before.
 */
export function targetFailed(summary: TestSummary): readonly Reason[] {
  const { target, interrupted } = summary
  if (target.failed === null || interrupted?.cause === 'target') return []
  const { at, reason } = target.failed
  if (interrupted !== null) {
    return [{ rule: 'target-failed', level: 'suspect', text: `the target failed while the test was being stopped (${reason})` }]
  }
  const text = `the target failed ${describeMoment(at, summary)} (${reason}), and the load went on: throughput and response times are not those of a running target`
  return [{ rule: 'target-failed', level: 'invalid', text }]
}
