import type { Histogram } from '../../model/metrics/histogram.ts'
import type { OpenMessage } from './open-messages.ts'

const pageSize = 4096

/** The final states of messages; 0 for a message that is still open, or was never reported. */
export const settled = {
  open: 0,
  received: 1,
  refused: 2,
  refusedButReceived: 3,
  unanswered: 4,
  unansweredButReceived: 5,
  lostInGap: 6,
  lostAfterLeaving: 7,
  lostByTarget: 8,
  /** A message to several recipients, about which no more is kept. */
  shared: 9,
  /** A message to several recipients that was given up before it had reached all: later reports cannot be distinguished from counted ones. */
  forgotten: 10,
} as const

/**
 * How the messages of one publisher ended, by sequence number: a byte for each.
 *
 * Stored in pages; a page whose messages were all received is not stored.
 */
export class SettledStates {
  readonly #pages: (Uint8Array | undefined)[] = []
  readonly #received: number[] = []

  get(sequence: number): number {
    const page = this.#pages[Math.floor(sequence / pageSize)]
    if (page === allReceived) return settled.received
    return page === undefined ? settled.open : page[sequence % pageSize]!
  }

  /** Changes a state, except that of a received message. */
  set(sequence: number, state: number): void {
    const index = Math.floor(sequence / pageSize)
    const page = (this.#pages[index] ??= new Uint8Array(pageSize))
    if (page === allReceived || page[sequence % pageSize] === settled.received) return
    page[sequence % pageSize] = state
    if (state !== settled.received) return
    const received = (this.#received[index] ?? 0) + 1
    this.#received[index] = received
    if (received === pageSize) this.#pages[index] = allReceived
  }
}

// Represents every such page; never written to.
const allReceived = new Uint8Array(0)

/** The totals that the messages of all publishers add to. */
export interface LedgerTotals {
  readonly counts: DeliveryCounts
  /** Times from the send to the arrival at the last recipient, of messages to several recipients. */
  readonly fanOutTime: Histogram
}

interface ClosedMessage extends Pick<OpenMessage, 'sentAt' | 'expected' | 'arrivals' | 'lastArrival'> {
  isAccepted: boolean
  /** The losses that missing arrivals were counted as. */
  readonly loss: LossCounts
}

const mostKept = 2 ** 16

/**
 * The messages of one publisher to several recipients that were given up, as long as reports may still come: a late arrival is taken from those counted
 * as lost, not counted beyond the expected ones.
 */
export class ClosedMessages {
  readonly #totals: LedgerTotals
  readonly #messages = new Map<number, ClosedMessage>()

  constructor(totals: LedgerTotals) {
    this.#totals = totals
  }

  /** Adds a message with its losses; returns the number of another message that was removed, when there are too many. */
  add(sequence: number, { sentAt, expected, arrivals, lastArrival, reply }: OpenMessage, loss: LossCounts): number | undefined {
    this.#messages.set(sequence, { sentAt, expected, arrivals, lastArrival, isAccepted: reply === 'accepted', loss })
    if (this.#messages.size <= mostKept) return undefined
    const [oldest] = this.#messages.keys()
    if (oldest !== undefined) this.#messages.delete(oldest)
    return oldest
  }

  /** Notes that the target accepted a message after all. False for an unknown message. */
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

  /** Notes that the target refused a message: later arrivals were not accepted. False for an unknown message. */
  refused(sequence: number): boolean {
    const message = this.#messages.get(sequence)
    if (message === undefined || message.isAccepted) return false
    this.#messages.delete(sequence)
    return true
  }

  /** Notes that a message arrived at one more recipient. False for an unknown message, or one that has reached all. */
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

// Corrects the losses as if one arrival less had been missing when the message was given up.
function takeOne(loss: LossCounts, sum: LossCounts): void {
  const reason = loss.byTarget > 0 ? 'byTarget' : loss.afterLeaving > 0 ? 'afterLeaving' : 'inGap'
  for (const counts of [loss, sum]) {
    counts[reason] -= 1
    if (reason !== 'byTarget') counts.unclear -= 1
  }
}

/** The counts of messages so far, by how they ended. */
export interface DeliveryCounts {
  sent: number
  accepted: number
  refused: number
  /** Recipients of accepted messages. */
  expected: number
  /** Expected messages that arrived. */
  received: number
  duplicated: number
  misdelivered: number
  receivedUnaccepted: number
  outOfOrder: number
  /** Expected messages that did not arrive, by known reasons. */
  readonly lost: LossCounts
}

/** Lost messages by reason. */
export interface LossCounts {
  inGap: number
  afterLeaving: number
  byTarget: number
  /** Messages among those lost in a gap or after leaving that were for several recipients, and may as well have been lost on the way to a present one. */
  unclear: number
}

export function noDeliveries(): DeliveryCounts {
  return {
    sent: 0,
    accepted: 0,
    refused: 0,
    expected: 0,
    received: 0,
    duplicated: 0,
    misdelivered: 0,
    receivedUnaccepted: 0,
    outOfOrder: 0,
    lost: noLoss(),
  }
}

export function noLoss(): LossCounts {
  return { inGap: 0, afterLeaving: 0, byTarget: 0, unclear: 0 }
}
