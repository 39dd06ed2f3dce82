import { closestName, nameHint } from '../../base/errors/closest-name.ts'
import type { MetricDefinition, MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { builtInMetrics, metricOfK6 } from './built-in-metrics.ts'
import { findJourneyProblem, findPluginProblem, findTagProblem } from './metric-tags.ts'
import { parseSelector, type Aggregate, type Threshold, type ThresholdProblem } from './threshold.ts'
import { aggregatesOf, quantityOf, parseLimit } from './quantity.ts'

/**
 * Parses a threshold, and checks it against the metrics of a test, before anything is started.
 *
 * @param known what thresholds of the test can name: its own metrics, scenarios, journeys, and plugins if all are known
 */
export function parseThreshold(
  selector: string,
  condition: string,
  options: { readonly abortOnFail: boolean; readonly after: number },
  known: {
    readonly metrics: MetricDefinitions
    readonly scenarios: readonly string[]
    readonly journeys: readonly string[]
    readonly plugins?: readonly string[] | undefined
  },
): { readonly threshold: Threshold } | ThresholdProblem {
  const on = parseSelector(selector)
  if ('problem' in on) return on
  const definitions: MetricDefinitions = { ...builtInMetrics, ...known.metrics }
  const definition = Object.hasOwn(definitions, on.metric) ? definitions[on.metric] : undefined
  if (definition === undefined) return unknownMetric(on.metric, known.metrics)
  const problem =
    findTagProblem(on, known.scenarios, definition.by) ?? findJourneyProblem(on, known.journeys) ?? findPluginProblem(on, known.plugins)
  const parsed = problem ?? parseCondition(condition, on.metric, definition)
  if ('problem' in parsed) return parsed
  if (options.abortOnFail && isStillGrowing(parsed)) {
    return {
      problem: `abortOnFail cannot be used with "${condition}"`,
      hint: 'a count grows until the end of the test, and fails until it has',
    }
  }
  return { threshold: { selector, on, condition, ...parsed, ...options } }
}

/** Reports an unknown metric, and which one was probably meant. */
export function unknownMetric(name: string, metrics: MetricDefinitions): ThresholdProblem {
  const known = [...Object.keys(metrics), ...Object.keys(builtInMetrics)]
  const meant = metricOfK6(name) ?? closestName(name, known)
  return { problem: `unknown metric "${name}"`, hint: meant === undefined ? nameHint(name, known) : `did you mean "${meant}"?` }
}

function isStillGrowing({ aggregate, operator }: Condition): boolean {
  return aggregate === 'count' && operator !== '<' && operator !== '<='
}

/** A parsed condition. */
type Condition = Pick<Threshold, 'aggregate' | 'operator' | 'limit'>

const operators: readonly string[] = ['<', '<=', '>', '>=', '==', '!='] satisfies Threshold['operator'][]
const otherOperators: Readonly<Record<string, string>> = { '=': '==', '===': '==', '!==': '!=', '=<': '<=', '=>': '>=', '<>': '!=' }
const example = 'write it as figure, operator and limit, such as p99 < 200ms'

/** Parses a condition such as `p99 < 200ms` on a metric. */
function parseCondition(condition: string, metric: string, definition: MetricDefinition): Condition | ThresholdProblem {
  const [, name, operator, text] = /^\s*([a-z]+\([^)]*\)|[a-z][\w.]*)\s*([<>=!]+)\s*(.*?)\s*$/is.exec(condition) ?? []
  if (name === undefined || operator === undefined || text === undefined || text === '') {
    return { problem: `"${condition}" is not a condition`, hint: example }
  }
  const aggregate = parseAggregate(name, metric, definition)
  if (typeof aggregate !== 'string') return aggregate
  if (!isOperator(operator)) return unknownOperator(operator)
  const parsed = parseLimit(text, quantityOf(definition, aggregate))
  if ('limit' in parsed) return { aggregate, operator, limit: parsed.limit }
  const hint = parsed.meant === undefined ? parsed.hint : `did you mean "${name} ${operator} ${parsed.meant}"?`
  return { problem: parsed.problem, ...(hint === undefined ? {} : { hint }) }
}

/** Parses the aggregate of a metric, such as `p99` of a distribution. */
export function parseAggregate(name: string, metric: string, definition: MetricDefinition): Aggregate | ThresholdProblem {
  const known = aggregatesOf(metric, definition)
  const found = known.find((aggregate) => aggregate === name)
  if (found !== undefined) return found
  const [, inBrackets, bare] = /^p(?:\(\s*([\d.]+)\s*\)|([\d.]+))$/.exec(name) ?? []
  const percentile = Number(inBrackets ?? bare)
  if (definition.type === 'trend' && !Number.isNaN(percentile)) return parsePercentile(name, percentile)
  const meant = known.find((aggregate) => aggregate === otherAggregateNames.get(name)) ?? closestName(name, known)
  const all = definition.type === 'trend' ? [...known, 'percentiles such as p99'] : known
  return { problem: `${metric} has no "${name}"`, hint: meant === undefined ? `it has ${all.join(', ')}` : `did you mean "${meant}"?` }
}

function parsePercentile(name: string, percentile: number): Aggregate | ThresholdProblem {
  if (percentile > 0 && percentile < 100) return `p${percentile}`
  return { problem: `"${name}" is not a percentile`, hint: 'percentiles lie between 0 and 100; beside them there are min and max' }
}

function isOperator(text: string): text is Threshold['operator'] {
  return operators.includes(text)
}

function unknownOperator(operator: string): ThresholdProblem {
  const meant = otherOperators[operator]
  const hint = meant === undefined ? `known are ${operators.join(', ')}` : `did you mean "${meant}"?`
  return { problem: `unknown operator "${operator}"`, hint }
}

/** Names of our aggregates in k6 and elsewhere. */
const otherAggregateNames: ReadonlyMap<string, string> = new Map([
  ['avg', 'mean'],
  ['average', 'mean'],
  ['med', 'median'],
  ['std', 'stdev'],
  ['stddev', 'stdev'],
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['last', 'value'],
  ['sum', 'count'],
])
