const second = 1e6

// Microseconds without a change after which a thread may have been held up.
const longQuiet = 100_000

/** The level on one thread since the last snapshot: of requests in flight, or of users. */
export interface InFlightSnapshot {
  /** Level times microseconds; negative when some of it was taken back. */
  readonly time: number
  /** The same by seconds of the run phase; what was taken back is still in the second that was cut short, and in later ones. */
  readonly seconds: SecondsSnapshot
}

/** Values of consecutive seconds, or of parts of them: parts of the same second add up. */
export interface SecondsSnapshot {
  /** Number of the first of these seconds, 0 for the first of the run phase. */
  readonly from: number
  readonly times: readonly number[]
}

/**
 * Measures requests in flight on one thread: their number times their time, within the run phase and in each whole second.
 *
 * When a count ends the run phase, the thread does not know the end beforehand: requests of the warm-up that are in flight after the last request of
 * the run phase still count, so that the figure is too high.
 */
export class InFlightMeter {
  readonly #start: number
  #end: number
  #count = 0
  #turnedTo: number
  #area = 0
  #taken = 0
  // The last long time without a change: its start and end, the number in flight, and the area before.
  #quietFrom = Infinity
  #quietTo = Infinity
  #quietCount = 0
  #quietArea = 0
  // The past seconds that were not taken, the number of the first, the end of the current second, and the area at its start.
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

  /** Adds the time up to `now`; to be called before the count changes. */
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
   * Ends the run phase no later than `at`, which may be in the past, because a thread that is held up learns of it late.
   *
   * The area beyond it is taken back: exactly if the thread was held up at that time, otherwise in proportion.
   */
  end(at: number): void {
    this.#end = Math.min(this.#end, at)
    const end = Math.max(this.#start, this.#end)
    if (end >= this.#turnedTo) return
    this.#area = this.#areaAt(end)
    this.#turnedTo = end
  }

  // Between known points the area is assumed to have grown linearly.
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

  /** Returns the measurements since the last call, including a part of the current second, whose rest follows with the next call. */
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
