const second = 1e6

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
  // The area at the start of each second, the end of the current one, and what was taken so far.
  readonly #areas: number[] = [0]
  #secondEnd: number
  #taken = 0
  #takenOfSeconds = 0
  #takenSeconds = 0

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
    for (; until >= this.#secondEnd; this.#secondEnd += second) {
      this.#areas.push(this.#area + this.#count * (this.#secondEnd - this.#turnedTo))
    }
    this.#area += this.#count * length
    this.#turnedTo = until
  }

  /**
   * Ends the run phase no later than `at`, which may be in the past, because a thread that is held up learns of it late.
   *
   * The area beyond it is taken back; that of the second of the end in proportion.
   */
  end(at: number): void {
    this.#end = Math.min(this.#end, at)
    const end = Math.max(this.#start, this.#end)
    if (end >= this.#turnedTo) return
    const index = Math.floor((end - this.#start) / second)
    const [from, before] = [this.#start + index * second, this.#areas[index]!]
    const [to, after] = index + 1 < this.#areas.length ? [from + second, this.#areas[index + 1]!] : [this.#turnedTo, this.#area]
    this.#area = before + ((after - before) * (end - from)) / (to - from)
    this.#turnedTo = end
  }

  add(count: number): void {
    this.#count += count
  }

  /** Returns the measurements since the last call, including a part of the current second, whose rest follows with the next call. */
  take(): InFlightSnapshot {
    const ends = [...this.#areas.slice(this.#takenSeconds + 1), this.#area]
    const times = ends.map((area, index) => area - (index === 0 ? this.#takenOfSeconds : ends[index - 1]!))
    const snapshot = { time: this.#area - this.#taken, seconds: { from: this.#takenSeconds, times } }
    this.#taken = this.#area
    this.#takenOfSeconds = this.#area
    this.#takenSeconds = this.#areas.length - 1
    return snapshot
  }
}
