import type { Histogram } from '../../model/metrics/histogram.ts'
import type { DeliveryCounts, LossCounts } from './delivery-counts.ts'
import type { OpenMessage } from './open-message.ts'

/** What the messages of all publishers add to. */
export interface LedgerTotals {
  readonly counts: DeliveryCounts
  /** From the send to the arrival at the last recipient, of messages to several. */
  readonly fanOutTime: Histogram
}

interface ClosedMessage extends Pick<OpenMessage, 'sentAt' | 'expected' | 'arrivals' | 'lastArrival'> {
  isAccepted: boolean
  /** As what was counted those that did not arrive. */
  readonly loss: LossCounts
}

const mostKept = 2 ** 16

/**
 * The messages to several of one publisher that were given up, as long as something may still be heard of them: a late arrival is one of those
 * that were counted as lost, and none beyond those expected.
 */
export class ClosedMessages {
  readonly #totals: LedgerTotals
  readonly #messages = new Map<number, ClosedMessage>()

  constructor(totals: LedgerTotals) {
    this.#totals = totals
  }

  /** Adds one with what of it was counted as lost; returns the number of another one that makes room for it, where there are too many. */
  add(sequence: number, { sentAt, expected, arrivals, lastArrival, answer }: OpenMessage, loss: LossCounts): number | undefined {
    this.#messages.set(sequence, { sentAt, expected, arrivals, lastArrival, isAccepted: answer === 'accepted', loss })
    if (this.#messages.size <= mostKept) return undefined
    const [oldest] = this.#messages.keys()
    if (oldest !== undefined) this.#messages.delete(oldest)
    return oldest
  }

  /** The target took it over after all. False where it is not known. */
  accepted(sequence: number): boolean {
    const { counts } = this.#totals
    const message = this.#messages.get(sequence)
    if (message === undefined || message.isAccepted) return false
    message.isAccepted = true
    const { expected, arrivals, loss } = message
    counts.accepted += 1
    counts.expected += expected
    counts.received += arrivals
    counts.receivedUnaccepted -= arrivals
    loss.byTarget = expected - arrivals
    counts.lost.byTarget += loss.byTarget
    this.#forgetComplete(sequence, message)
    return true
  }

  /** The target did not take it over: what still arrives was not accepted. */
  refused(sequence: number): boolean {
    const message = this.#messages.get(sequence)
    if (message === undefined || message.isAccepted) return false
    this.#messages.delete(sequence)
    return true
  }

  /** It arrived at one more of those it is for. False where it is not known, or has reached all. */
  arrived(sequence: number, at: number): boolean {
    const { counts, fanOutTime } = this.#totals
    const message = this.#messages.get(sequence)
    if (message === undefined || message.arrivals >= message.expected) return false
    message.arrivals += 1
    message.lastArrival = Math.max(message.lastArrival, at)
    if (message.isAccepted) {
      counts.received += 1
      takeOne(message.loss, counts.lost)
    } else {
      counts.receivedUnaccepted += 1
    }
    if (message.arrivals === message.expected) fanOutTime.record(message.lastArrival - message.sentAt)
    this.#forgetComplete(sequence, message)
    return true
  }

  #forgetComplete(sequence: number, { isAccepted, arrivals, expected }: ClosedMessage): void {
    if (isAccepted && arrivals === expected) this.#messages.delete(sequence)
  }
}

// As if one less had been missing when it was given up.
function takeOne(loss: LossCounts, sum: LossCounts): void {
  const reason = loss.byTarget > 0 ? 'byTarget' : loss.afterLeaving > 0 ? 'afterLeaving' : 'inGap'
  for (const counts of [loss, sum]) {
    counts[reason] -= 1
    if (reason !== 'byTarget') counts.unclear -= 1
  }
}
