import type { MetricDefinition, MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { builtInMetrics } from './built-in-metrics.ts'
import {
  estimateInterval,
  type Interval,
  effectiveSamples,
  estimateMax,
  estimateMean,
  estimateMin,
  estimatePercentile,
  estimateStdev,
  type Estimate,
} from '../../model/metrics/product-limit.ts'
import type { Histogram } from '../../model/metrics/histogram.ts'
import { formatFigure, quantityOf } from './quantity.ts'
import { exactOf, mergeHistograms, valuesPerUnit, type Missing, type MeasuredScenario } from './measured.ts'
import { readMetric, type MetricReading } from './read-metric.ts'
import { thresholdsMeant, worstOf, type MeantResult } from './read-requests.ts'
import { type Aggregate, type Inconclusive, type Threshold, type ThresholdResult, percentileOf, type CutShort } from './threshold.ts'
import { judgeSamples } from '../../model/metrics/sample-size.ts'

/**
 * Judges a threshold by what was measured so far. Without samples a threshold fails unless the test ended early, with `null` as its figure and the
 * reason as text.
 *
 * A threshold is inconclusive when its percentile has too few samples, when a lower bound leaves open on which side of the limit the figure is, or when
 * the test ended early and the figure of the whole test could be on the other side; the text says what would be needed. One on `response_time` is
 * judged for each kind of requests that was sent, and has the worst result. `aborted` is left to the caller.
 *
 * @param metrics the user's own; those of benchpress are known
 * @throws RangeError when the metric is not one of them
 */
export function evaluateThreshold(
  threshold: Threshold,
  metrics: MetricDefinitions,
  scenarios: readonly MeasuredScenario<Histogram>[],
): ThresholdResult {
  const [first = threshold, ...others] = thresholdsMeant(threshold, scenarios)
  const judge = (meant: Threshold): MeantResult => ({ metric: meant.on.metric, result: judgeOne(meant, metrics, scenarios) })
  return worstOf(threshold, [judge(first), ...others.map(judge)])
}

function judgeOne(threshold: Threshold, metrics: MetricDefinitions, sources: readonly MeasuredScenario<Histogram>[]): ThresholdResult {
  const { selector, condition, on, aggregate, operator, limit } = threshold
  const definition: MetricDefinition | undefined = { ...builtInMetrics, ...metrics }[on.metric]
  if (definition === undefined) throw new RangeError(`unknown metric ${on.metric}`)
  const reading = readMetric(on, definition, sources, mergeHistograms)
  const nothing = { selector, condition, passed: false, inconclusive: null, actual: null, interval: null, aborted: false }
  const figure = 'missing' in reading ? null : figureOf(reading, aggregate)
  if ('missing' in reading || figure === null) return { ...nothing, ...judgeNothing(reading, sources) }
  const { value: actual, isLowerBound } = figure
  const written = formatFigure(actual, quantityOf(definition, aggregate), limit)
  const was = `${aggregate} was ${isLowerBound ? '>= ' : ''}${written}`
  const text = `${was}${describeSamples(reading, aggregate)}`
  const measured = { ...nothing, actual, interval: intervalOf(reading, aggregate) }
  const open = findOpen(reading, figure, threshold)
  if (open === undefined) return { ...measured, passed: holds[operator](actual, limit), text }
  const known = open.cause === 'few-samples' ? was : text
  return { ...measured, inconclusive: { cause: open.cause, times: open.times ?? null }, text: `${known}, inconclusive: ${open.text}` }
}

// What a test that ended early would have measured is unknown.
function judgeNothing(
  reading: MetricReading<Histogram> | Missing,
  sources: readonly MeasuredScenario<Histogram>[],
): Pick<ThresholdResult, 'text' | 'inconclusive'> {
  const isMissing = 'missing' in reading
  const text = isMissing ? reading.missing : 'no samples'
  const isCutShort = isMissing ? sources.some(({ cutShort }) => cutShort !== undefined) : reading.cutShort !== undefined
  if (!isCutShort) return { text, inconclusive: null }
  return { text: `${text}, inconclusive: ${letItRun}`, inconclusive: { cause: 'interrupted', times: null } }
}

type Open = Pick<Inconclusive, 'cause'> & { readonly times?: number; readonly text: string }

// Why a figure cannot be judged; `undefined` when it can.
function findOpen(reading: MetricReading<Histogram>, { value, isLowerBound }: Estimate, threshold: Threshold): Open | undefined {
  const { aggregate, operator, limit } = threshold
  const few = describeFewOf(reading, aggregate)
  if (few !== undefined) return { cause: 'few-samples', ...few }
  if (isLowerBound && !isTold(value, operator, limit)) return { cause: 'unfinished', text: beyondCutOff }
  const text = reading.cutShort === undefined ? undefined : describeOpen(value, threshold, reading.cutShort)
  return text === undefined ? undefined : { cause: 'interrupted', text }
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

function figureOf({ measured, seconds }: MetricReading<Histogram>, aggregate: Aggregate): Estimate | null {
  if (measured.type === 'trend' && aggregate !== 'count') {
    if (measured.values.count === 0 && measured.values.unfinished === undefined) return null
    const estimate = estimators[aggregate] ?? ((values) => estimatePercentile(values, percentileOf(aggregate) ?? Number.NaN))
    const { value, isLowerBound } = estimate(measured.values)
    return { value: value / valuesPerUnit, isLowerBound }
  }
  const value = exactOf(measured, seconds, aggregate)
  return value === null ? null : { value, isLowerBound: false }
}

const estimators: Readonly<Partial<Record<Aggregate, (values: Histogram) => Estimate>>> = {
  min: estimateMin,
  max: estimateMax,
  mean: estimateMean,
  stdev: estimateStdev,
}

function describeSamples({ measured, seconds }: MetricReading<Histogram>, aggregate: Aggregate): string {
  if (aggregate === 'count' || measured.type === 'gauge') return ''
  if (measured.type === 'counter') return ` (${formatNumber(measured.count)} in ${formatNumber(seconds)} s)`
  if (measured.type === 'rate') return ` (${formatNumber(measured.hits)} of ${formatNumber(measured.total)})`
  const { count, unfinished } = measured.values
  return ` (n=${describeCount(count, unfinished?.count ?? 0)})`
}

const holds: Readonly<Record<Threshold['operator'], (actual: number, limit: number) => boolean>> = {
  '<': (actual, limit) => actual < limit,
  '<=': (actual, limit) => actual <= limit,
  '>': (actual, limit) => actual > limit,
  '>=': (actual, limit) => actual >= limit,
  '==': (actual, limit) => actual === limit,
  '!=': (actual, limit) => actual !== limit,
}

/** Why a lower bound on the better side of its limit cannot be judged, as thresholds and matchers report it. */
export const beyondCutOff = 'requests were cut off, and may have taken longer'

/** What a percentile with too few samples needs before it can be judged. */
interface Few {
  /** The factor by which more samples are needed. */
  readonly times: number
  /** The need in words, such as `it has 300 of the 1,000 samples it needs; run 3.4 times as long`. */
  readonly text: string
}

/**
 * Describes the samples that a percentile, from 0 to 100, lacks, as thresholds and matchers report it; `undefined` when it has enough, or none at all.
 *
 * @param samples the number of complete samples that would be as precise
 * @param cutOff the number of samples that were cut off
 */
export function describeFew(percentile: number, samples: number, cutOff: number): Few | undefined {
  const { says, needed } = judgeSamples(percentile, samples)
  if (says !== 'few') return undefined
  const times = needed / samples
  const effect = cutOff === 0 ? '' : ` in effect, as ${formatNumber(cutOff)} ${cutOff === 1 ? 'was' : 'were'} cut off`
  const longer = `run ${formatNumber(Math.ceil(times * 10) / 10)} times as long`
  return { times, text: `it has ${formatNumber(samples)} of the ${formatNumber(needed)} samples it needs${effect}; ${longer}` }
}

/** Writes the number of samples: `2,000`, or `2,000 and 3 cut off`. Thresholds, matchers and the verdict use it. */
export function describeCount(count: number, cutOff: number): string {
  return `${formatNumber(count)}${cutOff === 0 ? '' : ` and ${formatNumber(cutOff)} cut off`}`
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

const letItRun = 'the test ended early; let it run to its end'

/**
 * Describes why a figure of a run phase that was cut short does not decide a threshold for the whole run phase; `undefined` when it does.
 *
 * Counts and extremes change in one direction while a test runs, so they are bounds of their final values. Shares, means, percentiles and rates per
 * second describe the load up to then, which represents the whole test if the load is constant.
 */
function describeOpen(actual: number, { aggregate, operator, limit }: Threshold, cutShort: CutShort): string | undefined {
  if (aggregate === 'count' || aggregate === 'max')
    return isTold(actual, operator, limit) ? undefined : `it may have grown, and ${letItRun}`
  if (aggregate === 'min') return isTold(-actual, mirrored[operator], -limit) ? undefined : `it may have fallen, and ${letItRun}`
  return cutShort === 'changing' ? `the load was to change, and ${letItRun}` : undefined
}

/** Whether every value from a bound upwards is on the same side of a limit. */
function isTold(bound: number, operator: Threshold['operator'], limit: number): boolean {
  return bound > limit || (bound === limit && (operator === '<' || operator === '>='))
}

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const
