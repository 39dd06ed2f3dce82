import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { DeliverySummary } from './delivery-summary.ts'

const microsecondsPerSecond = 1e6

/** Reads what became of the messages of one plugin, once nothing more can arrive; `undefined` when there were none. */
export function summarizeDeliveries(name: string, totals: DeliveryTotals): DeliverySummary | undefined {
  if (totals.isEmpty) return undefined
  const { counts, timeline, foreign, unstamped, gaps } = totals
  const { sent, accepted, refused, expected, received, duplicated, misdelivered, receivedUnaccepted, outOfOrder } = counts
  const { inGap: lostInGap, afterLeaving: lostAfterLeaving, byTarget: lostByTarget, unclear } = totals.lost()
  return {
    name,
    sent,
    accepted,
    refused,
    unanswered: sent - accepted - refused,
    expected,
    received,
    duplicated,
    lost: expected - received,
    lostInGap,
    lostAfterLeaving,
    lostByTarget,
    lostByTargetAtMost: lostByTarget + unclear,
    receivedUnaccepted,
    misdelivered,
    outOfOrder,
    foreign,
    unstamped,
    buffered: timeline.buffered,
    activeSeconds: timeline.activeSeconds,
    bufferedSeconds: timeline.bufferedSeconds,
    reach: expected === 0 ? null : received / expected,
    deliveryTime: summarizeTimes(totals.deliveryTime),
    fanOutTime: summarizeTimes(totals.fanOutTime),
    stalls: totals.stalls.map(({ from, to, underWay }) => ({
      at: from / microsecondsPerSecond,
      length: (to - from) / microsecondsPerSecond,
      underWay,
    })),
    gaps,
  }
}
