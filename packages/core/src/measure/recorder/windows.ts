import { Histogram, noTimes, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** One second of the run phase, or a part of one, on one thread; parts with the same index belong together. */
export interface WindowSnapshot {
  /** 0 for the first second of the run phase, `drainIndex` for all after its end. */
  readonly index: number
  readonly responded: number
  readonly ok: number
  readonly failed: number
  readonly bytes: number
  /** Microseconds from the planned instant, of responses and timeouts, and ages of what was cut off. */
  readonly responseTime: HistogramSnapshot
  /** The same from the send; empty for connections, which plan a request for when it is sent. */
  readonly serviceTime: HistogramSnapshot
}

const windowLength = 1e6

// Microseconds without a turn from which on a thread may have been held up: what comes after is kept apart.
const longQuiet = 100_000

/** The index of the window that holds the responses after the end of the run phase. */
export const drainIndex = -1

/**
 * The current one-second window of the run phase on one thread, and those that are full but not yet taken.
 *
 * A window is closed by the first thing that is recorded after it, so that it costs one comparison.
 */
export class WindowRecorder {
  /** Where the service times of the current window are recorded, each with the response time of its request: these say that there is something to be told. */
  readonly serviceTime: Histogram = new Histogram()
  readonly #start: number
  #end: number
  readonly #responseTime = new Histogram()
  #full: { readonly since: number; readonly window: WindowSnapshot }[] = []
  #index = 0
  #endsAt: number
  #turnedAt: number
  /** From when on the current window, or the part of it that is not closed yet, was recorded. */
  #since: number
  #responded = 0
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

  responded(isOk: boolean): void {
    this.#responded += 1
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
    if (this.#responded + this.#failed + this.#bytes > 0 || isTimed(this.#responseTime)) {
      const window = {
        index: this.#index,
        responded: this.#responded,
        ok: this.#ok,
        failed: this.#failed,
        bytes: this.#bytes,
        responseTime: this.#responseTime.snapshot(),
        serviceTime: isTimed(this.serviceTime) ? this.serviceTime.snapshot() : noTimes,
      }
      this.#full.push({ since: this.#since, window })
    }
    this.#responseTime.reset()
    this.serviceTime.reset()
    this.#responded = 0
    this.#ok = 0
    this.#failed = 0
    this.#bytes = 0
  }
}

function isTimed({ count, unfinished }: { readonly count: number; readonly unfinished?: unknown }): boolean {
  return count > 0 || unfinished !== undefined
}

const mostHistograms = 600
// Parts of a second come from each thread, and those of the next before the last of it.
const mostOpen = 3

/** The counters of one second of the run phase, over all threads. */
interface SecondCounters {
  readonly index: number
  responded: number
  ok: number
  failed: number
  bytes: number
}

/** What was timed in a second, and in its neighbours that share a histogram with it. */
export interface SecondTimes {
  readonly responseTime: HistogramSnapshot
  /** Empty where requests are sent when they are planned. */
  readonly serviceTime: HistogramSnapshot
}

/**
 * The seconds of a run phase over all threads, in memory that grows by a few counters a second only.
 *
 * Counters stay one second wide for ever. Histograms are one second wide for ten minutes; then two neighbours become one,
 * again and again, so that there are never more than 600 of each kind.
 */
export class WindowSeries {
  readonly #counters = new Map<number, SecondCounters>()
  // What came since a window was closed last, of the windows that threads report of: each of hundreds of threads is added up here alone.
  readonly #open = new Map<number, OpenTimes>()
  // A histogram that is added to is large, and one that is closed is as small as what it holds.
  #closed = new Map<number, SecondTimes>()
  readonly #whole = noOpenTimes()
  readonly #spare: OpenTimes[] = []
  #width = 1

  /** Seconds of the run phase that a histogram covers. */
  get width(): number {
    return this.#width
  }

  /** The seconds in which anything happened, ascending. */
  get seconds(): readonly SecondCounters[] {
    return [...this.#counters.values()].toSorted((a, b) => a.index - b.index)
  }

  /** What was timed in all windows, and in the drain. */
  get whole(): OpenTimes {
    for (const index of this.#open.keys()) this.#close(index)
    return this.#whole
  }

  /** What happened in a second, given by its index; `undefined` when nothing did. */
  second(index: number): SecondCounters | undefined {
    return this.#counters.get(index)
  }

  /** What was timed in the window that covers a second; `undefined` when nothing was. */
  times(second: number): SecondTimes | undefined {
    const index = Math.floor(second / this.#width)
    this.#close(index)
    return this.#closed.get(index)
  }

  /** Adds a window; the responses of the drain are no second of the run phase. */
  add(window: WindowSnapshot): void {
    if (window.index === drainIndex) return addTimes(this.#whole, window)
    const counters = this.#counters.get(window.index) ?? { index: window.index, responded: 0, ok: 0, failed: 0, bytes: 0 }
    counters.responded += window.responded
    counters.ok += window.ok
    counters.failed += window.failed
    counters.bytes += window.bytes
    this.#counters.set(window.index, counters)
    while (Math.floor(window.index / this.#width) >= mostHistograms) this.#halve()
    if (isTimed(window.responseTime)) addTimes(this.#openAt(Math.floor(window.index / this.#width)), window)
  }

  #halve(): void {
    for (const index of this.#open.keys()) this.#close(index)
    const finer = this.#closed
    this.#closed = new Map()
    this.#width *= 2
    for (const [index, times] of finer) this.#keep(Math.floor(index / 2), times)
  }

  #openAt(index: number): OpenTimes {
    const known = this.#open.get(index)
    if (known !== undefined) return known
    if (this.#open.size === mostOpen) this.#close(Math.min(...this.#open.keys()))
    const open = this.#spare.pop() ?? noOpenTimes()
    this.#open.set(index, open)
    return open
  }

  #close(index: number): void {
    const open = this.#open.get(index)
    if (open === undefined) return
    this.#open.delete(index)
    const times = this.#take(open)
    addTimes(this.#whole, times)
    this.#keep(index, times)
  }

  #keep(index: number, times: SecondTimes): void {
    const before = this.#closed.get(index)
    if (before === undefined) {
      this.#closed.set(index, times)
      return
    }
    const both = this.#spare.pop() ?? noOpenTimes()
    addTimes(both, before)
    addTimes(both, times)
    this.#closed.set(index, this.#take(both))
  }

  #take(open: OpenTimes): SecondTimes {
    this.#spare.push(open)
    const responseTime = open.responseTime.take()
    return { responseTime, serviceTime: isTimed(open.serviceTime) ? open.serviceTime.take() : noTimes }
  }
}

interface OpenTimes {
  readonly responseTime: Histogram
  readonly serviceTime: Histogram
}

function noOpenTimes(): OpenTimes {
  return { responseTime: new Histogram(), serviceTime: new Histogram() }
}

function addTimes(sum: OpenTimes, { responseTime, serviceTime }: SecondTimes): void {
  sum.responseTime.add(responseTime)
  sum.serviceTime.add(serviceTime)
}
