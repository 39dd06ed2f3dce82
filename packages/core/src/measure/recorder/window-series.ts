import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { drainIndex, type WindowSnapshot } from './window-recorder.ts'

const mostHistograms = 600

/** The counters of one second of the run phase, over all threads. */
interface SecondCounters {
  readonly index: number
  answered: number
  ok: number
  failed: number
  bytes: number
}

/**
 * The seconds of a run phase over all threads, in memory that grows by a few counters a second only.
 *
 * Counters stay one second wide for ever. Histograms are one second wide for ten minutes; then two neighbours become one,
 * again and again, so that there are never more than 600.
 */
export class WindowSeries {
  readonly #counters = new Map<number, SecondCounters>()
  #histograms = new Map<number, HistogramSnapshot>()
  #width = 1
  readonly #scratch = new Histogram()

  /** Seconds of the run phase that a histogram covers. */
  get width(): number {
    return this.#width
  }

  /** The seconds in which anything happened, ascending. */
  get seconds(): readonly SecondCounters[] {
    return [...this.#counters.values()].toSorted((a, b) => a.index - b.index)
  }

  /** The response times of the window that covers a second; `undefined` when nothing was timed. */
  histogram(second: number): HistogramSnapshot | undefined {
    return this.#histograms.get(Math.floor(second / this.#width))
  }

  /** Adds a window; what was answered in the drain is no second of the run phase. */
  add(window: WindowSnapshot): void {
    if (window.index === drainIndex) return
    const counters = this.#counters.get(window.index) ?? { index: window.index, answered: 0, ok: 0, failed: 0, bytes: 0 }
    counters.answered += window.answered
    counters.ok += window.ok
    counters.failed += window.failed
    counters.bytes += window.bytes
    this.#counters.set(window.index, counters)
    while (Math.floor(window.index / this.#width) >= mostHistograms) this.#halve()
    this.#merge(Math.floor(window.index / this.#width), window.responseTime)
  }

  #halve(): void {
    const finer = this.#histograms
    this.#histograms = new Map()
    this.#width *= 2
    for (const [index, histogram] of finer) this.#merge(Math.floor(index / 2), histogram)
  }

  #merge(index: number, histogram: HistogramSnapshot): void {
    if (histogram.count === 0 && histogram.unfinished === undefined) return
    const known = this.#histograms.get(index)
    if (known === undefined) {
      this.#histograms.set(index, histogram)
      return
    }
    this.#scratch.reset()
    this.#scratch.add(known)
    this.#scratch.add(histogram)
    this.#histograms.set(index, this.#scratch.snapshot())
  }
}
