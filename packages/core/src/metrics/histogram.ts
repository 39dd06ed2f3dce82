// Log-linear layout: values below 2,048 have a bucket each; above, every power of two is cut into 1,024 buckets, so that
// a bucket is never wider than 1/1,024 of its values: three significant digits.
const exactValues = 2048
const bucketsPerOctave = 1024
const highestValue = 2 ** 32 - 1
const bucketCount = bucketsPerOctave * 21 + exactValues

/** The used buckets of a histogram as plain data that can cross threads. */
export interface HistogramSnapshot {
  readonly buckets: Uint16Array
  /** Values in each of `buckets`, in the narrowest numbers that hold them. */
  readonly counts: Uint16Array | Uint32Array | Float64Array
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
}

/**
 * A histogram of integer microseconds with three significant digits in constant memory; count, sum, min and max are exact.
 *
 * Values from 0 to 2^32 - 1 (71 minutes); larger ones are counted in the last bucket. Merging two histograms loses nothing.
 */
export class Histogram {
  readonly #counts = new Float64Array(bucketCount)
  #lowest = bucketCount
  #highest = -1
  #count = 0
  #sum = 0
  #min = Infinity
  #max = 0

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

  /** Counts one value, rounded to a whole microsecond. Allocates nothing. */
  record(value: number): void {
    const rounded = value > 0 ? Math.round(value) : 0
    const bucket = bucketOf(rounded)
    this.#counts[bucket]! += 1
    if (bucket < this.#lowest) this.#lowest = bucket
    if (bucket > this.#highest) this.#highest = bucket
    this.#count += 1
    this.#sum += rounded
    if (rounded < this.#min) this.#min = rounded
    if (rounded > this.#max) this.#max = rounded
  }

  /** Adds all values of a snapshot. */
  add(other: HistogramSnapshot): void {
    if (other.count === 0) return
    for (let i = 0; i < other.buckets.length; i++) this.#counts[other.buckets[i]!]! += other.counts[i]!
    this.#lowest = Math.min(this.#lowest, other.buckets[0]!)
    this.#highest = Math.max(this.#highest, other.buckets.at(-1)!)
    this.#count += other.count
    this.#sum += other.sum
    this.#min = Math.min(this.#min, other.min)
    this.#max = Math.max(this.#max, other.max)
  }

  /** The value below which `percentile` percent of the values lie, by nearest rank; 0 when empty. */
  percentile(percentile: number): number {
    const rank = Math.max(1, Math.ceil((percentile / 100) * this.#count - 1e-9))
    let seen = 0
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      seen += this.#counts[bucket]!
      if (seen >= rank) return Math.min(this.#max, Math.max(this.#min, middleOf(bucket)))
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
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const count = this.#counts[bucket]!
      if (count > 0) squares += count * (middleOf(bucket) - mean) ** 2
    }
    return this.#count === 0 ? 0 : Math.sqrt(squares / this.#count)
  }

  /** A copy of what was recorded, without the empty buckets. */
  snapshot(): HistogramSnapshot {
    let used = 0
    let most = 0
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const count = this.#counts[bucket]!
      if (count > 0) used += 1
      if (count > most) most = count
    }
    const buckets = new Uint16Array(used)
    const counts = most < 2 ** 16 ? new Uint16Array(used) : most < 2 ** 32 ? new Uint32Array(used) : new Float64Array(used)
    let next = 0
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const count = this.#counts[bucket]!
      if (count === 0) continue
      buckets[next] = bucket
      counts[next++] = count
    }
    return { buckets, counts, count: this.#count, sum: this.#sum, min: this.#min, max: this.#max }
  }

  /** Forgets everything; costs no more than the range of values that was used. */
  reset(): void {
    if (this.#highest >= 0) this.#counts.fill(0, this.#lowest, this.#highest + 1)
    this.#lowest = bucketCount
    this.#highest = -1
    this.#count = 0
    this.#sum = 0
    this.#min = Infinity
    this.#max = 0
  }
}

function bucketOf(value: number): number {
  if (value < exactValues) return value
  const bounded = value > highestValue ? highestValue : value
  const shift = 21 - Math.clz32(bounded)
  return shift * bucketsPerOctave + (bounded >>> shift)
}

function middleOf(bucket: number): number {
  if (bucket < exactValues) return bucket
  const shift = Math.floor(bucket / bucketsPerOctave) - 1
  const lowest = (bucket - shift * bucketsPerOctave) * 2 ** shift
  return lowest + (2 ** shift - 1) / 2
}
