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
