import { bufferedApart } from '../../../measure/delivery/recipient-arrivals.ts'
import type { DeliverySummary } from '../../summary/delivery-summary.ts'
import type { TestSummary } from '../../summary/summary.ts'
import { bufferedHabit, bufferedMessages, bufferedTime } from '../cut-offs.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatMilliseconds, formatShare } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Messages that come in bunches because something on the way collects them, again and again: what follows a single stall is none. */
export function deliveriesBuffered(summary: TestSummary): readonly Reason[] {
  return deliveryReasons(summary, (deliveries) => {
    const { buffered, activeSeconds, bufferedSeconds } = deliveries
    const share = buffered / Math.max(1, arrivalsOf(deliveries))
    if (share <= bufferedMessages || bufferedSeconds < bufferedHabit || bufferedSeconds / activeSeconds <= bufferedTime) return []
    const apart = formatMilliseconds(bufferedApart / 1000)
    const bunches = `${formatShare(Math.min(1, share))} of the messages arrived in one read with others to the same recipient that were sent at least ${apart} earlier or later`
    const text = `${bunches}: the target, or a proxy before it, holds events back, and the delivery times are those of its buffer`
    return [{ rule: 'deliveries-buffered', level: 'note', text }]
  })
}

function arrivalsOf({ received, receivedUnaccepted, duplicated, misdelivered }: DeliverySummary): number {
  return received + receivedUnaccepted + duplicated + misdelivered
}
