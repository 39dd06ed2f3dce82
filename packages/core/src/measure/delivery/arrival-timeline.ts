/** Microseconds between the sends of two messages from which only a buffer on the way can have brought them together in one read. */
export const bufferedGap = 50_000

type Figure = 'received' | 'buffered' | 'first' | 'last' | 'changes' | 'firstSent'

const add = (left: number, right: number): number => left + right

/** The figures of a span of time: their values where nothing happened, and how those of two spans become those of one. */
const figures: Readonly<Record<Figure, { readonly empty: number; readonly merge: (left: number, right: number) => number }>> = {
  received: { empty: 0, merge: add },
  /** The number of arrivals in one read with others that were sent much earlier or later. */
  buffered: { empty: 0, merge: add },
  /** First and last arrival, in microseconds from the start of the run phase. */
  first: { empty: Infinity, merge: Math.min },
  last: { empty: -Infinity, merge: Math.max },
  /** Change of the number of messages under way, counting those that were under way for at least one whole tenth and then arrived. */
  changes: { empty: 0, merge: add },
  /** When the first message that is under way from then on was sent, in microseconds from the start of the run phase. */
  firstSent: { empty: Infinity, merge: Math.min },
}

const names = Object.keys(figures) as Figure[]

function forEachFigure<Value>(make: (name: Figure) => Value): Record<Figure, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Figure, Value>
}

/** Arrivals by tenths of a second from the start of the run phase; a tenth may occur more than once. */
export interface FlowSnapshot extends Readonly<Record<Figure, Float64Array>> {
  readonly tenths: Uint32Array
}

/** Length of the shortest part of the run phase for which arrivals are counted, in microseconds. */
const tenth = 100_000

/** Counts arrivals on one thread by tenths of a second. */
export class ArrivalFlow {
  readonly #spans = new Map<number, Record<Figure, number>>()
  #runStart = Infinity

  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /** Notes that a message of the run phase arrived, with the number of messages of the same read that are now known to have been held back. */
  add(sentAt: number, at: number, buffered: number): void {
    const arrival = Math.max(0, at - this.#runStart)
    const current = Math.floor(arrival / tenth)
    const span = this.#spanOf(current)
    span.received += 1
    span.buffered += buffered
    span.first = Math.min(span.first, arrival)
    span.last = Math.max(span.last, arrival)
    const send = sentAt - this.#runStart
    const sent = Math.floor(send / tenth)
    if (current - sent < 2) return
    const next = this.#spanOf(sent + 1)
    next.changes += 1
    next.firstSent = Math.min(next.firstSent, send)
    span.changes -= 1
  }

  take(): FlowSnapshot {
    const spans = [...this.#spans.values()]
    const tenths = Uint32Array.from(this.#spans.keys())
    this.#spans.clear()
    return { tenths, ...forEachFigure((name) => Float64Array.from(spans, (span) => span[name])) }
  }

  #spanOf(index: number): Record<Figure, number> {
    let span = this.#spans.get(index)
    if (span === undefined) this.#spans.set(index, (span = forEachFigure((name) => figures[name].empty)))
    return span
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
  #figures: Record<Figure, Float64Array<ArrayBuffer>> = forEachFigure(() => new Float64Array(0))

  /** @param mostSpans the most spans; default: those of seven hours */
  constructor(mostSpans: number = 2 ** 18) {
    this.#mostSpans = mostSpans
  }

  add(flow: FlowSnapshot): void {
    flow.tenths.forEach((index, place) => {
      const span = this.#spanOf(index)
      for (const name of names) {
        const values = this.#figures[name]
        values[span] = figures[name].merge(values[span]!, flow[name][place]!)
      }
    })
  }

  /** The number of messages that a buffer had held back. */
  get buffered(): number {
    return this.#figures.buffered.subarray(0, this.#spans).reduce((sum, buffered) => sum + buffered, 0)
  }

  /** The number of seconds in which anything arrived; in a test of days, of longer spans. */
  get activeSeconds(): number {
    return this.#countSeconds(this.#figures.received)
  }

  /** The number of seconds in which messages arrived that a buffer had held back. */
  get bufferedSeconds(): number {
    return this.#countSeconds(this.#figures.buffered)
  }

  /**
   * The longest stalls, the longest first.
   *
   * @param shortest the least length of a stall, in microseconds
   */
  stalls(shortest: number = shortestStall): Stall[] {
    const { received, first, last, changes, firstSent } = this.#figures
    const stalls: Stall[] = []
    let lastArrival = -Infinity
    let underWay = 0
    // The beginning of the current silence, once something was under way, and the number of messages under way.
    let from: number | undefined
    let most = 0
    for (let span = 0; span < this.#spans; span++) {
      const isCarriedOver = underWay > 0
      underWay += changes[span]!
      if (received[span] === 0) {
        if (underWay > 0) from ??= isCarriedOver ? lastArrival : Math.max(lastArrival, firstSent[span]!)
        most = Math.max(most, underWay)
        continue
      }
      const to = first[span]!
      if (from !== undefined && to - from >= shortest) stalls.push({ from, to, underWay: most })
      lastArrival = last[span]!
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
    if (span >= this.#figures.received.length) this.#grow(span + 1)
    if (span >= this.#spans) this.#spans = span + 1
    return span
  }

  #grow(spans: number): void {
    const length = Math.min(this.#mostSpans, Math.max(1024, spans, this.#figures.received.length * 2))
    this.#figures = forEachFigure((name) => {
      const larger = new Float64Array(length).fill(figures[name].empty)
      larger.set(this.#figures[name])
      return larger
    })
  }

  #coarsen(): void {
    this.#spans = Math.ceil(this.#spans / 2)
    this.#width *= 2
    for (const name of names) {
      const { empty, merge } = figures[name]
      const values = this.#figures[name]
      for (let span = 0; span < this.#spans; span++) values[span] = merge(values[span * 2]!, values[span * 2 + 1] ?? empty)
      values.fill(empty, this.#spans)
    }
  }
}
