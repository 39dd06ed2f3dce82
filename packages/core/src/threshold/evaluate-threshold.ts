import { builtInMetrics } from '../metrics/built-in-metrics.ts'
import { estimateInterval, type Interval } from '../metrics/estimate-interval.ts'
import type { Histogram } from '../metrics/histogram.ts'
import type { MetricDefinition, MetricDefinitions } from '../metrics/metric-definition.ts'
import { describeFew, percentileOf, type Few } from './describe-few.ts'
import { formatFigure } from './format-figure.ts'
import { mergeHistograms, valuesPerUnit } from './trend-values.ts'
import { measureTotals, type MetricSource } from './metric-source.ts'
import { quantityOf } from './quantity.ts'
import { readMetric, type MetricReading } from './read-metric.ts'
import type { Aggregate, Threshold, ThresholdResult } from './threshold.ts'

/**
 * Judges a threshold by what was measured so far. What has no samples fails, with `null` as its figure and why in words.
 *
 * A percentile with too few samples is inconclusive, and what it would take is said. `aborted` is left to the caller.
 *
 * @param metrics the user's own; those of benchpress are known
 * @throws RangeError when the metric is not one of them
 */
export function evaluateThreshold(threshold: Threshold, metrics: MetricDefinitions, sources: readonly MetricSource[]): ThresholdResult {
  const { selector, condition, on, aggregate, operator, limit } = threshold
  const definition: MetricDefinition | undefined = { ...builtInMetrics, ...metrics }[on.metric]
  if (definition === undefined) throw new RangeError(`unknown metric ${on.metric}`)
  const reading = readMetric(on, definition, sources.map(measureTotals), mergeHistograms)
  const nothing = { selector, condition, passed: false, inconclusive: null, actual: null, interval: null, aborted: false }
  if ('missing' in reading) return { ...nothing, text: reading.missing }
  const actual = figureOf(reading, aggregate)
  if (actual === null) return { ...nothing, text: 'no samples' }
  const figure = formatFigure(actual, quantityOf(definition, aggregate), limit)
  const text = `${aggregate} was ${figure}${describeSamples(reading, aggregate)}`
  const interval = intervalOf(reading, aggregate)
  const few = describeFewOf(reading, aggregate)
  if (few !== undefined) {
    const inconclusive = { cause: 'few-samples', times: few.times } as const
    return { ...nothing, inconclusive, actual, interval, text: `${text}, of which nothing can be said: ${few.text}` }
  }
  return { ...nothing, passed: compare(actual, operator, limit), actual, interval, text }
}

function describeFewOf({ measured }: MetricReading<Histogram>, aggregate: Aggregate): Few | undefined {
  const percentile = percentileOf(aggregate)
  return percentile === undefined || measured.type !== 'trend' ? undefined : describeFew(percentile, measured.values.count)
}

function intervalOf({ measured }: MetricReading<Histogram>, aggregate: Aggregate): Interval | null {
  const percentile = percentileOf(aggregate)
  return percentile === undefined || measured.type !== 'trend' ? null : estimateInterval(measured.values, percentile, valuesPerUnit)
}

function figureOf({ measured, seconds }: MetricReading<Histogram>, aggregate: Aggregate): number | null {
  switch (measured.type) {
    case 'counter':
      if (aggregate === 'count') return measured.count
      return seconds > 0 ? measured.count / seconds : null
    case 'gauge':
      return aggregate === 'min' || aggregate === 'max' ? measured[aggregate] : measured.value
    case 'rate':
      return measured.total > 0 ? measured.hits / measured.total : null
    case 'trend':
      if (aggregate === 'count') return measured.values.count
      return measured.values.count > 0 ? valueOf(measured.values, aggregate) / valuesPerUnit : null
  }
}

function valueOf(values: Histogram, aggregate: Aggregate): number {
  switch (aggregate) {
    case 'min':
    case 'max':
      return values[aggregate]
    case 'mean':
    case 'stdev':
      return values[aggregate]()
    case 'median':
      return values.percentile(50)
    default:
      return values.percentile(Number(aggregate.slice(1)))
  }
}

function describeSamples({ measured, seconds }: MetricReading<Histogram>, aggregate: Aggregate): string {
  if (aggregate === 'count' || measured.type === 'gauge') return ''
  if (measured.type === 'counter') return ` (${formatNumber(measured.count)} in ${formatNumber(seconds)} s)`
  if (measured.type === 'rate') return ` (${formatNumber(measured.hits)} of ${formatNumber(measured.total)})`
  return ` (n=${formatNumber(measured.values.count)})`
}

function compare(actual: number, operator: Threshold['operator'], limit: number): boolean {
  switch (operator) {
    case '<':
      return actual < limit
    case '<=':
      return actual <= limit
    case '>':
      return actual > limit
    case '>=':
      return actual >= limit
    case '==':
      return actual === limit
    case '!=':
      return actual !== limit
  }
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
