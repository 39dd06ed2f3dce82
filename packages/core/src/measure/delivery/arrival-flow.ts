import { numbers, wholeNumbers } from '../recorder/column.ts'

/** Arrivals by time; a tenth may be there more than once. */
export interface FlowSnapshot {
  /** Tenths of a second from the start of the run phase. */
  readonly tenths: Uint32Array
  readonly received: Uint32Array
  /** Of those, how many came in one read with others that were sent much earlier or later. */
  readonly buffered: Uint32Array
  /** First and last arrival in it, in microseconds from the start of the run phase. */
  readonly first: Float64Array
  readonly last: Float64Array
  /** By how much the number of messages under way changed, of those that were so for at least one whole tenth and then arrived. */
  readonly changedAt: Uint32Array
  readonly changes: Float64Array
  /** When the first of those was sent that are under way from then on, in microseconds from the start of the run phase; `Infinity` where none is. */
  readonly firstSent: Float64Array
}

/** Length of the shortest part of the run phase for which arrivals are counted, in microseconds. */
export const tenth = 100_000

interface UnderWayChange {
  by: number
  firstSent: number
}

/** Counts arrivals on one thread by the tenth of a second they came in. */
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

  /** A message of the run phase arrived, and it is known now how many of those that came in the same read had been held back. */
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

  /** What arrived since the last call. */
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
