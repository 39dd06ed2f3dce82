import { FirstNames } from './first-names.ts'
import type { MetricSnapshot, MetricRecord } from './own-metric.ts'
import { Histogram } from '../../model/metrics/histogram.ts'
import type { MetricType } from '../../model/metrics/metric-definition.ts'

/** The sum of what threads recorded of one metric of the user's own: as a whole, and by the values of its tag. */
export class OwnMetricTotal {
  whole: MetricTotal
  readonly #byTag: FirstNames<{ measured: MetricTotal }>

  constructor(type: MetricType) {
    this.whole = nothing[type]()
    this.#byTag = new FirstNames(() => ({ measured: nothing[type]() }))
  }

  /** In the order in which they were first seen, `other` for all beyond the first 200; none where the metric is kept by no tag. */
  get byTag(): readonly { readonly name: string; readonly measured: MetricTotal }[] {
    return Array.from(this.#byTag.entries(), ([name, { measured }]) => ({ name, measured }))
  }

  add(snapshot: MetricSnapshot): void {
    this.whole = addMetric(this.whole, snapshot)
    if (snapshot.tag === undefined) return
    const known = this.#byTag.of(snapshot.tag)
    known.measured = addMetric(known.measured, snapshot)
  }
}

/** The same as {@link MetricRecord}, added up. */
export type MetricTotal = MetricRecord<Histogram>

type Gauge = Extract<MetricTotal, { type: 'gauge' }>

/**
 * The total with one more record; the histogram of a trend is added to.
 *
 * A record of another type than the total's changes nothing: a metric is declared with one.
 */
function addMetric(total: MetricTotal, record: MetricRecord): MetricTotal {
  if (total.type === 'counter' && record.type === 'counter') return { type: 'counter', count: total.count + record.count }
  if (total.type === 'gauge' && record.type === 'gauge') return addGauge(total, record)
  if (total.type === 'rate' && record.type === 'rate') {
    return { type: 'rate', hits: total.hits + record.hits, total: total.total + record.total }
  }
  if (total.type === 'trend' && record.type === 'trend') total.values.add(record.values)
  return total
}

const nothing: Readonly<Record<MetricType, () => MetricTotal>> = {
  counter: () => ({ type: 'counter', count: 0 }),
  gauge: () => ({ type: 'gauge', value: -Infinity, min: Infinity, max: -Infinity, at: -Infinity }),
  rate: () => ({ type: 'rate', hits: 0, total: 0 }),
  trend: () => ({ type: 'trend', values: new Histogram() }),
}

function addGauge(total: Gauge, { value, min, max, at }: Omit<Gauge, 'type'>): Gauge {
  // Two threads may set it in the same microsecond; the higher one counts then, so that the order of snapshots does not.
  const isLater = at > total.at || (at === total.at && value > total.value)
  return {
    type: 'gauge',
    value: isLater ? value : total.value,
    min: Math.min(min, total.min),
    max: Math.max(max, total.max),
    at: Math.max(at, total.at),
  }
}
