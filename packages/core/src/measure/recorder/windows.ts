import { Histogram, noTimes, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** The counts of a second. */
type SecondCounts = Record<'responded' | 'ok' | 'failed' | 'bytes', number>

function noCounts(): SecondCounts {
  return { responded: 0, ok: 0, failed: 0, bytes: 0 }
}

/** The times of a second, and of the neighbours that share its histogram, in microseconds. */
export interface SecondTimes {
  /** Response times of responses and timeouts, and ages of requests that were cut off. */
  readonly responseTime: HistogramSnapshot
  /** Service times; empty for connections, which plan a request when it is sent. */
  readonly serviceTime: HistogramSnapshot
}

/** One second of the run phase, or a part of a second, on one thread; parts with the same index belong together. */
export interface WindowSnapshot extends Readonly<SecondCounts>, SecondTimes {
  /** Number of the second, 0 for the first of the run phase; `drainIndex` for everything after its end. */
  readonly index: number
}

const windowLength = 1e6

// Microseconds without a call after which a thread may have been held up: later records are kept separately.
const longQuiet = 100_000

/** The index of the window of responses after the end of the run phase. */
export const drainIndex = -1

/**
 * Records the current one-second window of the run phase on one thread, and keeps finished ones until they are taken.
 *
 * A window is closed by the first record after it, which costs one comparison.
 */
export class WindowRecorder {
  /** The histogram for service times of the current window; each is recorded together with a response time, which shows that the window is not empty. */
  readonly serviceTime: Histogram = new Histogram()
  readonly #start: number
  #end: number
  readonly #responseTime = new Histogram()
  #full: { readonly since: number; readonly window: WindowSnapshot }[] = []
  #index = 0
  #endsAt: number
  #turnedAt: number
  #since: number
  readonly #counts = noCounts()

  /** @param start the start of the run phase on the thread's clock; the end may be `Infinity` */
  constructor(start: number, end: number) {
    this.#start = start
    this.#end = end
    this.#endsAt = Math.min(start + windowLength, end)
    this.#turnedAt = start
    this.#since = start
  }

  /** Ends the run phase no later than `at`, which may be in the past: later records of a thread that was held up at that time go to the drain. */
  end(at: number): void {
    this.#end = Math.min(this.#end, at)
    this.#endsAt = Math.min(this.#endsAt, this.#end)
    this.#full = this.#full.map(({ since, window }) => ({ since, window: since >= at ? { ...window, index: drainIndex } : window }))
    if (this.#since < at) return
    this.#index = drainIndex
    this.#endsAt = Infinity
  }

  /** Closes the window if it is over; to be called before anything is recorded at `now`. */
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
    this.#counts.bytes += bytes
  }

  responded(isOk: boolean): void {
    this.#counts.responded += 1
    if (isOk) this.#counts.ok += 1
    else this.#counts.failed += 1
  }

  failed(): void {
    this.#counts.failed += 1
  }

  timed(responseTime: number): void {
    this.#responseTime.record(responseTime)
  }

  cutOff(age: number): void {
    this.#responseTime.cutOff(age)
  }

  /** Returns the windows since the last call, including a part of the current one, whose rest follows with the next call. */
  take(): WindowSnapshot[] {
    this.#close()
    const full = this.#full
    this.#full = []
    return full.map(({ window }) => window)
  }

  #close(): void {
    const { responded, failed, bytes } = this.#counts
    if (responded + failed + bytes > 0 || isTimed(this.#responseTime)) {
      const window = {
        index: this.#index,
        ...this.#counts,
        responseTime: this.#responseTime.snapshot(),
        serviceTime: isTimed(this.serviceTime) ? this.serviceTime.snapshot() : noTimes,
      }
      this.#full.push({ since: this.#since, window })
    }
    this.#responseTime.reset()
    this.serviceTime.reset()
    // The same object all along, which the code that counts is optimised for.
    Object.assign(this.#counts, noCounts())
  }
}

function isTimed({ count, unfinished }: { readonly count: number; readonly unfinished?: unknown }): boolean {
  return count > 0 || unfinished !== undefined
}

const mostHistograms = 600
// Parts of a second come from each thread, and parts of the next second may come before the last of them.
const mostOpen = 3

/** The counts of one second of the run phase, over all threads. */
interface SecondCounters extends SecondCounts {
  readonly index: number
}

/**
 * The seconds of a run phase over all threads, in memory that grows only by a few counters each second.
 *
 * Counters always cover one second. Histograms cover one second for ten minutes; then neighbours are merged in pairs, repeatedly, so that there are
 * never more than 600 of each kind.
 */
export class WindowSeries {
  readonly #counters = new Map<number, SecondCounters>()
  // Times that came since a window was last closed, for the windows that threads report: hundreds of threads are added up here alone.
  readonly #open = new Map<number, OpenTimes>()
  // A histogram that is still added to is large, and a closed one is as small as its content.
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

  get whole(): OpenTimes {
    for (const index of this.#open.keys()) this.#close(index)
    return this.#whole
  }

  /** The counters of a second, given by its index; `undefined` when nothing happened. */
  second(index: number): SecondCounters | undefined {
    return this.#counters.get(index)
  }

  /** The times of the window that covers a second; `undefined` when there are none. */
  times(second: number): SecondTimes | undefined {
    const index = Math.floor(second / this.#width)
    this.#close(index)
    return this.#closed.get(index)
  }

  /** Adds a window; responses of the drain belong to no second of the run phase. */
  add(window: WindowSnapshot): void {
    if (window.index === drainIndex) return addTimes(this.#whole, window)
    const counters = this.#counters.get(window.index) ?? { index: window.index, ...noCounts() }
    for (const count of ['responded', 'ok', 'failed', 'bytes'] as const) counters[count] += window[count]
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
