import type { TestSummary } from '../../summary/summary.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatCount, formatNumberOf, formatShare } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Messages that were overtaken by another one to the same recipient, though the target had accepted them before that was sent. */
export function deliveriesOutOfOrder(summary: TestSummary): readonly Reason[] {
  return deliveryReasons(summary, ({ outOfOrder, received }) => {
    if (outOfOrder === 0) return []
    const share = `${formatNumberOf(outOfOrder, 'message')} of ${formatCount(received)} (${formatShare(outOfOrder / Math.max(outOfOrder, received))})`
    const text = `${share} arrived out of order: behind one to the same recipient that was sent after the target had accepted them`
    return [{ rule: 'deliveries-out-of-order', level: 'note', text }]
  })
}
