import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { numbers, takeAll, wholeNumbers } from '../recorder/column.ts'
import type { Reception } from './deliveries.ts'
import { ArrivalFlow, bufferedGap, type FlowSnapshot } from './arrival-timeline.ts'
import { StampReader } from './stamp.ts'

/** Arrivals on one thread since its last snapshot. */
export interface ReceivedSnapshot {
  /** First arrivals by publisher, as sequence numbers; of messages to several recipients, one for each recipient. */
  readonly arrivals: readonly ReturnType<PublisherArrivals['take']>[]
  /** First arrivals after a message to the same recipient that was sent later; of several such messages, with the send time of the last. */
  readonly behind: { readonly publisher: Uint32Array; readonly sequence: Uint32Array; readonly laterSentAt: Float64Array }
  readonly flow: FlowSnapshot
  /** Times from the send of a message to its first arrival. */
  readonly deliveryTime: HistogramSnapshot
  readonly duplicated: number
  readonly misdelivered: number
  readonly foreign: number
  readonly unstamped: number
}

/** Counts arrivals at the recipients of one thread. Counting an arrival allocates only memory that is reused for later ones. */
export class ArrivalRecorder {
  isEmpty = true
  readonly #stamp: StampReader
  readonly #publishers: (PublisherArrivals | undefined)[] = []
  readonly #flow = new ArrivalFlow()
  readonly #deliveryTime = new Histogram()
  readonly #behind = { publisher: wholeNumbers(), sequence: wholeNumbers(), laterSentAt: numbers() }
  #runStart = Infinity
  #counted = { duplicated: 0, misdelivered: 0, foreign: 0, unstamped: 0 }

  constructor(run: string) {
    this.#stamp = new StampReader(run)
  }

  begin(runStart: number): void {
    this.#runStart = runStart
    this.#flow.begin(runStart)
  }

  receive(text: string, at: number, recipient: RecipientArrivals): Reception {
    const found = this.#stamp.find(text)
    if (found === 'own') return this.#count(at, recipient)
    const reception = found === 'none' ? 'unstamped' : 'foreign'
    if (at < this.#runStart) return reception
    this.isEmpty = false
    this.#counted[reception] += 1
    return reception
  }

  take(): ReceivedSnapshot {
    const snapshot = {
      arrivals: this.#publishers.flatMap((arrivals, index) => (arrivals === undefined ? [] : [arrivals.take(index)])),
      behind: takeAll(this.#behind),
      flow: this.#flow.take(),
      deliveryTime: this.#deliveryTime.take(),
      ...this.#counted,
    }
    this.#counted = { duplicated: 0, misdelivered: 0, foreign: 0, unstamped: 0 }
    this.isEmpty = true
    return snapshot
  }

  #count(at: number, recipient: RecipientArrivals): Reception {
    const { sentAt } = this.#stamp
    const place = recipient.placeOf(this.#stamp.recipient)
    if (sentAt < this.#runStart) return place < 0 ? 'misdelivered' : 'received'
    this.isEmpty = false
    const isRepeated = place >= 0 && !this.#isFirst(at, recipient)
    this.#flow.add(sentAt, at, isRepeated ? 0 : recipient.heldBack(sentAt, at))
    if (place < 0) {
      this.#counted.misdelivered += 1
      return 'misdelivered'
    }
    const laterSentAt = recipient.overtaken(place, sentAt)
    if (isRepeated) {
      this.#counted.duplicated += 1
      return 'duplicated'
    }
    this.#deliveryTime.record(at - sentAt)
    if (laterSentAt >= 0) this.#addBehind(laterSentAt)
    return 'received'
  }

  #isFirst(at: number, recipient: RecipientArrivals): boolean {
    const { publisher, sequence } = this.#stamp
    const arrivals = (this.#publishers[publisher] ??= new PublisherArrivals())
    if (this.#stamp.recipient !== 0) return arrivals.addSingle(sequence)
    if (!recipient.addShared(publisher, sequence)) return false
    arrivals.addShared(sequence, at)
    return true
  }

  #addBehind(laterSentAt: number): void {
    this.#behind.publisher.push(this.#stamp.publisher)
    this.#behind.sequence.push(this.#stamp.sequence)
    this.#behind.laterSentAt.push(laterSentAt)
  }
}

/** The arrivals of the messages of one publisher on this thread. */
class PublisherArrivals {
  readonly #arrived = new PagedBits()
  readonly #columns = { single: wholeNumbers(), shared: wholeNumbers(), sharedAt: numbers() }

  /** Adds an arrival; false when it was there already. */
  addSingle(sequence: number): boolean {
    if (!this.#arrived.add(sequence)) return false
    this.#columns.single.push(sequence)
    return true
  }

  addShared(sequence: number, at: number): void {
    this.#columns.shared.push(sequence)
    this.#columns.sharedAt.push(at)
  }

  take(publisher: number): {
    readonly publisher: number
    readonly single: Uint32Array
    readonly shared: Uint32Array
    readonly sharedAt: Float64Array
  } {
    return { publisher, ...takeAll(this.#columns) }
  }
}

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
    if (this.#close.length === 0 && this.#lastSent - this.#firstSent < bufferedGap) this.#close.push(this.#firstSent)
    this.#firstSent = Math.min(this.#firstSent, sentAt)
    this.#lastSent = Math.max(this.#lastSent, sentAt)
    this.#close.push(sentAt)
    return this.#lastSent - this.#firstSent < bufferedGap ? 0 : this.#countApart(this.#close)
  }

  #countApart(close: number[]): number {
    let kept = 0
    for (const sentAt of close) {
      if (sentAt - this.#firstSent < bufferedGap && this.#lastSent - sentAt < bufferedGap) close[kept++] = sentAt
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
  readonly #read = new OneRead()
  readonly #names: readonly number[]
  // The latest send time among the arrivals, by name, and last for messages to several recipients.
  readonly #lastSent: number[]
  // Messages to several recipients by publisher, which most recipients never get.
  #shared: (PagedBits | undefined)[] | undefined
  #openedAt: number

  /**
   * @param names hashes of those it receives for
   * @param openedAt when its connection was opened
   */
  constructor(names: readonly number[], openedAt: number) {
    this.#names = names
    this.#openedAt = openedAt
    this.#lastSent = Array.from({ length: names.length + 1 }, () => -1)
  }

  /**
   * The place of a message's recipient among the names that are received for, by its hash; messages to several recipients have the place after them,
   * and any other message has -1.
   */
  placeOf(recipient: number): number {
    return recipient === 0 ? this.#names.length : this.#names.indexOf(recipient)
  }

  /** Notes that another connection was opened. */
  reopened(at: number): void {
    this.#openedAt = at
  }

  /**
   * Notes an arrival that is no repetition; returns the number of messages of its read that are newly known to have been held back.
   *
   * What was sent before the connection was opened could not arrive earlier: it is a backlog or a replay, however much of it comes in one read.
   */
  heldBack(sentAt: number, at: number): number {
    return sentAt < this.#openedAt ? 0 : this.#read.add(sentAt, at)
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
