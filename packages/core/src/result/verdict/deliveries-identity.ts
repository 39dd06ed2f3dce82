import type { DeliverySummary } from '../summary/delivery-summary.ts'
import { compareCounts } from './compare-counts.ts'
import { formatCount } from './figures.ts'

/**
 * Every message is counted once: `sent = accepted + refused + unanswered`, `expected = received + lost`, and what was lost was so for one of three
 * reasons. Never did more arrive of those expected than are expected.
 */
export function checkDeliveries(deliveries: DeliverySummary): string[] {
  const { name, sent, accepted, refused, unanswered, expected, received, lost } = deliveries
  const { lostInGap, lostAfterLeaving, lostByTarget, lostByTargetAtMost } = deliveries
  return [
    ...check(`${name}: sent`, sent, 'accepted, refused and unanswered', accepted + refused + unanswered),
    ...check(`${name}: expected`, expected, 'received and lost', received + lost),
    ...check(`${name}: lost`, lost, 'the reasons for it', lostInGap + lostAfterLeaving + lostByTarget),
    ...(lostByTargetAtMost < lostByTarget || lostByTargetAtMost > lost
      ? [
          `${name}: lost by the target at most ${formatCount(lostByTargetAtMost)}, of ${formatCount(lost)} and not less than ${formatCount(lostByTarget)}`,
        ]
      : []),
    ...(received > expected ? [`${name}: received ${compareCounts(received, expected)}, though each is counted once`] : []),
  ]
}

function check(subject: string, whole: number, parts: string, sum: number): string[] {
  return sum === whole ? [] : [`${subject} ${formatCount(whole)}, but ${parts} add up to ${compareCounts(sum, whole)}`]
}
