import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import { summarizeTimes, type TimeSummary } from './time-summary.ts'

/**
 * How the messages ended that users pushed to each other over the target, over the whole test.
 *
 * `expected = received + lost`: of the messages the target accepted, each is expected by each of its recipients once.
 */
export interface DeliverySummary {
  /** The plugin that carried them, such as `sse`. */
  readonly name: string
  /** `sent = accepted + refused + unanswered`. */
  readonly sent: number
  readonly accepted: number
  readonly refused: number
  readonly unanswered: number
  /** Messages accepted times their recipients. */
  readonly expected: number
  /** Of those, how many arrived, each counted once. */
  readonly received: number
  /** Arrivals beyond the first at the same recipient. */
  readonly duplicated: number
  readonly lost: number
  /** Of those lost, by why: the recipient was reconnecting, it was not there (not yet, or not any more), or for no reason that the generator has. */
  readonly lostInGap: number
  readonly lostAfterLeaving: number
  readonly lostByTarget: number
  /**
   * How many of those lost the target may have lost: `lostByTarget`, and what is taken for lost in a gap or after leaving of messages to several. Which
   * recipients those did not reach is not known, only how many.
   */
  readonly lostByTargetAtMost: number
  /** Arrived though the target had not accepted them, as far as the sender knows. */
  readonly receivedUnaccepted: number
  /** Arrived at a recipient they were not for, or at more recipients than their sender expected. */
  readonly misdelivered: number
  /** Arrived behind a message to the same recipient that was sent only after they had been accepted. */
  readonly outOfOrder: number
  /** Stamped by another run, or not at all. */
  readonly foreign: number
  readonly unstamped: number
  /** Arrived in one read with one that was sent at least 50 ms earlier or later, at the same recipient. */
  readonly buffered: number
  /** Seconds of the run in which anything arrived, and in how many of them some of those did: what tells a habit from one stall. */
  readonly activeSeconds: number
  readonly bufferedSeconds: number
  /** `received / expected`; `null` when nothing was expected. */
  readonly reach: number | null
  /** From the send to the arrival, of first arrivals; those of messages that were not accepted included. */
  readonly deliveryTime: TimeSummary
  /** From the send to the arrival at the last recipient, of messages to several that reached all. */
  readonly fanOutTime: TimeSummary
  /**
   * Times of half a second and more in which nothing arrived anywhere although messages were under way that arrived later; the longest first, at
   * most 10. None of them is shorter than twice the median of `deliveryTime`. In seconds, `at` from the start of the run phase.
   */
  readonly stalls: readonly { readonly at: number; readonly length: number; readonly underWay: number }[]
  /** Times in which a recipient could not receive. */
  readonly gaps: number
}

const microsecondsPerSecond = 1e6

/** Reads how the messages of one plugin ended, once nothing more can arrive; `undefined` when there were none. */
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
