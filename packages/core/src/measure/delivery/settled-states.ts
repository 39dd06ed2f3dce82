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
 * What became of the messages of one publisher, by sequence number: a byte for each.
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
