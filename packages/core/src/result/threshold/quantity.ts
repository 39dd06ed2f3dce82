import type { MetricDefinition } from '../../model/metrics/metric-definition.ts'
import type { Aggregate } from './threshold.ts'

/**
 * What kind of figure an aggregate is, which decides how limits are written and figures are shown.
 *
 * - `time`: milliseconds
 * - `share`: from 0 to 1
 * - `perSecond`: so many a second
 * - `number`: anything else, in the metric's own unit
 */
export interface Quantity {
  readonly kind: 'time' | 'share' | 'perSecond' | 'number'
  /** Of what is counted; `undefined` where it has none. */
  readonly unit: string | undefined
}

/** The kind of an aggregate of a metric; the aggregate must be one that the metric has. */
export function quantityOf({ type, unit }: MetricDefinition, aggregate: Aggregate): Quantity {
  if (aggregate === 'rate') return type === 'rate' ? { kind: 'share', unit: undefined } : { kind: 'perSecond', unit }
  // How many samples a trend has is no time.
  if (type === 'trend' && aggregate === 'count') return { kind: 'number', unit: undefined }
  return unit === 'ms' && type !== 'counter' ? { kind: 'time', unit } : { kind: 'number', unit }
}
