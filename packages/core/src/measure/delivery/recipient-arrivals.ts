import { OneRead } from './one-read.ts'
import { PagedBits } from './paged-bits.ts'

/** What came to one recipient: which messages to several, and in which order. */
export class RecipientArrivals {
  /** What came in the read that is being gone through. */
  readonly read: OneRead = new OneRead()
  readonly #names: readonly number[]
  // By name, and behind them for all messages to several: when the message was sent that was sent last of those that arrived.
  readonly #lastSent: number[]
  // By publisher; of messages to several, which most recipients never get.
  #shared: (PagedBits | undefined)[] | undefined

  /** @param names hashes of those it receives for */
  constructor(names: readonly number[]) {
    this.#names = names
    this.#lastSent = Array.from({ length: names.length + 1 }, () => -1)
  }

  /** Place of whom a message is for among those it receives for, by its hash, and behind them of messages to several; -1 for anybody else. */
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
