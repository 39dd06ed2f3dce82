import type { MetricDefinition } from '../../model/metrics/metric-definition.ts'
import { redactText } from '../../base/redact/redact-text.ts'
import { FirstNames } from './first-names.ts'
import { createMetricSeries, type MetricSeries } from './metric-series.ts'
import type { MetricSnapshot } from './snapshot.ts'

// A tag may be what a server says, and a server may say anything.
const longestTag = 200

/**
 * Records one metric of the user's own on one thread, as a whole or by the values of its tag.
 *
 * Of these the first 200 are told apart, all others are `other`. Recording a known value is one look-up and allocates nothing.
 */
export class OwnMetric {
  readonly #name: string
  readonly #definition: MetricDefinition
  /** `undefined` where the metric is kept by a tag: the whole is the sum of its values then. */
  readonly #whole: MetricSeries | undefined
  readonly #byTag: FirstNames<{ readonly tag: string; readonly series: MetricSeries }>
  #runStart = Infinity

  constructor(name: string, definition: MetricDefinition) {
    const { type, by } = definition
    this.#name = name
    this.#definition = definition
    this.#whole = by === undefined ? createMetricSeries(type) : undefined
    this.#byTag = new FirstNames((tag) => ({ tag: redactText(tag), series: createMetricSeries(type) }))
  }

  /** Sets the start of the run phase: what is recorded before it is forgotten. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /**
   * Records a value at `now`, a reading of the thread's clock in microseconds.
   *
   * @throws TypeError when the value is no finite number, when the tag is missing, and when the metric is kept by none
   */
  record(value: number, now: number, tag?: string): void {
    const whole = this.#whole
    if (whole === undefined ? typeof tag !== 'string' : tag !== undefined) throw new TypeError(this.#describeTag(tag))
    if (!Number.isFinite(value)) throw new TypeError(`metric "${this.#name}" was given ${value}, which is no finite number`)
    if (now < this.#runStart) return
    const series = whole ?? this.#seriesOf(tag)
    series.record(value, now)
  }

  /** What was recorded since the last call: of each value of the tag, or of the whole. */
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
    return this.#byTag.of(tag.length > longestTag ? shorten(tag) : tag).series
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

function shorten(tag: string): string {
  return `${tag.slice(0, longestTag - 1)}…`
}

function show(tag: unknown): string {
  return typeof tag === 'string' ? JSON.stringify(redactText(tag.length > longestTag ? shorten(tag) : tag)) : String(tag)
}
