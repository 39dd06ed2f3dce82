// Log-linear layout: each value below 2,048 has a bucket; above, every power of two is divided into 1,024 buckets, so that a bucket is never wider than
// 1/1,024 of its values: three significant digits.
const exactValues = 2048
const bucketsPerOctave = 1024
const highestValue = Number.MAX_SAFE_INTEGER
const highestShift = 53 - 11
// Buckets are kept in pages, each created when something is first counted in it, because the times of one endpoint lie in few of them.
const pageBits = 8
const pageSize = 2 ** pageBits
const pageMask = pageSize - 1
const pageCount = (bucketsPerOctave * highestShift + exactValues) / pageSize
const mostPerNarrowBucket = 2 ** 32 - 1

type Page = Uint32Array | Float64Array

/** The used buckets of a histogram, as plain data that can be sent to other threads. */
export interface HistogramSnapshot {
  readonly buckets: Uint16Array
  /** Number of values in each of `buckets`, in the narrowest integer type. */
  readonly counts: Uint16Array | Uint32Array | Float64Array
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  /** Ages of requests that were cut off; missing when there were none. */
  readonly unfinished?: HistogramSnapshot
}

/** One of several histograms in shared arrays: its buckets are those from `from` to before `to`. */
export interface HistogramPart extends Omit<HistogramSnapshot, 'unfinished'> {
  readonly from: number
  readonly to: number
}

/**
 * A histogram of integer microseconds with three significant digits; count, sum, min and max are exact.
 *
 * Values from 0 to 2^53 - 1; larger ones are counted in the last bucket. Merging two histograms loses nothing. Memory is constant: 1 KB for each
 * quarter of a power of two that values were in, at most 92 KB for times up to 71 minutes, and next to nothing while there are none.
 *
 * A request that was cut off has no value, but an age. Ages are kept separately: count, sum, min, max and all figures here are those of the values
 * only. {@link estimatePercentile} reads both.
 */
export class Histogram {
  #pages = noPages
  #isWide = false
  #count = 0
  #sum = 0
  #min = Infinity
  #max = 0
  #unfinished: Histogram | undefined
  // The number of values of each page when there were `#summed` in total, to skip pages when looking for a rank.
  #pageSums: Float64Array | undefined
  #summed = -1

  get count(): number {
    return this.#count
  }
  get sum(): number {
    return this.#sum
  }
  /** `Infinity` when empty. */
  get min(): number {
    return this.#min
  }
  get max(): number {
    return this.#max
  }

  /** Ages of requests that were cut off; `undefined` when there were none. */
  get unfinished(): Histogram | undefined {
    return this.#unfinished === undefined || this.#unfinished.count === 0 ? undefined : this.#unfinished
  }

  /** Counts one value, rounded to a whole microsecond. Allocates nothing but a missing page. */
  record(value: number): void {
    const rounded = value > 0 ? Math.round(value) : 0
    const bucket = bucketOf(rounded)
    const page = this.#pages[bucket >>> pageBits] ?? this.#addPage(bucket >>> pageBits)
    page[bucket & pageMask]! += 1
    this.#count += 1
    this.#sum += rounded
    if (rounded < this.#min) this.#min = rounded
    if (rounded > this.#max) this.#max = rounded
    if (this.#count === mostPerNarrowBucket) this.#widen()
  }

  /** Counts a request that was cut off at an age: its time is longer than `age`. */
  cutOff(age: number): void {
    this.#unfinished ??= new Histogram()
    this.#unfinished.record(age)
  }

  /** Adds all values and ages of a snapshot. */
  add(other: HistogramSnapshot): void {
    const { buckets, counts, count, sum, min, max, unfinished } = other
    if (unfinished !== undefined) (this.#unfinished ??= new Histogram()).add(unfinished)
    this.addPart({ buckets, counts, from: 0, to: buckets.length, count, sum, min, max })
  }

  /** Adds the values of a part. */
  addPart({ buckets, counts, from, to, count, sum, min, max }: HistogramPart): void {
    if (this.#count + count >= mostPerNarrowBucket) this.#widen()
    for (let i = from; i < to; i++) {
      const bucket = buckets[i]!
      const page = this.#pages[bucket >>> pageBits] ?? this.#addPage(bucket >>> pageBits)
      page[bucket & pageMask]! += counts[i]!
    }
    this.#count += count
    this.#sum += sum
    this.#min = Math.min(this.#min, min)
    this.#max = Math.max(this.#max, max)
  }

  /** Adds a part whose values are ages of requests that were cut off. */
  addAges(part: HistogramPart): void {
    this.#unfinished ??= new Histogram()
    this.#unfinished.addPart(part)
  }

  /** The value below which `percentile` percent of the values lie, by nearest rank; 0 when empty. */
  percentile(percentile: number): number {
    return this.valueAt(Math.max(1, Math.ceil((percentile / 100) * this.#count - 1e-9)))
  }

  /** The value of a rank, from 1 for the smallest; 0 when empty. */
  valueAt(rank: number): number {
    const sums = this.#sumPages()
    let seen = 0
    for (let index = this.#firstPage; index <= this.#lastPage; index++) {
      if (seen + sums[index]! < rank) {
        seen += sums[index]!
        continue
      }
      const page = this.#pages[index] ?? noPage
      for (let offset = 0; offset < page.length; offset++) {
        seen += page[offset]!
        if (seen >= rank) return Math.min(this.#max, Math.max(this.#min, middleOf(index * pageSize + offset)))
      }
    }
    return this.#max
  }

  /** Exact mean; 0 when empty. */
  mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count
  }

  /** Population standard deviation, from the middles of the buckets; 0 when empty. */
  stdev(): number {
    const mean = this.mean()
    let squares = 0
    for (let index = this.#firstPage; index <= this.#lastPage; index++) {
      const page = this.#pages[index] ?? noPage
      for (let offset = 0; offset < page.length; offset++) {
        if (page[offset]! > 0) squares += page[offset]! * (middleOf(index * pageSize + offset) - mean) ** 2
      }
    }
    return this.#count === 0 ? 0 : Math.sqrt(squares / this.#count)
  }

  /** Returns a copy of the histogram without empty buckets. */
  snapshot(): HistogramSnapshot {
    let used = 0
    let most = 0
    for (let index = this.#firstPage; index <= this.#lastPage; index++) {
      const page = this.#pages[index]
      if (page === undefined) continue
      for (let offset = 0; offset < pageSize; offset++) {
        const count = page[offset]!
        if (count === 0) continue
        foundBuckets[used] = index * pageSize + offset
        foundCounts[used++] = count
        if (count > most) most = count
      }
    }
    const buckets = foundBuckets.slice(0, used)
    const found = foundCounts.subarray(0, used)
    const counts = most < 2 ** 16 ? new Uint16Array(found) : most < 2 ** 32 ? new Uint32Array(found) : found.slice()
    const values = { buckets, counts, count: this.#count, sum: this.#sum, min: this.#min, max: this.#max }
    const { unfinished } = this
    return unfinished === undefined ? values : { ...values, unfinished: unfinished.snapshot() }
  }

  /** Returns a copy of the histogram, and empties it. */
  take(): HistogramSnapshot {
    const snapshot = this.snapshot()
    this.reset()
    return snapshot
  }

  /** Empties the histogram but keeps its pages, which are filled again without allocating; costs no more than the used range of values. */
  reset(): void {
    for (let index = this.#firstPage; index <= this.#lastPage; index++) this.#pages[index]?.fill(0)
    this.#count = 0
    this.#sum = 0
    this.#min = Infinity
    this.#max = 0
    this.#summed = -1
    this.#unfinished?.reset()
  }

  #sumPages(): Float64Array {
    const sums = (this.#pageSums ??= new Float64Array(pageCount))
    if (this.#summed === this.#count) return sums
    for (let index = this.#firstPage; index <= this.#lastPage; index++) {
      const page = this.#pages[index] ?? noPage
      let sum = 0
      for (let offset = 0; offset < page.length; offset++) sum += page[offset]!
      sums[index] = sum
    }
    this.#summed = this.#count
    return sums
  }

  get #firstPage(): number {
    return bucketOf(this.#min) >>> pageBits
  }

  // Before the first page when empty.
  get #lastPage(): number {
    return bucketOf(this.#max) >>> pageBits
  }

  #addPage(index: number): Page {
    if (this.#pages === noPages) this.#pages = [...noPages]
    const page = this.#isWide ? new Float64Array(pageSize) : new Uint32Array(pageSize)
    this.#pages[index] = page
    return page
  }

  // All values may be in one bucket, so the type must be able to count all of them.
  #widen(): void {
    if (this.#isWide) return
    this.#isWide = true
    this.#pages = this.#pages.map((page) => (page === undefined ? undefined : Float64Array.from(page)))
  }
}

// Scratch space of a snapshot, which collects buckets before their number is known.
const foundBuckets = new Uint16Array(pageCount * pageSize)
const foundCounts = new Float64Array(pageCount * pageSize)
const noPage: Page = new Uint32Array(0)
// Shared by all histograms without values; never written to.
const noPages: (Page | undefined)[] = Array.from({ length: pageCount }, () => undefined)

function bucketOf(value: number): number {
  if (value >= 2 ** 32) return bucketOfLarge(value)
  const whole = value >>> 0
  const shift = whole < exactValues ? 0 : 21 - Math.clz32(whole)
  return shift * bucketsPerOctave + (whole >>> shift)
}

// Values of more than 71 minutes, in microseconds, exceed 32 bits.
function bucketOfLarge(value: number): number {
  const bounded = Math.min(value, highestValue)
  const shift = Math.min(highestShift, Math.floor(Math.log2(bounded)) - 10)
  return shift * bucketsPerOctave + Math.floor(bounded / 2 ** shift)
}

/** The middle of a bucket of a {@link HistogramSnapshot}: never further than a thousandth from any value in it. */
export function middleOf(bucket: number): number {
  if (bucket < exactValues) return bucket
  const shift = Math.floor(bucket / bucketsPerOctave) - 1
  const lowest = (bucket - shift * bucketsPerOctave) * 2 ** shift
  return lowest + (2 ** shift - 1) / 2
}

/** The snapshot of a histogram without values. */
export const noTimes: HistogramSnapshot = new Histogram().snapshot()
