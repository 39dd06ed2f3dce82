import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** One second of the run phase, or a part of one, on one thread; parts with the same index belong together. */
export interface WindowSnapshot {
  /** 0 for the first second of the run phase, `drainIndex` for all after its end. */
  readonly index: number
  readonly answered: number
  readonly ok: number
  readonly failed: number
  readonly bytes: number
  /** Microseconds from the planned instant, of answers and timeouts, and ages of what was cut off. Connections plan a request for when it is sent: it is its service time too. */
  readonly responseTime: HistogramSnapshot
}

const windowLength = 1e6

// Microseconds without a turn from which on a thread may have been held up: what comes behind is kept apart.
const longQuiet = 100_000

/** The index of the window that holds what was answered after the end of the run phase. */
export const drainIndex = -1

/**
 * The current one-second window of the run phase on one thread, and those that are full but not yet taken.
 *
 * A window is closed by the first thing that is recorded after it, so that it costs one comparison.
 */
export class WindowRecorder {
  readonly #start: number
  #end: number
  readonly #responseTime = new Histogram()
  #full: { readonly since: number; readonly window: WindowSnapshot }[] = []
  #index = 0
  #endsAt: number
  #turnedAt: number
  /** From when on the current window, or the part of it that is not closed yet, was recorded. */
  #since: number
  #answered = 0
  #ok = 0
  #failed = 0
  #bytes = 0

  /** @param start and end of the run phase, on the clock of the readings; `end` may be `Infinity` */
  constructor(start: number, end: number) {
    this.#start = start
    this.#end = end
    this.#endsAt = Math.min(start + windowLength, end)
    this.#turnedAt = start
    this.#since = start
  }

  /** Ends the run phase no later than `at`, which may be past: what a thread has recorded since then that was held up at that time goes to the drain. */
  end(at: number): void {
    this.#end = Math.min(this.#end, at)
    this.#endsAt = Math.min(this.#endsAt, this.#end)
    this.#full = this.#full.map(({ since, window }) => ({ since, window: since >= at ? { ...window, index: drainIndex } : window }))
    if (this.#since < at) return
    this.#index = drainIndex
    this.#endsAt = Infinity
  }

  /** Closes the window when it is over; to be called before anything is recorded at `now`. */
  turn(now: number): void {
    const isHeldUp = now - this.#turnedAt >= longQuiet && this.#index !== drainIndex
    this.#turnedAt = now
    if (now < this.#endsAt && !isHeldUp) return
    this.#close()
    this.#since = now
    if (now < this.#endsAt) return
    const isDrain = now >= this.#end
    this.#index = isDrain ? drainIndex : Math.floor((now - this.#start) / windowLength)
    this.#endsAt = isDrain ? Infinity : Math.min(this.#start + (this.#index + 1) * windowLength, this.#end)
  }

  received(bytes: number): void {
    this.#bytes += bytes
  }

  answered(isOk: boolean): void {
    this.#answered += 1
    if (isOk) this.#ok += 1
    else this.#failed += 1
  }

  failed(): void {
    this.#failed += 1
  }

  timed(responseTime: number): void {
    this.#responseTime.record(responseTime)
  }

  /** A request was cut off at an age. */
  cutOff(age: number): void {
    this.#responseTime.cutOff(age)
  }

  /** The windows since the last call; the current one as far as it got, its rest follows with the next call. */
  take(): WindowSnapshot[] {
    this.#close()
    const full = this.#full
    this.#full = []
    return full.map(({ window }) => window)
  }

  #close(): void {
    const { count, unfinished } = this.#responseTime
    if (this.#answered + this.#failed + this.#bytes + count > 0 || unfinished !== undefined) {
      const window = {
        index: this.#index,
        answered: this.#answered,
        ok: this.#ok,
        failed: this.#failed,
        bytes: this.#bytes,
        responseTime: this.#responseTime.snapshot(),
      }
      this.#full.push({ since: this.#since, window })
    }
    this.#responseTime.reset()
    this.#answered = 0
    this.#ok = 0
    this.#failed = 0
    this.#bytes = 0
  }
}
