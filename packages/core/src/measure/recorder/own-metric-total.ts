import { FirstNames } from './first-names.ts'
import type { MetricSnapshot, MetricRecord } from './own-metric.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { MetricType } from '../../model/metrics/metric-definition.ts'

/** One value of the tag that a metric is kept by. */
interface TagTotal {
  /** `other` for all beyond the first 200. */
  readonly name: string
  readonly total: MetricTotal
}

/** The sum of what threads recorded of one metric of the user's own: as a whole, and by the values of its tag. */
export class OwnMetricTotal {
  readonly #byTag = new FirstNames<{ total: MetricTotal | undefined }>(() => ({ total: undefined }))
  #whole: MetricTotal

  constructor(first: MetricSnapshot) {
    this.#whole = addMetric(undefined, first)
    this.#addTagged(first)
  }

  get whole(): MetricTotal {
    return this.#whole
  }
  /** In the order in which they were first seen; none where the metric is kept by no tag. */
  get byTag(): readonly TagTotal[] {
    return Array.from(this.#byTag.entries()).flatMap(([name, { total }]) => (total === undefined ? [] : [{ name, total }]))
  }

  add(snapshot: MetricSnapshot): void {
    this.#whole = addMetric(this.#whole, snapshot)
    this.#addTagged(snapshot)
  }

  #addTagged(snapshot: MetricSnapshot): void {
    if (snapshot.tag === undefined) return
    const known = this.#byTag.of(snapshot.tag)
    known.total = addMetric(known.total, snapshot)
  }
}

/** What threads recorded of one metric of the user's own, or of one value of the tag that it is kept by. */
export type MetricTotal =
  | { readonly type: 'counter'; readonly sum: number }
  /** `last` is what was set last, at `at`, on whatever thread. */
  | { readonly type: 'gauge'; readonly last: number; readonly min: number; readonly max: number; readonly at: number }
  | { readonly type: 'rate'; readonly hits: number; readonly total: number }
  /** Microseconds for `unit: 'ms'`, else the values in thousandths. */
  | { readonly type: 'trend'; readonly values: Histogram }

type Gauge = Extract<MetricTotal, { type: 'gauge' }>

/**
 * The total with one more record, which is the first one where `known` is `undefined`; the histogram of a trend is added to.
 *
 * A record of another type than the total's changes nothing: a metric is declared with one.
 */
export function addMetric(known: MetricTotal | undefined, record: MetricRecord): MetricTotal {
  const total = known ?? nothingOf(record.type)
  if (total.type === 'counter' && record.type === 'counter') return { type: 'counter', sum: total.sum + record.sum }
  if (total.type === 'gauge' && record.type === 'gauge') return addGauge(total, record)
  if (total.type === 'rate' && record.type === 'rate') {
    return { type: 'rate', hits: total.hits + record.hits, total: total.total + record.total }
  }
  if (total.type === 'trend' && record.type === 'trend') total.values.add(record.values)
  return total
}

function nothingOf(type: MetricType): MetricTotal {
  switch (type) {
    case 'counter':
      return { type, sum: 0 }
    case 'gauge':
      return { type, last: -Infinity, min: Infinity, max: -Infinity, at: -Infinity }
    case 'rate':
      return { type, hits: 0, total: 0 }
    case 'trend':
      return { type, values: new Histogram() }
  }
}

function addGauge(total: Gauge, { last, min, max, at }: Omit<Gauge, 'type'>): Gauge {
  // Two threads may set it in the same microsecond; the higher one counts then, so that the order of snapshots does not.
  const isLater = at > total.at || (at === total.at && last > total.last)
  return {
    type: 'gauge',
    last: isLater ? last : total.last,
    min: Math.min(min, total.min),
    max: Math.max(max, total.max),
    at: Math.max(at, total.at),
  }
}
