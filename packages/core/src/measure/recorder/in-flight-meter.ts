// Microseconds without a change from which on a thread may have been held up.
const longQuiet = 100_000

/**
 * Requests in flight on one thread, and their number times the time they were, within the run phase.
 *
 * Where a count ends the run phase, its end is not known on the thread until it has come: requests of the warm-up that are in flight after the
 * last request of the run phase still add to it, so that the figure is too high then.
 */
export class InFlightMeter {
  readonly #start: number
  #end: number
  #count = 0
  #turnedTo: number
  #area = 0
  #taken = 0
  // The last stretch in which nothing changed for long: from when to when, how many were in flight in it, and the area before.
  #quietFrom = Infinity
  #quietTo = Infinity
  #quietCount = 0
  #quietArea = 0

  constructor(start: number, end: number) {
    this.#start = start
    this.#end = end
    this.#turnedTo = start
  }

  get count(): number {
    return this.#count
  }

  /** Accounts for the time up to `now`; to be called before the count changes. */
  turn(now: number): void {
    const until = now < this.#end ? now : this.#end
    const length = until - this.#turnedTo
    if (length <= 0) return
    if (length >= longQuiet) {
      this.#quietFrom = this.#turnedTo
      this.#quietTo = until
      this.#quietCount = this.#count
      this.#quietArea = this.#area
    }
    this.#area += this.#count * length
    this.#turnedTo = until
  }

  /**
   * Ends the run phase no later than `at`, which may be past: a thread that is held up is told late.
   *
   * What has been accounted for beyond it is taken back; exactly, where the thread was held up at that time, and else in proportion.
   */
  end(at: number): void {
    this.#end = Math.min(this.#end, at)
    const end = Math.max(this.#start, this.#end)
    if (end >= this.#turnedTo) return
    this.#area = this.#areaAt(end)
    this.#turnedTo = end
  }

  // Between the points that are known it has grown evenly, as far as anybody can tell.
  #areaAt(time: number): number {
    const [quietFrom, quietTo] = [Math.min(this.#quietFrom, this.#turnedTo), Math.min(this.#quietTo, this.#turnedTo)]
    const before = { time: quietFrom, area: this.#quietFrom < Infinity ? this.#quietArea : this.#area }
    const behind = { time: quietTo, area: before.area + this.#quietCount * (quietTo - quietFrom) }
    if (time < quietFrom) return between({ time: this.#start, area: 0 }, before, time)
    if (time < quietTo) return between(before, behind, time)
    return between(behind, { time: this.#turnedTo, area: this.#area }, time)
  }

  add(count: number): void {
    this.#count += count
  }

  /** Requests times microseconds since the last call; less than nothing where some were taken back. */
  take(): number {
    const taken = this.#area - this.#taken
    this.#taken = this.#area
    return taken
  }
}

interface Point {
  readonly time: number
  readonly area: number
}

function between(from: Point, to: Point, time: number): number {
  return to.time > from.time ? from.area + ((to.area - from.area) * (time - from.time)) / (to.time - from.time) : from.area
}
