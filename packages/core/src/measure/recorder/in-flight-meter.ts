const second = 1e6

// Microseconds without a change from which on a thread may have been held up.
const longQuiet = 100_000

/** How many there were at a time on one thread since the last snapshot: requests in flight, or users. */
export interface InFlightSnapshot {
  /** Their number times microseconds; less than nothing where some were taken back. */
  readonly time: number
  /** The same by the second of the run phase; what was taken back is still in the second that was cut short, and in those after it. */
  readonly seconds: SecondsSnapshot
}

/** What each of some seconds in a row had, or a part of it: parts of the same second add up. */
export interface SecondsSnapshot {
  /** The number of the first of them: 0 is the first second of the run phase. */
  readonly from: number
  readonly times: readonly number[]
}

/**
 * Requests in flight on one thread, and their number times the time they were, within the run phase and in each whole second of it.
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
  // The seconds that have passed and are not taken, the number of the first of them, and when the current one ends and what the area was at its start.
  #passed: number[] = []
  #passedFrom = 0
  #secondEnd: number
  #secondArea = 0

  constructor(start: number, end: number) {
    this.#start = start
    this.#end = end
    this.#turnedTo = start
    this.#secondEnd = start + second
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
    if (until >= this.#secondEnd) this.#passSeconds(until)
    this.#area += this.#count * length
    this.#turnedTo = until
  }

  // To be called before the area grows up to `until`.
  #passSeconds(until: number): void {
    for (; until >= this.#secondEnd; this.#secondEnd += second) {
      const area = this.#area + this.#count * (this.#secondEnd - this.#turnedTo)
      this.#passed.push(area - this.#secondArea)
      this.#secondArea = area
    }
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

  /** What was measured since the last call; of the current second as far as it got, its rest follows with the next call. */
  take(): InFlightSnapshot {
    const times = [...this.#passed, this.#area - this.#secondArea]
    const snapshot = { time: this.#area - this.#taken, seconds: { from: this.#passedFrom, times } }
    this.#taken = this.#area
    this.#passedFrom += this.#passed.length
    this.#passed = []
    this.#secondArea = this.#area
    return snapshot
  }
}

interface Point {
  readonly time: number
  readonly area: number
}

function between(from: Point, to: Point, time: number): number {
  return to.time > from.time ? from.area + ((to.area - from.area) * (time - from.time)) / (to.time - from.time) : from.area
}
