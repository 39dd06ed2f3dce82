import { Histogram } from '../../model/metrics/histogram.ts'
import type { MetricType } from '../../model/metrics/metric-definition.ts'
import type { MetricRecord } from './snapshot.ts'

// A histogram holds whole numbers: microseconds for times in milliseconds, and thousandths for all else.
const valuesPerUnit = 1000

/** Records one metric of the user's own, or one value of the tag that it is kept by, on one thread. Recording allocates nothing. */
export interface MetricSeries {
  record(value: number, now: number): void
  /** What was recorded since the last call; `undefined` when nothing was. */
  take(): MetricRecord | undefined
}

/** Creates the series of a metric, as its type asks. */
export function createMetricSeries(type: MetricType): MetricSeries {
  switch (type) {
    case 'counter':
      return new Counter()
    case 'gauge':
      return new Gauge()
    case 'rate':
      return new Rate()
    case 'trend':
      return new Trend()
  }
}

class Counter implements MetricSeries {
  #sum = 0
  #isUsed = false

  record(value: number): void {
    this.#sum += value
    this.#isUsed = true
  }

  take(): MetricRecord | undefined {
    if (!this.#isUsed) return undefined
    const sum = this.#sum
    this.#sum = 0
    this.#isUsed = false
    return { type: 'counter', sum }
  }
}

class Gauge implements MetricSeries {
  #last = 0
  #min = Infinity
  #max = -Infinity
  #at = 0

  record(value: number, now: number): void {
    this.#last = value
    this.#min = Math.min(this.#min, value)
    this.#max = Math.max(this.#max, value)
    this.#at = now
  }

  take(): MetricRecord | undefined {
    if (this.#max < this.#min) return undefined
    const record: MetricRecord = { type: 'gauge', last: this.#last, min: this.#min, max: this.#max, at: this.#at }
    this.#min = Infinity
    this.#max = -Infinity
    return record
  }
}

class Rate implements MetricSeries {
  #hits = 0
  #total = 0

  record(value: number): void {
    if (value !== 0) this.#hits += 1
    this.#total += 1
  }

  take(): MetricRecord | undefined {
    if (this.#total === 0) return undefined
    const record: MetricRecord = { type: 'rate', hits: this.#hits, total: this.#total }
    this.#hits = 0
    this.#total = 0
    return record
  }
}

class Trend implements MetricSeries {
  readonly #values = new Histogram()

  record(value: number): void {
    this.#values.record(value * valuesPerUnit)
  }

  take(): MetricRecord | undefined {
    if (this.#values.count === 0) return undefined
    const record: MetricRecord = { type: 'trend', values: this.#values.snapshot() }
    this.#values.reset()
    return record
  }
}
