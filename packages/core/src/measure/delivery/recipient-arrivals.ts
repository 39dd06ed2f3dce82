/** Microseconds between the sends of two messages from which only a buffer on the way can have brought them together in one read. */
export const bufferedApart = 50_000

/** The messages that one recipient got in one read, to find those that a buffer had held back. */
export class OneRead {
  #at = -Infinity
  #firstSent = Infinity
  #lastSent = -Infinity
  // The messages of the read that were sent close to all others so far; created with the second message of a read.
  #close: number[] | undefined

  /**
   * Adds a message with the times of its send and arrival; all messages of a read have the same arrival.
   *
   * @returns the number of messages of the read that are newly known to have been sent far apart from another one of the read
   */
  add(sentAt: number, at: number): number {
    if (at !== this.#at) {
      this.#at = at
      this.#firstSent = sentAt
      this.#lastSent = sentAt
      if (this.#close !== undefined) this.#close.length = 0
      return 0
    }
    this.#close ??= []
    // The first message was not kept, because most reads have only one.
    if (this.#close.length === 0 && this.#lastSent - this.#firstSent < bufferedApart) this.#close.push(this.#firstSent)
    this.#firstSent = Math.min(this.#firstSent, sentAt)
    this.#lastSent = Math.max(this.#lastSent, sentAt)
    this.#close.push(sentAt)
    return this.#lastSent - this.#firstSent < bufferedApart ? 0 : this.#countApart(this.#close)
  }

  #countApart(close: number[]): number {
    let kept = 0
    for (const sentAt of close) {
      if (sentAt - this.#firstSent < bufferedApart && this.#lastSent - sentAt < bufferedApart) close[kept++] = sentAt
    }
    const apart = close.length - kept
    close.length = kept
    return apart
  }
}

const pageBits = 12
const pageSize = 2 ** pageBits
const pageMask = pageSize - 1
const pageWords = pageSize / 32

/**
 * A set of whole numbers from 0 on, at one bit for each.
 *
 * Stored in pages, which are created when something is first added to them; a full page is not stored.
 */
export class PagedBits {
  readonly #pages: (Uint32Array | undefined)[] = []

  /** Adds a number; false when it was there. */
  add(value: number): boolean {
    const index = Math.floor(value / pageSize)
    const page = this.#pages[index] ?? this.#addPage(index)
    if (page === full) return false
    const word = (value & pageMask) >>> 5
    const bit = 1 << (value & 31)
    if ((page[word]! & bit) !== 0) return false
    page[word]! |= bit
    // The last word of a page counts its bits.
    if (++page[pageWords]! === pageSize) this.#pages[index] = full
    return true
  }

  #addPage(index: number): Uint32Array {
    const page = new Uint32Array(pageWords + 1)
    this.#pages[index] = page
    return page
  }
}

// Represents every full page; never written to.
const full = new Uint32Array(0)

/** The arrivals at one recipient: which messages to several recipients, and in which order. */
export class RecipientArrivals {
  /** The arrivals of the current read. */
  readonly read: OneRead = new OneRead()
  readonly #names: readonly number[]
  // The latest send time among the arrivals, by name, and last for messages to several recipients.
  readonly #lastSent: number[]
  // Messages to several recipients by publisher, which most recipients never get.
  #shared: (PagedBits | undefined)[] | undefined

  /** @param names hashes of those it receives for */
  constructor(names: readonly number[]) {
    this.#names = names
    this.#lastSent = Array.from({ length: names.length + 1 }, () => -1)
  }

  /**
   * The place of a message's recipient among the names that are received for, by its hash; messages to several recipients have the place after them,
   * and any other message has -1.
   */
  placeOf(recipient: number): number {
    return recipient === 0 ? this.#names.length : this.#names.indexOf(recipient)
  }

  /** Notes a message to several recipients; false when it was noted before. */
  addShared(publisher: number, sequence: number): boolean {
    const shared = (this.#shared ??= [])
    return (shared[publisher] ??= new PagedBits()).add(sequence)
  }

  /** Notes an arrival at a place; returns the send time of a message that was sent later but arrived before, or -1. */
  overtaken(place: number, sentAt: number): number {
    const lastSent = this.#lastSent[place]!
    if (lastSent > sentAt) return lastSent
    this.#lastSent[place] = sentAt
    return -1
  }
}
