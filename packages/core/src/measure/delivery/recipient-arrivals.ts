/** How far apart two messages were sent, in microseconds, that nothing but a buffer on the way can have brought together in one read. */
export const bufferedApart = 50_000

/** The messages that one recipient got in one read, as far as it takes to tell which of them a buffer had held back. */
export class OneRead {
  #at = -Infinity
  #firstSent = Infinity
  #lastSent = -Infinity
  // Those of the read that were sent close to all others so far; created with the second message of a read.
  #close: number[] | undefined

  /**
   * Another message, which was sent and arrived at these times; those of one read arrived at the same one.
   *
   * @returns how many more messages of the read are now known to have been sent far apart from another one of it
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
    // The first one was not kept, because most reads have only one.
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
 * Kept in pages, created when something is first added to them; of a page that is full nothing is kept.
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
    // Its last word counts the bits.
    if (++page[pageWords]! === pageSize) this.#pages[index] = full
    return true
  }

  #addPage(index: number): Uint32Array {
    const page = new Uint32Array(pageWords + 1)
    this.#pages[index] = page
    return page
  }
}

// Stands for every full page; never written to.
const full = new Uint32Array(0)

/** What came to one recipient: which messages to several, and in which order. */
export class RecipientArrivals {
  /** What came in the read that is being gone through. */
  readonly read: OneRead = new OneRead()
  readonly #names: readonly number[]
  // By name, and after them for all messages to several: when the message was sent that was sent last of those that arrived.
  readonly #lastSent: number[]
  // By publisher; of messages to several, which most recipients never get.
  #shared: (PagedBits | undefined)[] | undefined

  /** @param names hashes of those it receives for */
  constructor(names: readonly number[]) {
    this.#names = names
    this.#lastSent = Array.from({ length: names.length + 1 }, () => -1)
  }

  /** Place of whom a message is for among those it receives for, by its hash, and after them of messages to several; -1 for any other. */
  placeOf(recipient: number): number {
    return recipient === 0 ? this.#names.length : this.#names.indexOf(recipient)
  }

  /** Notes a message to several; false when it was noted before. */
  addShared(publisher: number, sequence: number): boolean {
    const shared = (this.#shared ??= [])
    return (shared[publisher] ??= new PagedBits()).add(sequence)
  }

  /** Takes an arrival at a place; returns when the message was sent that is ahead of it though it was sent later, -1 when none is. */
  overtaken(place: number, sentAt: number): number {
    const lastSent = this.#lastSent[place]!
    if (lastSent > sentAt) return lastSent
    this.#lastSent[place] = sentAt
    return -1
  }
}
