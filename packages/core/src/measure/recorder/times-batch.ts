import type { HistogramPart } from '../../model/metrics/histogram.ts'
import { mostNames } from './first-names.ts'
import { histogramsWidth, type PackedSeries } from './series.ts'

/** The number of waiting buckets from which adding up is worthwhile. */
const enough = 2 ** 16
/** The numbers of a waiting histogram: the place of its series, the start of its buckets, and its row without the place. */
const width = histogramsWidth + 1
/** The series with times of their own, and `other`. */
const mostPlaces = mostNames + 1

/**
 * Collects histograms, to add them up series by series.
 *
 * Hundreds of threads report a little of each of hundreds of series, whose sums are far larger than the caches of a CPU: added up thread by thread,
 * each sum would be fetched from memory for each thread. Waiting histograms are copies, so that messages of threads can be released.
 */
export class TimesBatch {
  #buckets = new Uint16Array(1024)
  #counts = new Float64Array(1024)
  #rows = new Float64Array(1024)
  #used = 0
  #end = 0

  /** Whether the waiting histograms should be added up. */
  get isFull(): boolean {
    return this.#used >= enough
  }

  /** Adds histograms to the batch; `places` has the place of each name among the series of all threads. */
  add({ histograms, buckets, bucketCounts }: PackedSeries, places: Uint16Array): void {
    this.#makeRoom(buckets.length, (histograms.length / histogramsWidth) * width)
    this.#buckets.set(buckets, this.#used)
    this.#counts.set(bucketCounts, this.#used)
    const rows = this.#rows
    for (let row = 0; row < histograms.length; row += histogramsWidth) {
      rows[this.#end] = places[histograms[row]!]!
      rows[this.#end + 1] = this.#used
      for (let column = 1; column < histogramsWidth; column++) rows[this.#end + 1 + column] = histograms[row + column]!
      this.#used += histograms[row + 2]!
      this.#end += width
    }
  }

  /** Passes on each histogram with what it has timed, series by series, and empties the batch. */
  take(onTimes: (place: number, what: number, part: HistogramPart) => void): void {
    const rows = this.#rows
    const part = { buckets: this.#buckets, counts: this.#counts, from: 0, to: 0, count: 0, sum: 0, min: 0, max: 0 }
    for (const row of this.#byPlace()) {
      part.from = rows[row + 1]!
      part.to = part.from + rows[row + 3]!
      part.count = rows[row + 4]!
      part.sum = rows[row + 5]!
      part.min = rows[row + 6]!
      part.max = rows[row + 7]!
      onTimes(rows[row]!, rows[row + 2]!, part)
    }
    this.#used = 0
    this.#end = 0
  }

  /** Where each row begins, those of one series after the other: a counting sort, because there are few series and many rows. */
  #byPlace(): Uint32Array {
    const rows = this.#rows
    const next = new Uint32Array(mostPlaces + 1)
    for (let row = 0; row < this.#end; row += width) next[rows[row]! + 1]! += 1
    for (let place = 1; place < next.length; place++) next[place]! += next[place - 1]!
    const sorted = new Uint32Array(this.#end / width)
    for (let row = 0; row < this.#end; row += width) sorted[next[rows[row]!]!++] = row
    return sorted
  }

  #makeRoom(buckets: number, numbers: number): void {
    if (this.#used + buckets > this.#buckets.length) {
      const length = 2 * (this.#used + buckets)
      const [wider, counts] = [new Uint16Array(length), new Float64Array(length)]
      wider.set(this.#buckets)
      counts.set(this.#counts)
      this.#buckets = wider
      this.#counts = counts
    }
    if (this.#end + numbers > this.#rows.length) {
      const rows = new Float64Array(2 * (this.#end + numbers))
      rows.set(this.#rows)
      this.#rows = rows
    }
  }
}
