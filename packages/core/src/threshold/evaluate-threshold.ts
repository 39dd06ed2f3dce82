import { builtInMetrics } from '../metrics/built-in-metrics.ts'
import { estimateInterval, type Interval } from '../metrics/estimate-interval.ts'
import type { Histogram } from '../metrics/histogram.ts'
import type { MetricDefinition, MetricDefinitions } from '../metrics/metric-definition.ts'
import {
  effectiveSamples,
  estimateMax,
  estimateMean,
  estimateMin,
  estimatePercentile,
  estimateStdev,
  type Estimate,
} from '../metrics/product-limit.ts'
import { beyondCutOff, describeCount, describeFew, percentileOf, type Few } from './describe-few.ts'
import { formatFigure } from './format-figure.ts'
import { mergeHistograms, valuesPerUnit } from './trend-values.ts'
import { measureTotals, type MetricSource } from './metric-source.ts'
import { quantityOf } from './quantity.ts'
import type { Measured } from './measured.ts'
import { readMetric, type MetricReading } from './read-metric.ts'
import type { Aggregate, Threshold, ThresholdResult } from './threshold.ts'

/**
 * Judges a threshold by what was measured so far. What has no samples fails, with `null` as its figure and why in words.
 *
 * A percentile with too few samples is inconclusive, and what it would take is said; so is a lower bound that leaves open on which side of the
 * limit the figure is. `aborted` is left to the caller.
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
  const figure = figureOf(reading, aggregate)
  if (figure === null) return { ...nothing, text: 'no samples' }
  const { value: actual, isLowerBound } = figure
  const written = formatFigure(actual, quantityOf(definition, aggregate), limit)
  const text = `${aggregate} was ${isLowerBound ? '>= ' : ''}${written}${describeSamples(reading, aggregate)}`
  const interval = intervalOf(reading, aggregate)
  const few = describeFewOf(reading, aggregate)
  if (few !== undefined) {
    const inconclusive = { cause: 'few-samples', times: few.times } as const
    return { ...nothing, inconclusive, actual, interval, text: `${text}, of which nothing can be said: ${few.text}` }
  }
  if (isLowerBound && !isTold(actual, operator, limit)) {
    const inconclusive = { cause: 'unfinished', times: null } as const
    return { ...nothing, inconclusive, actual, interval, text: `${text}, of which nothing can be said: ${beyondCutOff}` }
  }
  return { ...nothing, passed: compare(actual, operator, limit), actual, interval, text }
}

function describeFewOf({ measured }: MetricReading<Histogram>, aggregate: Aggregate): Few | undefined {
  const percentile = percentileOf(aggregate)
  if (percentile === undefined || measured.type !== 'trend') return undefined
  return describeFew(percentile, effectiveSamples(measured.values, percentile), measured.values.unfinished?.count ?? 0)
}

function intervalOf({ measured }: MetricReading<Histogram>, aggregate: Aggregate): Interval | null {
  const percentile = percentileOf(aggregate)
  return percentile === undefined || measured.type !== 'trend' ? null : estimateInterval(measured.values, percentile, valuesPerUnit)
}

// Whether all that is not below a bound is on one side of the limit.
function isTold(bound: number, operator: Threshold['operator'], limit: number): boolean {
  return bound > limit || (bound === limit && (operator === '<' || operator === '>='))
}

function figureOf({ measured, seconds }: MetricReading<Histogram>, aggregate: Aggregate): Estimate | null {
  if (measured.type === 'trend' && aggregate !== 'count') {
    if (countAll(measured.values) === 0) return null
    const { value, isLowerBound } = estimate(measured.values, aggregate)
    return { value: value / valuesPerUnit, isLowerBound }
  }
  const value = exactOf(measured, seconds, aggregate)
  return value === null ? null : { value, isLowerBound: false }
}

function exactOf(measured: Measured<Histogram>, seconds: number, aggregate: Aggregate): number | null {
  switch (measured.type) {
    case 'counter':
      if (aggregate === 'count') return measured.count
      return seconds > 0 ? measured.count / seconds : null
    case 'gauge':
      return aggregate === 'min' || aggregate === 'max' ? measured[aggregate] : measured.value
    case 'rate':
      return measured.total > 0 ? measured.hits / measured.total : null
    case 'trend':
      return measured.values.count
  }
}

function estimate(values: Histogram, aggregate: Aggregate): Estimate {
  switch (aggregate) {
    case 'min':
      return estimateMin(values)
    case 'max':
      return estimateMax(values)
    case 'mean':
      return estimateMean(values)
    case 'stdev':
      return estimateStdev(values)
    default:
      return estimatePercentile(values, percentileOf(aggregate) ?? Number.NaN)
  }
}

// What was cut off is in the figures, too.
function countAll({ count, unfinished }: Histogram): number {
  return count + (unfinished?.count ?? 0)
}

function describeSamples({ measured, seconds }: MetricReading<Histogram>, aggregate: Aggregate): string {
  if (aggregate === 'count' || measured.type === 'gauge') return ''
  if (measured.type === 'counter') return ` (${formatNumber(measured.count)} in ${formatNumber(seconds)} s)`
  if (measured.type === 'rate') return ` (${formatNumber(measured.hits)} of ${formatNumber(measured.total)})`
  const { count, unfinished } = measured.values
  return ` (n=${describeCount(count, unfinished?.count ?? 0)})`
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
