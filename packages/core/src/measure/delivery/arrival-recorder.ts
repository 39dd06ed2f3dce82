import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { numbers, wholeNumbers } from '../recorder/column.ts'
import type { Reception } from './deliveries.ts'
import { PagedBits, type RecipientArrivals } from './recipient-arrivals.ts'
import { StampReader } from './stamp.ts'

/** First arrivals of the messages of one publisher on one thread, by sequence number. */
interface ArrivalsSnapshot {
  readonly publisher: number
  /** Arrivals of messages to one recipient. */
  readonly single: Uint32Array
  /** Arrivals of messages to several recipients, one for each recipient. */
  readonly shared: Uint32Array
  readonly sharedAt: Float64Array
}

/** First arrivals after a message to the same recipient that was sent later. */
interface BehindSnapshot {
  readonly publisher: Uint32Array
  readonly sequence: Uint32Array
  /** When the message that had arrived before was sent; of several, the last. */
  readonly laterSentAt: Float64Array
}

/** Arrivals on one thread since its last snapshot. */
export interface ReceivedSnapshot {
  readonly arrivals: readonly ArrivalsSnapshot[]
  readonly behind: BehindSnapshot
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
  readonly #stamp: StampReader
  readonly #publishers: (PublisherArrivals | undefined)[] = []
  readonly #flow = new ArrivalFlow()
  readonly #deliveryTime = new Histogram()
  readonly #behind = { publisher: wholeNumbers(), sequence: wholeNumbers(), laterSentAt: numbers() }
  #runStart = Infinity
  #counted = { duplicated: 0, misdelivered: 0, foreign: 0, unstamped: 0 }
  #isEmpty = true

  constructor(run: string) {
    this.#stamp = new StampReader(run)
  }

  begin(runStart: number): void {
    this.#runStart = runStart
    this.#flow.begin(runStart)
  }

  get isEmpty(): boolean {
    return this.#isEmpty
  }

  receive(text: string, at: number, recipient: RecipientArrivals): Reception {
    const found = this.#stamp.find(text)
    if (found === 'own') return this.#count(at, recipient)
    const reception = found === 'none' ? 'unstamped' : 'foreign'
    if (at < this.#runStart) return reception
    this.#isEmpty = false
    this.#counted[reception] += 1
    return reception
  }

  /** Returns the arrivals since the last call. */
  take(): ReceivedSnapshot {
    const { publisher, sequence, laterSentAt } = this.#behind
    const snapshot = {
      arrivals: this.#publishers.flatMap((arrivals, index) => (arrivals === undefined ? [] : [arrivals.take(index)])),
      behind: { publisher: publisher.take(), sequence: sequence.take(), laterSentAt: laterSentAt.take() },
      flow: this.#flow.take(),
      deliveryTime: this.#deliveryTime.take(),
      ...this.#counted,
    }
    this.#counted = { duplicated: 0, misdelivered: 0, foreign: 0, unstamped: 0 }
    this.#isEmpty = true
    return snapshot
  }

  #count(at: number, recipient: RecipientArrivals): Reception {
    const { sentAt } = this.#stamp
    const place = recipient.placeOf(this.#stamp.recipient)
    if (sentAt < this.#runStart) return place < 0 ? 'misdelivered' : 'received'
    this.#isEmpty = false
    this.#flow.add(sentAt, at, recipient.read.add(sentAt, at))
    if (place < 0) {
      this.#counted.misdelivered += 1
      return 'misdelivered'
    }
    const laterSentAt = recipient.overtaken(place, sentAt)
    if (!this.#isFirst(at, recipient)) {
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
  readonly #single = wholeNumbers()
  readonly #shared = wholeNumbers()
  readonly #sharedAt = numbers()

  /** Adds an arrival; false when it was there already. */
  addSingle(sequence: number): boolean {
    if (!this.#arrived.add(sequence)) return false
    this.#single.push(sequence)
    return true
  }

  addShared(sequence: number, at: number): void {
    this.#shared.push(sequence)
    this.#sharedAt.push(at)
  }

  take(publisher: number): ArrivalsSnapshot {
    return { publisher, single: this.#single.take(), shared: this.#shared.take(), sharedAt: this.#sharedAt.take() }
  }
}

/** Arrivals by time; a tenth of a second may occur more than once. */
export interface FlowSnapshot {
  /** Tenths of a second from the start of the run phase. */
  readonly tenths: Uint32Array
  readonly received: Uint32Array
  /** The number of these arrivals in one read with others that were sent much earlier or later. */
  readonly buffered: Uint32Array
  /** First and last arrival in the tenth, in microseconds from the start of the run phase. */
  readonly first: Float64Array
  readonly last: Float64Array
  /** Changes of the number of messages under way, counting those that were under way for at least one whole tenth and then arrived. */
  readonly changedAt: Uint32Array
  readonly changes: Float64Array
  /** When the first message that is under way from then on was sent, in microseconds from the start of the run phase; `Infinity` when there is none. */
  readonly firstSent: Float64Array
}

/** Length of the shortest part of the run phase for which arrivals are counted, in microseconds. */
export const tenth = 100_000

interface UnderWayChange {
  by: number
  firstSent: number
}

/** Counts arrivals on one thread by tenths of a second. */
export class ArrivalFlow {
  readonly #tenths = wholeNumbers()
  readonly #received = wholeNumbers()
  readonly #buffered = wholeNumbers()
  readonly #first = numbers()
  readonly #last = numbers()
  readonly #changes = new Map<number, UnderWayChange>()
  #runStart = Infinity
  // The tenth that arrivals are counted in; -1 without any.
  #current = -1
  #currentReceived = 0
  #currentBuffered = 0
  #currentFirst = 0
  #currentLast = 0

  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /** Notes that a message of the run phase arrived, with the number of messages of the same read that are now known to have been held back. */
  add(sentAt: number, at: number, buffered: number): void {
    const arrival = Math.max(0, at - this.#runStart)
    const current = Math.floor(arrival / tenth)
    if (current !== this.#current) this.#turn(current, arrival)
    this.#currentReceived += 1
    this.#currentBuffered += buffered
    this.#currentFirst = Math.min(this.#currentFirst, arrival)
    this.#currentLast = Math.max(this.#currentLast, arrival)
    const send = sentAt - this.#runStart
    const sent = Math.floor(send / tenth)
    if (current - sent < 2) return
    this.#change(sent + 1, 1, send)
    this.#change(current, -1, Infinity)
  }

  /** Returns the arrivals since the last call. */
  take(): FlowSnapshot {
    this.#turn(-1, 0)
    const changedAt = Uint32Array.from(this.#changes.keys())
    const changes = Float64Array.from(this.#changes.values(), ({ by }) => by)
    const firstSent = Float64Array.from(this.#changes.values(), (change) => change.firstSent)
    this.#changes.clear()
    return {
      tenths: this.#tenths.take(),
      received: this.#received.take(),
      buffered: this.#buffered.take(),
      first: this.#first.take(),
      last: this.#last.take(),
      changedAt,
      changes,
      firstSent,
    }
  }

  #turn(next: number, arrival: number): void {
    if (this.#current >= 0) {
      this.#tenths.push(this.#current)
      this.#received.push(this.#currentReceived)
      this.#buffered.push(this.#currentBuffered)
      this.#first.push(this.#currentFirst)
      this.#last.push(this.#currentLast)
    }
    this.#current = next
    this.#currentReceived = 0
    this.#currentBuffered = 0
    this.#currentFirst = arrival
    this.#currentLast = arrival
  }

  #change(at: number, by: number, send: number): void {
    const change = this.#changes.get(at)
    if (change === undefined) {
      this.#changes.set(at, { by, firstSent: send })
      return
    }
    change.by += by
    change.firstSent = Math.min(change.firstSent, send)
  }
}
