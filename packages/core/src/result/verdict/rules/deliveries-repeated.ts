import type { TestSummary } from '../../summary/summary.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatCount, formatNumberOf, formatShare } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Messages that arrived more than once at the same recipient. */
export function deliveriesRepeated(summary: TestSummary): readonly Reason[] {
  return deliveryReasons(summary, ({ duplicated, received, receivedUnaccepted }) => {
    if (duplicated === 0) return []
    const arrivals = duplicated + received + receivedUnaccepted
    const share = `${formatNumberOf(duplicated, 'arrival')} of ${formatCount(arrivals)}`
    const text = `${share} ${duplicated === 1 ? 'was a repetition' : 'were repetitions'} (${formatShare(duplicated / arrivals)}): the recipient had the message already`
    return [{ rule: 'deliveries-repeated', level: 'note', text }]
  })
}
