import { closestName, nameHint } from '../../base/errors/closest-name.ts'
import type { MetricDefinition, MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { builtInMetrics, metricOfK6, builtInMetric, type BuiltInMetric } from './built-in-metrics.ts'
import {
  parseSelector,
  type Aggregate,
  type Threshold,
  type ThresholdProblem,
  isTag,
  knownTags,
  ownTagsOf,
  type Tag,
  type MetricSelector,
} from './threshold.ts'
import { aggregatesOf, quantityOf, parseLimit } from './quantity.ts'
import { readPattern } from './match-names.ts'

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

type Condition = Pick<Threshold, 'aggregate' | 'operator' | 'limit'>

const operators: readonly string[] = ['<', '<=', '>', '>=', '==', '!='] satisfies Threshold['operator'][]
const otherOperators: Readonly<Record<string, string>> = { '=': '==', '===': '==', '!==': '!=', '=<': '<=', '=>': '>=', '<>': '!=' }
const example = 'write it as figure, operator and limit, such as p99 < 200ms'

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

/**
 * Finds a tag that the metric does not have, or a value that no series can have; `undefined` when there is none.
 *
 * @param by the tag of a metric of the user's own
 */
export function findTagProblem(on: MetricSelector, scenarios: readonly string[], by?: string): ThresholdProblem | undefined {
  const facts = builtInMetric(on.metric)
  return facts === undefined ? findOwnProblem(on, scenarios, by) : findBuiltInProblem(on, facts, scenarios)
}

// The declared tag is valid even if it has the name of a built-in tag.
function findOwnProblem(on: MetricSelector, scenarios: readonly string[], by: string | undefined): ThresholdProblem | undefined {
  const kept = ['scenario', ...(by === undefined ? [] : [by])]
  const unkept = Object.keys(on.tags).find((tag) => !kept.includes(tag))
  if (unkept === undefined) return findNameProblem('scenario', on, scenarios)
  const meant = closestName(unkept, kept)
  const hint = meant === undefined ? `it has the ${listTags(kept)}` : `did you mean "${meant}"?`
  return { problem: `${on.metric} is not kept by ${unkept}`, hint }
}

function findBuiltInProblem(on: MetricSelector, facts: BuiltInMetric, scenarios: readonly string[]): ThresholdProblem | undefined {
  const misspelt = ownTagsOf(on).find((tag) => closestName(tag, knownTags) !== undefined)
  if (misspelt !== undefined) return { problem: `no tag "${misspelt}"`, hint: `did you mean "${closestName(misspelt, knownTags)}"?` }
  const kept: readonly string[] = ['scenario', ...facts.tags]
  const own = ownTagsOf(on)
  const given = Object.keys(on.tags)
  if (facts.of === 'deliveries' && 'scenario' in on.tags) {
    return {
      problem: `${on.metric} is not kept by scenario`,
      hint: 'one scenario may send what another receives: it is of the test, by the tag plugin',
    }
  }
  const unkept = given.find((tag) => !kept.includes(isTag(tag) ? tag : 'own'))
  if (unkept !== undefined) return { problem: `${on.metric} is not kept by ${unkept}`, hint: `it has the ${listTags(kept)}` }
  if (own.length > 1 || (own.length === 1 && 'endpoint' in on.tags)) {
    const combined = given.filter((tag) => tag === 'endpoint' || own.includes(tag)).join(' and ')
    return { problem: `${combined} cannot be combined`, hint: 'requests are kept by endpoint and by each tag of their own, one at a time' }
  }
  return findStatusProblem(on) ?? findNameProblem('scenario', on, scenarios)
}

function findStatusProblem({ metric, tags: { status } }: MetricSelector): ThresholdProblem | undefined {
  if (status === undefined || /^(?:\dxx|timeout)$/.test(status)) return undefined
  const isExact = /^\d{3}$/.test(status)
  if (isExact && metric === 'http_requests') return undefined
  const meant = isExact ? `did you mean "status:${status.charAt(0)}xx"?` : 'write a class such as 2xx, or timeout'
  return { problem: `${metric} is not kept by the status "${status}"`, hint: meant }
}

// A journey that the test does not have, or a tag that no request can have.
function findJourneyProblem(on: MetricSelector, journeys: readonly string[]): ThresholdProblem | undefined {
  if (builtInMetric(on.metric) === undefined) return undefined
  const [own] = ownTagsOf(on)
  if (own === undefined || journeys.length > 0) return findNameProblem('journey', on, journeys)
  return { problem: `no request has the tag "${own}"`, hint: 'journeys give tags to their requests, and this test has no journey' }
}

// Without a list, not all plugins of the test are known.
function findPluginProblem(on: MetricSelector, plugins: readonly string[] | undefined): ThresholdProblem | undefined {
  return builtInMetric(on.metric) === undefined || plugins === undefined ? undefined : findNameProblem('plugin', on, plugins)
}

function findNameProblem(tag: Tag, on: MetricSelector, known: readonly string[]): ThresholdProblem | undefined {
  const { pattern } = readPattern(on.tags[tag] ?? '*')
  if (pattern.includes('*') || known.includes(pattern)) return undefined
  const none = tag === 'scenario' ? 'no scenario with requests was measured' : `this test has no ${tag}`
  return { problem: `no ${tag} "${pattern}"`, hint: known.length === 0 ? none : nameHint(pattern, known) }
}

function listTags(kept: readonly string[]): string {
  const names = kept.map((tag) => (tag === 'own' ? 'those that journeys give to their requests' : tag))
  return names.length === 1 ? `tag ${names.join('')}` : `tags ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
