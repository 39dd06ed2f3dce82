import type { Amount, Count } from '../../base/units/count.ts'
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
  /** Messages that were sent: `accepted + refused + unanswered`. */
  readonly sent: Count
  /** Messages that the target accepted. */
  readonly accepted: Count
  /** Messages that the target refused. */
  readonly refused: Count
  /** Messages of which the sender does not know whether the target accepted them: no response came. */
  readonly unanswered: Count
  /** Messages accepted times their recipients: `received + lost`. */
  readonly expected: Count
  /** The number of expected messages that arrived, each counted once for a recipient. */
  readonly received: Count
  /** Arrivals beyond the first at the same recipient. */
  readonly duplicated: Count
  /** The number of expected messages that did not arrive: `lostInGap + lostAfterLeaving + lostByTarget`. */
  readonly lost: Count
  /** Lost while the recipient was reconnecting. */
  readonly lostInGap: Count
  /** Lost while the recipient was not there: not yet, or not any more. */
  readonly lostAfterLeaving: Count
  /** Lost without a reason on the side of the generator. */
  readonly lostByTarget: Count
  /**
   * How many of those lost the target may have lost: `lostByTarget`, and what is taken for lost in a gap or after leaving of messages to several. Which
   * recipients those did not reach is not known, only how many.
   */
  readonly lostByTargetAtMost: Count
  /** Arrived though the target had not accepted them, as far as the sender knows. */
  readonly receivedUnaccepted: Count
  /** Arrived at a recipient they were not for, or at more recipients than their sender expected. */
  readonly misdelivered: Count
  /** Arrived after a message to the same recipient that was sent only after they had been accepted. */
  readonly outOfOrder: Count
  /** Arrivals of messages of another run. */
  readonly foreign: Count
  /** Arrivals without a stamp. */
  readonly unstamped: Count
  /** Arrived in one read with one that was sent at least 50 ms earlier or later, at the same recipient. */
  readonly buffered: Count
  /** Seconds of the run in which anything arrived. */
  readonly activeSeconds: Count
  /** The number of these seconds in which some of the `buffered` arrived: with many of them buffering is usual, with one it came with a stall. */
  readonly bufferedSeconds: Count
  /** `received / expected`; `null` when nothing was expected. */
  readonly reach: Amount | null
  /** From the send to the arrival, of first arrivals; those of messages that were not accepted included. */
  readonly deliveryTime: TimeSummary
  /** From the send to the arrival at the last recipient, of messages to several that reached all. */
  readonly fanOutTime: TimeSummary
  /**
   * Times of half a second and more in which nothing arrived anywhere although messages were under way that arrived later; the longest first, at
   * most 10. None of them is shorter than twice the median of `deliveryTime`.
   */
  readonly stalls: readonly {
    /** When the stall began, in seconds from the start of the run phase; negative in the warm-up. */
    readonly at: number
    /** Length of the stall, in seconds. */
    readonly length: Amount
    /** Messages that were under way, and arrived afterwards. */
    readonly underWay: Count
  }[]
  /** Times in which a recipient could not receive. */
  readonly gaps: Count
  /**
   * Milliseconds by which each delivery time is right at most, either way, because send and arrival were timed by the clocks of different machines; a message that
   * seems to arrive before it was sent counts as 0. Missing where one clock timed both.
   */
  readonly clockError?: Amount
}

const microsecondsPerSecond = 1e6

/**
 * Reads how the messages of one plugin ended, once nothing more can arrive; `undefined` when there were none.
 *
 * @param clockError milliseconds by which the clocks of those who sent and received can differ; `undefined` where it was one clock
 */
export function summarizeDeliveries(name: string, totals: DeliveryTotals, clockError?: number): DeliverySummary | undefined {
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
    ...(clockError === undefined ? {} : { clockError }),
  }
}
