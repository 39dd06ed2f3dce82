import { closestName } from '../base/errors/closest-name.ts'
import type { MetricDefinition, MetricDefinitions } from '../measure/recorder/own-metric.ts'
import { builtInMetrics, builtInMetric } from '../result/threshold/built-in-metrics.ts'
import { findTagProblem, parseAggregate, unknownMetric } from '../result/threshold/parse-threshold.ts'
import { type Aggregate, type MetricSelector, type ThresholdProblem, parseSelector, percentileOf } from '../result/threshold/threshold.ts'
import { anyResponseTime } from '../result/threshold/meant-thresholds.ts'
import { ownDefinitions } from '../result/summary/metric-summary.ts'
import { percentiles } from '../model/metrics/time-summary.ts'
import type { TestResult } from '../result/shape/result.ts'
import type { ScaleName } from './evidence.ts'
import type { Side } from './side.ts'
import { foundRate, knownFigureOf, throughput } from './figures.ts'

/** A parsed condition on a change, such as `p99 > +5%`: a figure that changed by more has regressed. */
export interface RegressionCondition {
  /** The condition as it was written. */
  readonly condition: string
  readonly on: MetricSelector
  readonly aggregate: Aggregate
  readonly operator: '>' | '<'
  /** Ratio of head to base beyond which a figure regressed: 1.05 for `+5%`; for a share the same number stands for 5 percentage points. */
  readonly limit: number
  readonly scale: ScaleName
}

const example = 'write it as figure, operator and change, such as "p99 > +5%" or "throughput < -5%"'
const alone = 'give each by itself: one --fail-on, or one line of the input fail-on, takes one condition'
const ofErrors = /^(?:errors?|failed|failures)$/i
// Figures that only a comparison has, besides the metrics of thresholds.
const ownMetrics: MetricDefinitions = {
  [throughput]: { type: 'counter' },
  [foundRate.metric]: { type: 'counter' },
}

/** Everything that a condition can name. */
export interface Measurable {
  /** The user's own metrics. */
  readonly metrics: MetricDefinitions
  /** Names of the scenarios. */
  readonly scenarios: readonly string[]
  /** Whether any result is that of a search. */
  readonly hasSearches: boolean
}

/** Collects everything that conditions can name in the results of both sides. */
export function measurableIn(...sides: readonly Pick<Side, 'runs' | 'searches'>[]): Measurable {
  const runs = sides.flatMap((side) => side.runs)
  return {
    metrics: ownDefinitions(runs),
    scenarios: [...new Set(runs.flatMap((run) => run.scenarios.map((scenario) => scenario.name)))],
    hasSearches: sides.some(({ searches }) => searches.length > 0),
  }
}

type WrittenRegression = Pick<RegressionCondition, 'operator' | 'limit'> & { readonly left: string; readonly digits: string }

/** Parses the form of a condition, without checking that its figure exists: `p99 > 5%` is refused because its change has no sign. */
export function parseWritten(text: string): WrittenRegression | ThresholdProblem {
  // A value of a tag may look like a change.
  if (/[<>]\s*[+-]?[\d.]+\s*%.*[<>]/s.test(text.replaceAll(/\{[^}]*\}/g, '')))
    return { problem: `"${text}" has several conditions`, hint: alone }
  const [, left, operator, sign, digits = ''] = /^\s*(.+?)\s*([<>=!]+)\s*([+-]?)(\d+(?:\.\d+)?)\s*%\s*$/s.exec(text) ?? []
  if (left === undefined) return { problem: `"${text}" is no condition on a change`, hint: example }
  if (operator !== '>' && operator !== '<')
    return { problem: `"${text}" has the operator ${operator}`, hint: 'a change is compared by > or <' }
  const share = Number(digits) / 100
  if (sign === '' && share !== 0) {
    const meant = `${left} ${operator} ${operator === '>' ? '+' : '-'}${digits}%`
    return { problem: `"${text}" has a change without a sign`, hint: `did you mean "${meant}"?` }
  }
  const limit = sign === '-' ? 1 - share : 1 + share
  return limit > 0 ? { left, operator, limit, digits } : { problem: `"${text}" can never be`, hint: 'a figure falls by less than 100%' }
}

/** Parses a condition such as `p99 > +5%`, `http_failed rate > +10%` or `throughput < -5%`, and checks that its figure exists. */
export function parseRegression(text: string, known: Measurable): { readonly regression: RegressionCondition } | ThresholdProblem {
  const written = parseWritten(text)
  if ('problem' in written) return written
  const { left, operator, limit, digits } = written
  const figure = parseFigure(left, known)
  if ('problem' in figure) return figure
  const better = betterOf(figure.on.metric, figure.aggregate)
  if (better !== undefined && operator === (better === 'high' ? '>' : '<')) {
    const [other, sign] = better === 'high' ? ['<', '-'] : ['>', '+']
    const change = Number(digits) === 0 ? '0%' : `${sign}${digits}%`
    return { problem: `"${text.trim()}" is true where ${left} got better`, hint: `did you mean "${left} ${other} ${change}"?` }
  }
  const isShare = definitionsIn(known)[figure.on.metric]?.type === 'rate'
  return { regression: { condition: text.trim(), ...figure, operator, limit, scale: isShare ? 'points' : 'ratio' } }
}

const onlyRates: readonly string[] = [throughput, foundRate.metric]

/** An aggregate of a metric, as a figure that runs are compared by. */
export type ComparedAggregate = Pick<RegressionCondition, 'on' | 'aggregate'>

/** Parses a figure such as `p99`, `throughput` or `http_response_time{endpoint:GET /items} p99`, and checks that it exists. */
export function parseFigure(left: string, known: Measurable): ComparedAggregate | ThresholdProblem {
  if (ofErrors.test(left)) return { on: { metric: 'requests_failed', tags: {} }, aggregate: 'rate' }
  const [, selector, aggregate] = /^([\w-]+(?:\{.*\})?)\s*:?\s+(\S+)$/s.exec(left) ?? []
  const on = parseSelector(selector ?? left)
  if ('problem' in on) return on
  if (on.metric === foundRate.metric && !known.hasSearches)
    return { problem: 'found_rate is what a search found, and there is none', hint: 'a search is made by --find max-rate' }
  const definitions = definitionsIn(known)
  const definition = Object.hasOwn(definitions, on.metric) ? definitions[on.metric] : undefined
  if (aggregate === undefined) return parseShort(on, definition, { known, names: Object.keys(definitions) })
  return definition === undefined ? unknownMetric(on.metric, definitions) : figureOn(on, aggregate, definition, known)
}

/** Parses a single name: an aggregate of the response time, or a metric that has only one figure. */
function parseShort(
  on: MetricSelector,
  definition: MetricDefinition | undefined,
  { known, names }: { readonly known: Measurable; readonly names: readonly string[] },
): ComparedAggregate | ThresholdProblem {
  const { metric, tags } = on
  if (definition === undefined) {
    const isTime = typeof parseAggregate(metric, anyResponseTime, timeDefinition) === 'string'
    return isTime ? figureOn({ metric: anyResponseTime, tags }, metric, timeDefinition, known) : unknownFigure(metric, names)
  }
  if (definition.type === 'trend')
    return { problem: `"${metric}" names no figure of ${metric}`, hint: `write ${metric} p99, or p50, mean, ...` }
  return figureOn(on, 'rate', definition, known)
}

const timeDefinition: MetricDefinition = { type: 'trend', unit: 'ms' }

function figureOn(
  on: MetricSelector,
  name: string,
  definition: MetricDefinition,
  { scenarios }: Measurable,
): ComparedAggregate | ThresholdProblem {
  const aggregate = parseAggregate(name, on.metric, definition)
  if (typeof aggregate !== 'string') return aggregate
  if (onlyRates.includes(on.metric) && aggregate !== 'rate')
    return { problem: `${on.metric} has no ${name}`, hint: `write ${on.metric} alone` }
  if (on.metric === foundRate.metric && Object.keys(on.tags).length > 0)
    return { problem: 'found_rate has no tags', hint: 'it is one figure of each search' }
  const problem = findTagProblem(on, scenarios, definition.by)
  if (problem !== undefined) return problem
  if (percentileOf(aggregate) !== undefined && knownFigureOf(aggregate) === undefined) {
    const compared = Object.values(percentiles).map((each) => `p${each}`)
    return { problem: `${name} is not compared`, hint: `compared are ${compared.join(', ')}` }
  }
  return { on, aggregate }
}

function definitionsIn({ metrics }: Pick<Measurable, 'metrics'>): MetricDefinitions {
  return { ...builtInMetrics, ...ownMetrics, ...metrics }
}

function unknownFigure(name: string, metrics: readonly string[]): ThresholdProblem {
  const meant = closestName(name, ['p50', 'p90', 'p95', 'p99', 'mean', 'median', 'max', 'error', ...metrics])
  return { problem: `there is no figure "${name}"`, hint: meant === undefined ? example : `did you mean "${meant}"?` }
}

/** Collects the metrics that runs can be compared by: those of benchpress, and the user's own. */
export function definitionsOf(runs: readonly TestResult[]): MetricDefinitions {
  return definitionsIn({ metrics: ownDefinitions(runs) })
}

// Counters of work that was done, and of what went wrong. More bytes, or more requests with one status, can be good or bad.
const done = new Set([throughput, foundRate.metric, 'iterations', 'users_completed', 'deliveries_received', 'delivery_reach'])
const wrong = new Set(['dropped', 'users_failed', 'deliveries_lost', 'deliveries_duplicated', 'deliveries_out_of_order'])

/** Returns which of two values of a figure is better; `undefined` when that depends on its meaning, as with the user's own metrics. */
function betterOf(metric: string, aggregate: string): 'high' | 'low' | undefined {
  if (done.has(metric)) return 'high'
  if (wrong.has(metric)) return 'low'
  const isTime = builtInMetrics[metric]?.type === 'trend'
  if (isTime) return aggregate === 'count' || aggregate === 'stdev' ? undefined : 'low'
  const failed = builtInMetric(metric)?.failed
  return failed && (failed === 'hits' ? 'low' : 'high')
}
