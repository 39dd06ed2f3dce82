import { closestName, nameHint } from '../../base/errors/closest-name.ts'
import { builtInMetrics, type MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import { metricNamesOfK6 } from './foreign-names.ts'
import { findJourneyProblem, findPluginProblem, findTagProblem } from './metric-tags.ts'
import { parseCondition, type Condition } from './parse-condition.ts'
import { parseSelector } from './parse-selector.ts'
import type { ThresholdProblem } from './problem.ts'
import type { Threshold } from './threshold.ts'

/**
 * Reads a threshold against the metrics that a test has, before anything is started.
 *
 * @param known what the test has of its own: metrics beside those of benchpress, scenarios, journeys, and plugins where all are known
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

function unknownMetric(name: string, metrics: MetricDefinitions): ThresholdProblem {
  const known = [...Object.keys(metrics), ...Object.keys(builtInMetrics)]
  const meant = metricNamesOfK6.get(name) ?? closestName(name, known)
  return { problem: `unknown metric "${name}"`, hint: meant === undefined ? nameHint(name, known) : `did you mean "${meant}"?` }
}

function isStillGrowing({ aggregate, operator }: Condition): boolean {
  return aggregate === 'count' && operator !== '<' && operator !== '<='
}
