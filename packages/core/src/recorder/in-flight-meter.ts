/**
 * Requests in flight on one thread, and their number times the time they were, within the run phase.
 *
 * Where a count ends the run phase, nobody on the thread knows its end while it goes on: requests of the warm-up that are in flight behind the
 * last request of the run phase still add to it, so that the figure is too high then.
 */
export class InFlightMeter {
  #end: number
  #count = 0
  #turnedTo: number
  #area = 0

  constructor(start: number, end: number) {
    this.#end = end
    this.#turnedTo = start
  }

  get count(): number {
    return this.#count
  }

  /** Accounts for the time up to `now`; to be called before the count changes. */
  turn(now: number): void {
    const until = now < this.#end ? now : this.#end
    if (until <= this.#turnedTo) return
    this.#area += this.#count * (until - this.#turnedTo)
    this.#turnedTo = until
  }

  /** Ends the run phase no later than `now`. */
  end(now: number): void {
    this.#end = Math.min(this.#end, now)
  }

  add(count: number): void {
    this.#count += count
  }

  /** Requests times microseconds since the last call. */
  take(): number {
    const area = this.#area
    this.#area = 0
    return area
  }
}
