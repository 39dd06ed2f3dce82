import type { Histogram } from '../../model/metrics/histogram.ts'
import type { DeliveryCounts, LossCounts } from './delivery-counts.ts'
import type { OpenMessage } from './open-messages.ts'

const pageSize = 4096

/** What is known for good of a message; 0 of one that is still open, or was never heard of. */
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
  /** One to several recipients, of which no more is kept. */
  shared: 9,
  /** The same, and it was given up before it had reached all: what is heard of it cannot be told from what was counted. */
  forgotten: 10,
} as const

/**
 * How the messages of one publisher ended, by sequence number: a byte for each.
 *
 * Kept in pages; of one whose messages were all received nothing is kept.
 */
export class SettledStates {
  readonly #pages: (Uint8Array | undefined)[] = []
  readonly #received: number[] = []

  get(sequence: number): number {
    const page = this.#pages[Math.floor(sequence / pageSize)]
    if (page === allReceived) return settled.received
    return page === undefined ? settled.open : page[sequence % pageSize]!
  }

  /** Changes a state. What was received stays so. */
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

// Stands for every such page; never written to.
const allReceived = new Uint8Array(0)

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
  add(sequence: number, { sentAt, expected, arrivals, lastArrival, reply }: OpenMessage, loss: LossCounts): number | undefined {
    this.#messages.set(sequence, { sentAt, expected, arrivals, lastArrival, isAccepted: reply === 'accepted', loss })
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
