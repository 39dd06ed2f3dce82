import type { MetricDefinition } from '../metrics/metric-definition.ts'
import type { MetricReading } from '../threshold/read-metric.ts'
import type { MetricSummary, TimeSummary } from './summary.ts'

/** Turns what was read of a metric into its figures. */
export function summarizeMetric({ measured, seconds }: MetricReading<TimeSummary>, definition: MetricDefinition): MetricSummary {
  const unit = definition.unit ?? null
  switch (measured.type) {
    case 'counter':
      return { type: 'counter', unit, count: measured.count, rate: seconds > 0 ? measured.count / seconds : 0 }
    case 'gauge':
      return { type: 'gauge', unit, value: measured.value, min: measured.min, max: measured.max }
    case 'rate': {
      const { hits, total } = measured
      return { type: 'rate', unit, rate: total > 0 ? hits / total : null, hits, total }
    }
    case 'trend':
      return { type: 'trend', unit, values: measured.values }
  }
}
