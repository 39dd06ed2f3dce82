import { Histogram } from '../metrics/histogram.ts'
import type { MetricDefinition } from '../metrics/metric-definition.ts'
import type { MetricSnapshot } from './snapshot.ts'

// A histogram holds whole numbers: microseconds for times in milliseconds, and thousandths for all else.
const valuesPerUnit = 1000

/** Records one metric of the user's own on one thread. */
export interface OwnMetric {
  record(value: number, now: number): void
  /** What was recorded since the last call; `undefined` when nothing was. */
  take(): MetricSnapshot | undefined
}

/** Creates the recorder of a metric, as its type asks. */
export function createOwnMetric(name: string, { type }: MetricDefinition): OwnMetric {
  switch (type) {
    case 'counter':
      return new Counter(name)
    case 'gauge':
      return new Gauge(name)
    case 'rate':
      return new Rate(name)
    case 'trend':
      return new Trend(name)
  }
}

class Counter implements OwnMetric {
  readonly #name: string
  #sum = 0
  #isUsed = false

  constructor(name: string) {
    this.#name = name
  }

  record(value: number): void {
    this.#sum += value
    this.#isUsed = true
  }

  take(): MetricSnapshot | undefined {
    if (!this.#isUsed) return undefined
    const sum = this.#sum
    this.#sum = 0
    this.#isUsed = false
    return { name: this.#name, type: 'counter', sum }
  }
}

class Gauge implements OwnMetric {
  readonly #name: string
  #last = 0
  #min = Infinity
  #max = -Infinity
  #at = 0

  constructor(name: string) {
    this.#name = name
  }

  record(value: number, now: number): void {
    this.#last = value
    this.#min = Math.min(this.#min, value)
    this.#max = Math.max(this.#max, value)
    this.#at = now
  }

  take(): MetricSnapshot | undefined {
    if (this.#max < this.#min) return undefined
    const snapshot: MetricSnapshot = { name: this.#name, type: 'gauge', last: this.#last, min: this.#min, max: this.#max, at: this.#at }
    this.#min = Infinity
    this.#max = -Infinity
    return snapshot
  }
}

class Rate implements OwnMetric {
  readonly #name: string
  #hits = 0
  #total = 0

  constructor(name: string) {
    this.#name = name
  }

  record(value: number): void {
    if (value !== 0) this.#hits += 1
    this.#total += 1
  }

  take(): MetricSnapshot | undefined {
    if (this.#total === 0) return undefined
    const snapshot: MetricSnapshot = { name: this.#name, type: 'rate', hits: this.#hits, total: this.#total }
    this.#hits = 0
    this.#total = 0
    return snapshot
  }
}

class Trend implements OwnMetric {
  readonly #name: string
  readonly #values = new Histogram()

  constructor(name: string) {
    this.#name = name
  }

  record(value: number): void {
    this.#values.record(value * valuesPerUnit)
  }

  take(): MetricSnapshot | undefined {
    if (this.#values.count === 0) return undefined
    const snapshot: MetricSnapshot = { name: this.#name, type: 'trend', values: this.#values.snapshot() }
    this.#values.reset()
    return snapshot
  }
}
