import type { DeliverySummary } from '../../summary/delivery-summary.ts'
import type { TestSummary } from '../../summary/summary.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatCount, formatNumberOf, formatShare } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Messages that the target accepted and that did not arrive: a finding about the target, which changes nothing of how far it can be believed. */
export function deliveriesLost(summary: TestSummary): readonly Reason[] {
  return deliveryReasons(summary, (deliveries) => {
    const text = deliveries.lostByTargetAtMost > 0 ? describeTarget(deliveries) : describeAway(deliveries)
    return text === undefined ? [] : [{ rule: 'deliveries-lost', level: 'note', text }]
  })
}

function describeTarget(deliveries: DeliverySummary): string {
  const { lostByTarget, lostByTargetAtMost, expected } = deliveries
  if (lostByTargetAtMost > lostByTarget) return describeRange(deliveries)
  const away = listAway(deliveries)
  const besides = away.length === 0 ? '' : `; besides, ${away.join(' and ')}`
  return `the target lost ${describe(lostByTarget, expected)}: it had accepted them, and their recipients were connected${besides}`
}

// Of messages to several: which of the recipients were not reached is not known.
function describeRange({ lostByTarget, lostByTargetAtMost, lost, expected }: DeliverySummary): string {
  const unclear = lostByTargetAtMost - lostByTarget
  const least = lostByTarget > 0 ? `${formatCount(lostByTarget)} to` : 'up to'
  const share = formatShare(lostByTargetAtMost / Math.max(lostByTargetAtMost, expected))
  const shares = lostByTarget > 0 ? `${formatShare(lostByTarget / Math.max(lostByTarget, expected))} to ${share}` : share
  const messages = `${formatNumberOf(lostByTargetAtMost, 'message')} of ${formatNumberOf(expected, 'that was', 'that were')} expected`
  const clear = lost - lostByTargetAtMost
  const besides = clear > 0 ? `; besides, ${formatNumberOf(clear, 'was', 'were')} lost while the recipient was not connected` : ''
  return `the target lost ${least} ${messages} (${shares}): it had accepted them, and of ${formatCount(unclear)} it is not known whether their recipients were connected${besides}`
}

function describeAway(deliveries: DeliverySummary): string | undefined {
  const away = listAway(deliveries)
  // That nobody received anything is a rule of its own.
  if (away.length === 0 || deliveries.received === 0) return undefined
  const lost = describe(deliveries.lostInGap + deliveries.lostAfterLeaving, deliveries.expected)
  return `${lost} did not arrive, none of them while its recipient was connected: ${away.join(' and ')}`
}

function listAway({ lostInGap, lostAfterLeaving }: DeliverySummary): string[] {
  return [
    ...(lostInGap > 0 ? [`${formatNumberOf(lostInGap, 'was', 'were')} lost while the recipient was reconnecting`] : []),
    ...(lostAfterLeaving > 0 ? [`${formatNumberOf(lostAfterLeaving, 'was', 'were')} sent when the recipient was not there`] : []),
  ]
}

function describe(lost: number, expected: number): string {
  return `${formatNumberOf(lost, 'message')} of ${formatNumberOf(expected, 'that was', 'that were')} expected (${formatShare(lost / Math.max(lost, expected))})`
}
