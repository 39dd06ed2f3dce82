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

const fewestDigits = 3
const mostDigits = 15

/**
 * Writes a figure in the unit of its quantity: `231 ms`, `0.31 %`, `98.3/s`, `4,812`.
 *
 * @param limit what it is compared with: so many digits are written that they tell on which side of it the figure is
 */
export function formatFigure(value: number, { kind, unit }: Quantity, limit?: number): string {
  const factor = kind === 'share' ? 100 : 1
  // What is not all of it is not written as all of it either.
  const limits = [...(limit === undefined ? [] : [limit * factor]), ...(kind === 'share' ? [100] : [])]
  const digits = Math.max(...limits.map((one) => digitsFor(value * factor, one)), digitsFor(value * factor))
  const number = (value * factor).toLocaleString('en-US', { maximumSignificantDigits: digits })
  if (kind === 'share') return `${number} %`
  const amount = unit === undefined ? number : `${number} ${unit}`
  return kind === 'perSecond' ? `${amount}/s` : amount
}

function digitsFor(value: number, limit?: number): number {
  // Whole numbers are counts more often than not, and written in full.
  const fewest = Number.isInteger(value) ? mostDigits : fewestDigits
  if (limit === undefined) return fewest
  for (let digits = fewest; digits < mostDigits; digits++) {
    if (Math.sign(Number(value.toPrecision(digits)) - limit) === Math.sign(value - limit)) return digits
  }
  return mostDigits
}
