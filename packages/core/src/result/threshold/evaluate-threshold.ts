import type { Interval } from '../../model/metrics/product-limit.ts'
import type { MetricDefinition, MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { isLowerBound } from '../../model/metrics/time-summary.ts'
import { formatNumber } from '../../base/units/format.ts'
import { builtInMetrics } from './built-in-metrics.ts'
import { byValue, decideLimit, sampledPercentile, sampledShare, type Decision, type SampledFigure } from './decide-limit.ts'
import { exactOf, type MeasuredMetric, type MeasuredScenario, type Missing } from './measured.ts'
import { thresholdsMeant, worstOf, type MeantResult } from './meant-thresholds.ts'
import { formatQuantity, quantityOf, type Quantity } from './quantity.ts'
import { readMetric, type MetricReading } from './read-metric.ts'
import { type Aggregate, type Inconclusive, type Threshold, type ThresholdResult, percentileOf, type CutShort } from './threshold.ts'

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
  scenarios: readonly MeasuredScenario[],
): ThresholdResult {
  const [first = threshold, ...others] = thresholdsMeant(threshold, scenarios)
  const judge = (meant: Threshold): MeantResult => ({ metric: meant.on.metric, result: judgeOne(meant, metrics, scenarios) })
  return worstOf([judge(first), ...others.map(judge)])
}

function judgeOne(threshold: Threshold, metrics: MetricDefinitions, sources: readonly MeasuredScenario[]): ThresholdResult {
  const { selector, condition, on, aggregate } = threshold
  const definition: MetricDefinition | undefined = { ...builtInMetrics, ...metrics }[on.metric]
  if (definition === undefined) throw new RangeError(`unknown metric ${on.metric}`)
  const reading = readMetric(on, definition, sources)
  const nothing = { selector, condition, passed: false, inconclusive: null, actual: null, interval: null, aborted: false }
  if ('missing' in reading) return { ...nothing, ...judgeNothing(reading, sources) }
  const judged = judgeMeasured(reading.measured, threshold, quantityOf(definition, aggregate), reading.seconds)
  if (judged === undefined) return { ...nothing, ...judgeNothing({ missing: 'no samples' }, [reading]) }
  const { actual, interval, decision } = judged
  const text = `${aggregate} was ${judged.was}${describeSamples(reading, aggregate, decision)}`
  const measured = { ...nothing, actual, interval }
  const open = judged.open ?? findCutShort(actual, threshold, reading.cutShort)
  if (open === undefined) return { ...measured, passed: decision.holds === true, text }
  const inconclusive = { cause: open.cause, times: open.times ?? null }
  return { ...measured, inconclusive, text: `${text}, inconclusive: ${open.text}` }
}

// What a test that ended early would have measured is unknown.
function judgeNothing(
  { missing: text }: Missing,
  sources: readonly Pick<MeasuredScenario, 'cutShort'>[],
): Pick<ThresholdResult, 'text' | 'inconclusive'> {
  if (sources.every(({ cutShort }) => cutShort === undefined)) return { text, inconclusive: null }
  return { text: `${text}, inconclusive: ${letItRun}`, inconclusive: { cause: 'interrupted', times: null } }
}

/** Why a condition is open. */
type Open = Pick<Inconclusive, 'cause'> & { readonly times?: number | null; readonly text: string }

/** A figure beside its limit. */
interface JudgedFigure {
  readonly actual: number
  /** The figure as text, such as `>= 4.02 s`. */
  readonly was: string
  /** The 95 % confidence interval of a percentile or a share; `null` for any other figure. */
  readonly interval: Interval | null
  readonly decision: Decision
  /** Why the samples leave the condition open, as thresholds and matchers report it; `undefined` when they decide it. */
  readonly open: Open | undefined
}

/**
 * Judges a figure of what was measured by a condition; `undefined` without samples.
 *
 * @param seconds the length of the run phase, for rates
 */
export function judgeMeasured(
  measured: MeasuredMetric,
  { aggregate, operator, limit }: Pick<Threshold, 'aggregate' | 'operator' | 'limit'>,
  quantity: Quantity,
  seconds: number,
): JudgedFigure | undefined {
  const figure = figureOf(measured, aggregate, seconds)
  if (figure === undefined) return undefined
  const { value: actual, isLowerBound: isBound = false, sampled } = figure
  const decision = sampled === undefined ? byValue(operator, limit, actual) : decideLimit(operator, limit, sampled)
  const was = `${isBound ? '>= ' : ''}${formatQuantity(actual, quantity, limit)}`
  const open =
    isBound && isUnfinished(actual, operator, limit, decision)
      ? ({ cause: 'unfinished', text: beyondCutOff } as const)
      : sampled && findUndecided(sampled, decision, quantity)
  return { actual, was, interval: sampled?.interval ?? null, decision, open }
}

function isUnfinished(bound: number, operator: Threshold['operator'], limit: number, { by }: Decision): boolean {
  return by !== 'interval' && by !== 'samples' && !isNamedFault(bound, operator, limit)
}

function findUndecided(sampled: SampledFigure, { holds, times }: Decision, quantity: Quantity): Open | undefined {
  return holds === null ? { cause: 'few-samples', times, text: describeUndecided(sampled, times, quantity) } : undefined
}

interface FigureBeside {
  readonly value: number
  readonly isLowerBound?: boolean
  /** Of a percentile, or a share; any other figure is that of the run itself. */
  readonly sampled?: SampledFigure
}

function figureOf(measured: MeasuredMetric, aggregate: Aggregate, seconds: number): FigureBeside | undefined {
  if (measured.type === 'rate' && measured.total > 0) {
    const sampled = sampledShare(measured.hits, measured.total)
    return { value: sampled.value, sampled }
  }
  if (measured.type !== 'trend' || aggregate === 'count') {
    const value = exactOf(measured, seconds, aggregate)
    return value === null ? undefined : { value }
  }
  const { values } = measured
  const percentile = percentileOf(aggregate)
  if (percentile !== undefined) {
    const sampled = sampledPercentile(values, percentile)
    return sampled && { ...sampled, sampled }
  }
  const figure = (['mean', 'min', 'max', 'stdev'] as const).find((name) => name === aggregate)
  const value = figure === undefined ? null : values[figure]
  return figure === undefined || value === null ? undefined : { value, isLowerBound: isLowerBound(values, figure) }
}

function findCutShort(value: number, threshold: Threshold, cutShort: CutShort | undefined): Open | undefined {
  const text = cutShort === undefined ? undefined : describeOpen(value, threshold, cutShort)
  return text === undefined ? undefined : { cause: 'interrupted', text }
}

function describeSamples({ measured, seconds }: MetricReading, aggregate: Aggregate, decision: Decision): string {
  if (aggregate === 'count' || measured.type === 'gauge') return ''
  if (measured.type === 'counter') return ` (${formatNumber(measured.count)} in ${formatNumber(seconds)} s)`
  const isBySamples = decision.by === 'samples'
  if (measured.type === 'rate')
    return ` (${formatNumber(measured.hits)} of ${formatNumber(measured.total)}${isBySamples ? ' samples' : ''})`
  const { count, unfinished } = measured.values
  const all = describeCount(count, unfinished?.count ?? 0)
  return isBySamples ? ` (all of ${all} samples)` : ` (n=${all})`
}

/** Why a lower bound on the better side of its limit cannot be judged. */
export const beyondCutOff = 'requests were cut off, and may have taken longer'

/** Describes a figure whose samples decide nothing, and what would. */
function describeUndecided({ interval }: SampledFigure, times: number | null, quantity: Quantity): string {
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
