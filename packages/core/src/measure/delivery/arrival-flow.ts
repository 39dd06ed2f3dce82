import { numbers, wholeNumbers } from './column.ts'
import type { FlowSnapshot } from './delivery-snapshot.ts'

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

  /** A message of the run phase arrived, and it is known now that so many that came in the same read had been held back. */
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
