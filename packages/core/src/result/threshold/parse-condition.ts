import { closestName } from '../../base/errors/closest-name.ts'
import type { MetricDefinition } from '../../model/metrics/metric-definition.ts'
import { aggregatesOf } from './aggregates.ts'
import { otherAggregateNames } from './foreign-names.ts'
import { parseLimit } from './parse-limit.ts'
import type { ThresholdProblem } from './problem.ts'
import { quantityOf } from './quantity.ts'
import type { Aggregate, Threshold } from './threshold.ts'

/** A condition, read. */
export type Condition = Pick<Threshold, 'aggregate' | 'operator' | 'limit'>

const operators: readonly string[] = ['<', '<=', '>', '>=', '==', '!='] satisfies Threshold['operator'][]
const otherOperators: Readonly<Record<string, string>> = { '=': '==', '===': '==', '!==': '!=', '=<': '<=', '=>': '>=', '<>': '!=' }
const example = 'write it as figure, operator and limit, such as p99 < 200ms'

/** Reads a condition such as `p99 < 200ms` on a metric. */
export function parseCondition(condition: string, metric: string, definition: MetricDefinition): Condition | ThresholdProblem {
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

function parseAggregate(name: string, metric: string, definition: MetricDefinition): Aggregate | ThresholdProblem {
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
