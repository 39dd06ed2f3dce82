import type { MetricDefinition } from '../../model/metrics/metric-definition.ts'
import { FirstNames } from '../../measure/recorder/first-names.ts'
import { matchNames, type Parts, type Reading } from './match-names.ts'
import { mergeMeasured, type MeasuredScenario, type Measured, type MeasuredOwn, type MergeTimes } from './measured.ts'
import { otherTagOf } from './metric-tags.ts'

/**
 * Reads a metric of the user's own, or the values of its tag that the selector names.
 *
 * What was never recorded is an empty metric, not a missing one: it was declared. A value that was never counted is no missing one either: its count is 0.
 */
export function readOwn<Times>({ on, scenarios }: Reading<Times>): Parts<Times> {
  const found = scenarios.flatMap(({ users }) => users?.metrics.get(on.metric) ?? [])
  const tag = otherTagOf(on)
  if (tag === undefined) return found.map(({ whole }) => whole)
  const values = found.flatMap(({ byTag }) => byTag)
  const matching = matchNames(tag, on.tags[tag] ?? '*', values)
  if (!('missing' in matching)) return matching.map(({ measured }) => measured)
  return found.every(({ whole }) => whole.type === 'counter') ? [] : matching
}

/**
 * Reads each value of the tag that a metric of the user's own is kept by, over all scenarios; nothing where it is kept by none.
 *
 * The first 200 are told apart, as they are in each scenario.
 */
export function readByTag<Times>(
  metric: string,
  { type }: MetricDefinition,
  scenarios: readonly MeasuredScenario<Times>[],
  merge: MergeTimes<Times>,
): MeasuredOwn<Times>['byTag'] {
  const parts = new FirstNames<Measured<Times>[]>(() => [])
  for (const { users } of scenarios) {
    for (const { name, measured } of users?.metrics.get(metric)?.byTag ?? []) parts.of(name).push(measured)
  }
  return Array.from(parts.entries()).flatMap(([name, all]) => {
    const measured = mergeMeasured(type, all, merge)
    return 'missing' in measured ? [] : [{ name, measured }]
  })
}
