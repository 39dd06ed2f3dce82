import type { MetricDefinition, MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { builtInMetrics } from './built-in-metrics.ts'
import {
  estimateInterval,
  effectiveSamples,
  estimateMax,
  estimateMean,
  estimateMin,
  estimatePercentile,
  estimateStdev,
  type Estimate,
} from '../../model/metrics/product-limit.ts'
import type { Histogram } from '../../model/metrics/histogram.ts'
import { formatNumber } from '../../base/units/format.ts'
import { formatQuantity, quantityOf, type Quantity } from './quantity.ts'
import { exactOf, mergeHistograms, valuesPerUnit, type Missing, type MeasuredScenario } from './measured.ts'
import { readMetric, type MetricReading } from './read-metric.ts'
import { thresholdsMeant, worstOf, type MeantResult } from './meant-thresholds.ts'
import { type Aggregate, type Inconclusive, type Threshold, type ThresholdResult, percentileOf, type CutShort } from './threshold.ts'
import { byValue, decideLimit, sampledShare, type Decision, type SampledFigure } from './decide-limit.ts'
import { samplesNeeded } from '../../model/metrics/sample-size.ts'

/**
 * Judges a threshold by what was measured so far. Without samples a threshold fails unless the test ended early, with `null` as its figure and the
 * reason as text.
 *
 * A percentile and a share are decided by {@link decideLimit}. A threshold is inconclusive when its samples leave it open, when a lower bound leaves
 * open on which side of the limit the figure is, or when the test ended early and the figure of the whole test could be on the other side; the text says
 * what would be needed. One on `response_time` is judged for each kind of requests that was sent, and has the worst result. `aborted` is left to the
 * caller.
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
  const { selector, condition, on, aggregate } = threshold
  const definition: MetricDefinition | undefined = { ...builtInMetrics, ...metrics }[on.metric]
  if (definition === undefined) throw new RangeError(`unknown metric ${on.metric}`)
  const reading = readMetric(on, definition, sources, mergeHistograms)
  const nothing = { selector, condition, passed: false, inconclusive: null, actual: null, interval: null, aborted: false }
  const figure = 'missing' in reading ? null : figureOf(reading, aggregate)
  if ('missing' in reading || figure === null) return { ...nothing, ...judgeNothing(reading, sources) }
  return { ...nothing, ...judgeEstimate(threshold, reading, figure, quantityOf(definition, aggregate)) }
}

function judgeEstimate(
  threshold: Threshold,
  reading: MetricReading<Histogram>,
  figure: Estimate,
  quantity: Quantity,
): Pick<ThresholdResult, 'passed' | 'inconclusive' | 'actual' | 'interval' | 'text'> {
  const { aggregate, operator, limit } = threshold
  const { value: actual, isLowerBound } = figure
  const sampled = sampledOf(reading, aggregate, actual)
  const decision = sampled === undefined ? byValue(operator, limit, actual) : decideLimit(operator, limit, sampled)
  const was = `${aggregate} was ${isLowerBound ? '>= ' : ''}${formatQuantity(actual, quantity, limit)}`
  const text = `${was}${describeSamples(reading, aggregate, decision)}`
  const measured = { actual, interval: sampled?.interval ?? null }
  const open =
    findUnfinished(figure, threshold, decision) ??
    findUndecided(decision, sampled, quantity) ??
    findCutShort(actual, threshold, reading.cutShort)
  if (open === undefined) return { ...measured, passed: decision.holds === true, inconclusive: null, text }
  const inconclusive = { cause: open.cause, times: open.times ?? null }
  return { ...measured, passed: false, inconclusive, text: `${text}, inconclusive: ${open.text}` }
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

type Open = Pick<Inconclusive, 'cause'> & { readonly times?: number | null; readonly text: string }

// A percentile, or a share; any other figure is that of the run itself.
function sampledOf({ measured }: MetricReading<Histogram>, aggregate: Aggregate, value: number): SampledFigure | undefined {
  if (measured.type === 'rate') return sampledShare(measured.hits, measured.total)
  const percentile = percentileOf(aggregate)
  if (percentile === undefined || measured.type !== 'trend') return undefined
  const { values } = measured
  const [shortest, longest] = [Math.min(values.min, values.unfinished?.min ?? Infinity), estimateMax(values)]
  return {
    value,
    interval: estimateInterval(values, percentile, valuesPerUnit),
    range: { low: shortest / valuesPerUnit, high: longest.isLowerBound ? null : longest.value / valuesPerUnit },
    shortBy: samplesNeeded(percentile) / Math.max(1, effectiveSamples(values, percentile)),
  }
}

function findUnfinished({ value, isLowerBound }: Estimate, { operator, limit }: Threshold, decision: Decision): Open | undefined {
  if (!isLowerBound || decision.by === 'interval' || decision.by === 'samples' || isNamedFault(value, operator, limit)) return undefined
  return { cause: 'unfinished', text: beyondCutOff }
}

function findUndecided(decision: Decision, sampled: SampledFigure | undefined, quantity: Quantity): Open | undefined {
  if (decision.holds !== null || sampled === undefined) return undefined
  return { cause: 'few-samples', times: decision.times, text: describeUndecided(sampled, decision.times, quantity) }
}

function findCutShort(value: number, threshold: Threshold, cutShort: CutShort | undefined): Open | undefined {
  const text = cutShort === undefined ? undefined : describeOpen(value, threshold, cutShort)
  return text === undefined ? undefined : { cause: 'interrupted', text }
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

function describeSamples({ measured, seconds }: MetricReading<Histogram>, aggregate: Aggregate, decision: Decision): string {
  if (aggregate === 'count' || measured.type === 'gauge') return ''
  if (measured.type === 'counter') return ` (${formatNumber(measured.count)} in ${formatNumber(seconds)} s)`
  const isBySamples = decision.by === 'samples'
  if (measured.type === 'rate')
    return ` (${formatNumber(measured.hits)} of ${formatNumber(measured.total)}${isBySamples ? ' samples' : ''})`
  const { count, unfinished } = measured.values
  const all = describeCount(count, unfinished?.count ?? 0)
  return isBySamples ? ` (all of ${all} samples)` : ` (n=${all})`
}

/** Why a lower bound on the better side of its limit cannot be judged, as thresholds and matchers report it. */
export const beyondCutOff = 'requests were cut off, and may have taken longer'

/** Describes a figure whose samples decide nothing, and what would, as thresholds and matchers report it. */
export function describeUndecided({ interval }: SampledFigure, times: number | null, quantity: Quantity): string {
  const { low, high } = interval ?? { low: null, high: null }
  const format = (value: number): string => formatQuantity(value, quantity)
  const upTo = high === null ? 'it has too few samples' : `it may be anything up to ${format(high)}`
  const between = low === null ? upTo : `it may be ${format(low)} ${high === null ? 'or more' : `to ${format(high)}`}`
  return times === null ? `${between}, and is at its limit` : `${between}; run about ${describeTimes(times)} as long`
}

/** Writes a factor by which something has to be larger, rounded up: `3.4 times`. */
export function describeTimes(times: number): string {
  return `${formatNumber(Math.ceil(times * 10) / 10)} times`
}

/** Writes the number of samples: `2,000`, or `2,000 and 3 cut off`. Thresholds, matchers and the verdict use it. */
export function describeCount(count: number, cutOff: number): string {
  return `${formatNumber(count)}${cutOff === 0 ? '' : ` and ${formatNumber(cutOff)} cut off`}`
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
    return isNamedFault(actual, operator, limit) ? undefined : `it may have grown, and ${letItRun}`
  if (aggregate === 'min') return isNamedFault(-actual, mirrored[operator], -limit) ? undefined : `it may have fallen, and ${letItRun}`
  return cutShort === 'changing' ? `the load was to change, and ${letItRun}` : undefined
}

/** Whether every value from a bound upwards is on the same side of a limit. */
function isNamedFault(bound: number, operator: Threshold['operator'], limit: number): boolean {
  return bound > limit || (bound === limit && (operator === '<' || operator === '>='))
}

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const
