import type { MetricDefinition } from '../../model/metrics/metric-definition.ts'
import type { Aggregate } from './threshold.ts'

/** An aggregate that is no percentile. */
type PlainAggregate = Exclude<Aggregate, `p${number}`>

// A trend has any percentile beside these.
const aggregates: Readonly<Record<MetricDefinition['type'], readonly PlainAggregate[]>> = {
  counter: ['count', 'rate'],
  gauge: ['value', 'min', 'max'],
  rate: ['rate'],
  trend: ['median', 'mean', 'min', 'max', 'stdev', 'count'],
}

// A test ends with no users, and at its start there were none: only the most at a time says something.
const usersActive: readonly PlainAggregate[] = ['max']

/** The aggregates a metric has, without percentiles. */
export function aggregatesOf(metric: string, { type }: MetricDefinition): readonly PlainAggregate[] {
  return metric === 'users_active' ? usersActive : aggregates[type]
}
