import type { Amount, Count } from '../../base/units/count.ts'
import type { DeliveryTotals } from '../../measure/delivery/delivery-totals.ts'
import type { SummarizedFigures } from './summarize-figures.ts'
import { summarizeTimes } from '../../model/metrics/time-summary.ts'

/**
 * How the messages that users pushed to each other over the target ended, in the whole test.
 *
 * `expected = received + lost`: each message that the target accepted is expected once by each of its recipients.
 */
export interface DeliverySummary extends SummarizedFigures<'deliveries'> {
  /** Name of the plugin that carried the messages, such as `sse`. */
  readonly name: string
  /** Messages that the target refused. */
  readonly refused: Count
  /** Messages without a response, so that it is unknown whether the target accepted them. */
  readonly unanswered: Count
  /** Accepted messages, counted once for each recipient: `received + lost`. */
  readonly expected: Count
  /** Messages lost while the recipient was reconnecting. */
  readonly lostInGap: Count
  /** Messages lost because the recipient had not joined yet, or left before two seconds after they were accepted. */
  readonly lostAfterLeaving: Count
  /** Messages lost without a reason on the side of the generator. */
  readonly lostByTarget: Count
  /**
   * The most messages that the target may have lost: `lostByTarget`, and messages to several recipients that count as lost in a gap or after leaving.
   * For messages to several recipients only the number of recipients they missed is known, not which.
   */
  readonly lostByTargetAtMost: Count
  /** Messages that arrived although the target had not accepted them, as far as the sender knows. */
  readonly receivedUnaccepted: Count
  /** Messages that arrived at a wrong recipient, or at more recipients than the sender expected. */
  readonly misdelivered: Count
  /** Arrivals of messages of another run. */
  readonly foreign: Count
  /** Arrivals without a stamp. */
  readonly unstamped: Count
  /**
   * Messages that arrived in one read with a message to the same recipient that was sent at least 50 ms earlier or later, without repetitions and without
   * those that were sent before the connection was open.
   */
  readonly buffered: Count
  /** Seconds of the run in which anything arrived. */
  readonly activeSeconds: Count
  /** Seconds of `activeSeconds` in which `buffered` messages arrived: many of them show a habit of buffering, a single one a stall. */
  readonly bufferedSeconds: Count
  /** `received / expected`; `null` when nothing was expected. */
  readonly reach: Amount | null
  /**
   * Times of half a second and more in which nothing arrived anywhere although messages were under way that arrived later; the longest first, at most
   * 10. No stall is shorter than twice the median of `deliveryTime`.
   */
  readonly stalls: readonly {
    /** When the stall began, in seconds from the start of the run phase; negative in the warm-up. */
    readonly at: number
    /** Length of the stall, in seconds. */
    readonly length: Amount
    /** Messages that were under way during the stall, and arrived afterwards. */
    readonly underWay: Count
  }[]
  /** Times in which a recipient could not receive. */
  readonly gaps: Count
  /**
   * Largest error of a delivery time in milliseconds, either way, because send and arrival were timed by the clocks of different machines; a message
   * that seems to arrive before it was sent counts as 0. Missing when one clock timed both.
   */
  readonly clockError?: Amount
}

const microsecondsPerSecond = 1e6

/**
 * Summarizes how the messages of one plugin ended, once nothing more can arrive; `undefined` when there were none.
 *
 * @param clockError milliseconds by which the clocks of senders and recipients can differ; `undefined` with one clock
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
