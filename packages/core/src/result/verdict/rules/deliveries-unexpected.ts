import type { TestSummary } from '../../summary/summary.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatCount, formatNumberOf } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Messages that arrived although the target had not accepted them, or where nobody expected them. */
export function deliveriesUnexpected(summary: TestSummary): readonly Reason[] {
  const unaccepted = deliveryReasons(summary, ({ receivedUnaccepted, refused, unanswered }) => {
    if (receivedUnaccepted === 0) return []
    const arrived = `${formatNumberOf(receivedUnaccepted, 'message')} arrived that the target had not accepted`
    // As of a load thread that died before it could tell.
    if (refused + unanswered === 0)
      return [{ rule: 'deliveries-unexpected', level: 'note', text: `${arrived}, as far as is known: nobody has told of sending them` }]
    const text = `${arrived}: it refused ${formatCount(refused)} and left ${formatCount(unanswered)} unanswered, and whoever sends those again sends them twice`
    return [{ rule: 'deliveries-unexpected', level: 'note', text }]
  })
  const misdelivered = deliveryReasons(summary, ({ misdelivered: count }) => {
    if (count === 0) return []
    const text = `${formatNumberOf(count, 'message')} arrived at a recipient that ${count === 1 ? 'it was' : 'they were'} not for, or at more than were expected`
    return [{ rule: 'deliveries-unexpected', level: 'note', text }]
  })
  return [...unaccepted, ...misdelivered]
}
