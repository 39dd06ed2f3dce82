import { numbers, takeAll, wholeNumbers } from '../recorder/column.ts'

/** Microseconds between the sends of two messages from which only a buffer on the way can have brought them together in one read. */
export const bufferedGap = 50_000

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
const tenth = 100_000

interface UnderWayChange {
  by: number
  firstSent: number
}

/** Counts arrivals on one thread by tenths of a second. */
export class ArrivalFlow {
  readonly #columns = { tenths: wholeNumbers(), received: wholeNumbers(), buffered: wholeNumbers(), first: numbers(), last: numbers() }
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

  take(): FlowSnapshot {
    this.#turn(-1, 0)
    const changedAt = Uint32Array.from(this.#changes.keys())
    const changes = Float64Array.from(this.#changes.values(), ({ by }) => by)
    const firstSent = Float64Array.from(this.#changes.values(), (change) => change.firstSent)
    this.#changes.clear()
    return { ...takeAll(this.#columns), changedAt, changes, firstSent }
  }

  #turn(next: number, arrival: number): void {
    if (this.#current >= 0) {
      const { tenths, received, buffered, first, last } = this.#columns
      tenths.push(this.#current)
      received.push(this.#currentReceived)
      buffered.push(this.#currentBuffered)
      first.push(this.#currentFirst)
      last.push(this.#currentLast)
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

/** The shortest time without any arrival that counts as a stall, in microseconds. */
export const shortestStall = 500_000
const mostStalls = 10
const second = 1_000_000

/** A time in which nothing arrived anywhere, in microseconds from the start of the run phase. */
export interface Stall {
  readonly from: number
  readonly to: number
  /** The most messages that were under way at a time, and arrived afterwards. */
  readonly underWay: number
}

/**
 * Arrivals over the run phase, of all threads: by tenths of a second for the first hours, by spans twice as long, and so on, after that.
 *
 * Memory is 48 bytes for each span, at most `mostSpans` of them.
 */
export class ArrivalTimeline {
  readonly #mostSpans: number
  // The number of tenths in a span.
  #width = 1
  #spans = 0
  #received = new Float64Array(0)
  #buffered = new Float64Array(0)
  #first = new Float64Array(0)
  #last = new Float64Array(0)
  #changes = new Float64Array(0)
  #firstSent = new Float64Array(0)

  /** @param mostSpans the most spans; default: those of seven hours */
  constructor(mostSpans: number = 2 ** 18) {
    this.#mostSpans = mostSpans
  }

  add({ tenths, received, buffered, first, last, changedAt, changes, firstSent }: FlowSnapshot): void {
    for (let i = 0; i < tenths.length; i++) {
      const span = this.#spanOf(tenths[i]!)
      this.#first[span] = this.#received[span] === 0 ? first[i]! : Math.min(this.#first[span]!, first[i]!)
      this.#last[span] = Math.max(this.#last[span]!, last[i]!)
      this.#received[span]! += received[i]!
      this.#buffered[span]! += buffered[i]!
    }
    for (let i = 0; i < changedAt.length; i++) {
      const span = this.#spanOf(changedAt[i]!)
      this.#changes[span]! += changes[i]!
      this.#firstSent[span] = Math.min(this.#firstSent[span]!, firstSent[i]!)
    }
  }

  /** The number of messages that a buffer had held back. */
  get buffered(): number {
    return this.#buffered.subarray(0, this.#spans).reduce((sum, buffered) => sum + buffered, 0)
  }

  /** The number of seconds in which anything arrived; in a test of days, of longer spans. */
  get activeSeconds(): number {
    return this.#countSeconds(this.#received)
  }

  /** The number of seconds in which messages arrived that a buffer had held back. */
  get bufferedSeconds(): number {
    return this.#countSeconds(this.#buffered)
  }

  /**
   * The longest stalls, the longest first.
   *
   * @param shortest the least length of a stall, in microseconds
   */
  stalls(shortest: number = shortestStall): Stall[] {
    const stalls: Stall[] = []
    let lastArrival = -Infinity
    let underWay = 0
    // The beginning of the current silence, once something was under way, and the number of messages under way.
    let from: number | undefined
    let most = 0
    for (let span = 0; span < this.#spans; span++) {
      const isCarriedOver = underWay > 0
      underWay += this.#changes[span]!
      if (this.#received[span] === 0) {
        if (underWay > 0) from ??= isCarriedOver ? lastArrival : Math.max(lastArrival, this.#firstSent[span]!)
        most = Math.max(most, underWay)
        continue
      }
      const to = this.#first[span]!
      if (from !== undefined && to - from >= shortest) stalls.push({ from, to, underWay: most })
      lastArrival = this.#last[span]!
      from = undefined
      most = 0
    }
    return stalls.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostStalls)
  }

  #countSeconds(values: Float64Array): number {
    const spansPerSecond = Math.max(1, Math.floor(second / (tenth * this.#width)))
    let seconds = 0
    for (let start = 0; start < this.#spans; start += spansPerSecond) {
      if (values.subarray(start, start + spansPerSecond).some((value) => value > 0)) seconds += 1
    }
    return seconds
  }

  #spanOf(tenths: number): number {
    while (tenths >= this.#mostSpans * this.#width) this.#coarsen()
    const span = Math.floor(tenths / this.#width)
    if (span >= this.#received.length) this.#grow(span + 1)
    if (span >= this.#spans) this.#spans = span + 1
    return span
  }

  #grow(spans: number): void {
    const length = Math.min(this.#mostSpans, Math.max(1024, spans, this.#received.length * 2))
    const grow = (values: Float64Array<ArrayBuffer>, empty = 0): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(length).fill(empty)
      larger.set(values)
      return larger
    }
    this.#received = grow(this.#received)
    this.#buffered = grow(this.#buffered)
    this.#first = grow(this.#first)
    this.#last = grow(this.#last)
    this.#changes = grow(this.#changes)
    this.#firstSent = grow(this.#firstSent, Infinity)
  }

  #coarsen(): void {
    const spans = Math.ceil(this.#spans / 2)
    for (let span = 0; span < spans; span++) {
      const [left, right] = [span * 2, span * 2 + 1]
      const [isLeft, isRight] = [this.#received[left]! > 0, right < this.#spans && this.#received[right]! > 0]
      this.#first[span] = isLeft ? this.#first[left]! : isRight ? this.#first[right]! : 0
      this.#last[span] = isRight ? this.#last[right]! : this.#last[left]!
      this.#firstSent[span] = Math.min(this.#firstSent[left]!, right < this.#spans ? this.#firstSent[right]! : Infinity)
      for (const values of [this.#received, this.#buffered, this.#changes]) {
        values[span] = values[left]! + (right < this.#spans ? values[right]! : 0)
      }
    }
    for (const values of [this.#received, this.#buffered, this.#first, this.#last, this.#changes]) values.fill(0, spans)
    this.#firstSent.fill(Infinity, spans)
    this.#spans = spans
    this.#width *= 2
  }
}
