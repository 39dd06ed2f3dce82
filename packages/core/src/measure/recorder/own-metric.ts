import { cutText, showValue } from '../../base/redact/cut-text.ts'
import { redactText } from '../../base/redact/redact-text.ts'
import { FirstNames } from './first-names.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'

/** The kind of a metric: a sum, a level, a share of true values, or a distribution of values. */
export type MetricType = 'counter' | 'gauge' | 'rate' | 'trend'

/** A metric as data, known before any worker starts. */
export interface MetricDefinition {
  readonly type: MetricType
  /** The unit, shown as it is; `ms` makes a trend one of times in milliseconds. */
  readonly unit?: string
  readonly description?: string
  /** Name of a tag by whose values the metric is also kept, such as `type` or `cause`: at most 200 values, the rest as `other`. */
  readonly by?: string
}

/** Metrics by name. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>

/** The records of a metric since the last snapshot; a metric with a tag has a snapshot for each value, and none for the whole. */
export type MetricSnapshot = MetricRecord & {
  readonly name: string
  readonly tag?: string
}

// The value of a tag may come from a server, and be of any length.
const longestTag = 200

/**
 * Records one metric of the user's own on one thread, as a whole or by the values of its tag.
 *
 * The first 200 values are kept separately, all others as `other`. Recording a known value is one look-up and allocates nothing.
 */
export class OwnMetric {
  readonly #name: string
  readonly #definition: MetricDefinition
  /** `undefined` for a metric with a tag, whose whole is the sum of its values. */
  readonly #whole: MetricSeries | undefined
  readonly #byTag: FirstNames<{ readonly tag: string; readonly series: MetricSeries }>
  #runStart = Infinity

  constructor(name: string, definition: MetricDefinition) {
    const { type, by } = definition
    this.#name = name
    this.#definition = definition
    this.#whole = by === undefined ? new MetricSeries(type) : undefined
    this.#byTag = new FirstNames((tag) => ({ tag: redactText(tag), series: new MetricSeries(type) }))
  }

  /** Sets the start of the run phase: earlier records are dropped. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /**
   * Records a value at `now`, a reading of the thread's clock in microseconds.
   *
   * @throws TypeError when the value is not a finite number, and when the tag is missing or the metric has none
   */
  record(value: number, now: number, tag?: string): void {
    const whole = this.#whole
    if (whole === undefined ? typeof tag !== 'string' : tag !== undefined) throw new TypeError(this.#describeTag(tag))
    if (!Number.isFinite(value)) throw new TypeError(`metric "${this.#name}" was given ${showValue(value)}, which is no finite number`)
    if (now < this.#runStart) return
    const series = whole ?? this.#seriesOf(tag)
    series.record(value, now)
  }

  /** Returns the records since the last call, for each value of the tag, or for the whole. */
  take(): MetricSnapshot[] {
    const name = this.#name
    const whole = this.#whole?.take()
    const taken: MetricSnapshot[] = whole === undefined ? [] : [{ name, ...whole }]
    for (const [, { tag, series }] of this.#byTag.entries()) {
      const record = series.take()
      if (record !== undefined) taken.push({ name, tag, ...record })
    }
    return taken
  }

  #seriesOf(tag = ''): MetricSeries {
    return this.#byTag.of(tag.length > longestTag ? cutText(tag, longestTag) : tag).series
  }

  #describeTag(tag: unknown): string {
    const { type, by } = this.#definition
    const metric = `metric "${this.#name}"`
    if (by === undefined) {
      return `${metric} is kept by no tag, and was given ${show(tag)}: declare the tag, as in { type: '${type}', by: 'kind' }`
    }
    const given = tag === undefined ? 'none was given' : `${show(tag)} is no text`
    return `${metric} is kept by ${by}, and ${given}: record it with metrics.${this.#name}.${calls[type]}, ${by})`
  }
}

const calls = { counter: 'add(count', gauge: 'set(value', rate: 'add(isHit', trend: 'add(value' } as const

function show(tag: unknown): string {
  return typeof tag === 'string' ? JSON.stringify(cutText(tag, longestTag)) : String(tag)
}

/** The record of one metric of the user's own, or of one value of its tag. */
export type MetricRecord<Values = HistogramSnapshot> =
  | { readonly type: 'counter'; readonly count: number }
  /** `value` was set last, at `at`, on any thread. */
  | { readonly type: 'gauge'; readonly value: number; readonly min: number; readonly max: number; readonly at: number }
  | { readonly type: 'rate'; readonly hits: number; readonly total: number }
  /** Values in microseconds for `unit: 'ms'`, otherwise in thousandths. */
  | { readonly type: 'trend'; readonly values: Values }

// A histogram counts whole numbers: microseconds for times in milliseconds, and thousandths for all other values.
const valuesPerUnit = 1000

/** Records one metric of the user's own, or one value of its tag, on one thread, or adds up such records. Recording allocates nothing. */
export class MetricSeries {
  readonly #type: MetricType
  readonly #values = new Histogram()
  #count = 0
  // Of a counter, or the true values of a rate.
  #sum = 0
  #last = 0
  #min = Infinity
  #max = -Infinity
  #at = -Infinity

  constructor(type: MetricType) {
    this.#type = type
  }

  record(value: number, now: number): void {
    this.#count += 1
    this.#sum += this.#type === 'rate' ? Number(value !== 0) : value
    this.#last = value
    this.#min = Math.min(this.#min, value)
    this.#max = Math.max(this.#max, value)
    this.#at = now
    if (this.#type === 'trend') this.#values.record(value * valuesPerUnit)
  }

  /** Adds a record of a thread. One of another type is ignored, because a metric is declared with one type. */
  add(record: MetricRecord): void {
    if (record.type !== this.#type) return
    if (record.type === 'counter') this.#sum += record.count
    else if (record.type === 'trend') this.#values.add(record.values)
    else if (record.type === 'rate') {
      this.#sum += record.hits
      this.#count += record.total
    } else this.#addGauge(record)
  }

  /** Returns the record since the last call; `undefined` when there is none. */
  take(): MetricRecord | undefined {
    if (this.#count === 0) return undefined
    const { all } = this
    const record: MetricRecord = all.type === 'trend' ? { type: 'trend', values: all.values.take() } : all
    this.#count = 0
    this.#sum = 0
    this.#min = Infinity
    this.#max = -Infinity
    return record
  }

  get all(): MetricTotal {
    switch (this.#type) {
      case 'counter':
        return { type: 'counter', count: this.#sum }
      case 'gauge':
        return { type: 'gauge', value: this.#last, min: this.#min, max: this.#max, at: this.#at }
      case 'rate':
        return { type: 'rate', hits: this.#sum, total: this.#count }
      case 'trend':
        return { type: 'trend', values: this.#values }
    }
  }

  #addGauge({ value, min, max, at }: Extract<MetricRecord, { type: 'gauge' }>): void {
    // When two threads set a gauge in the same microsecond, the higher value counts, so that the order of snapshots does not matter.
    if (at > this.#at || (at === this.#at && value > this.#last)) this.#last = value
    this.#min = Math.min(this.#min, min)
    this.#max = Math.max(this.#max, max)
    this.#at = Math.max(this.#at, at)
  }
}

/** The sum of several {@link MetricRecord}. */
export type MetricTotal = MetricRecord<Histogram>
