import { FirstNames } from '../../measure/recorder/first-names.ts'
import type { MetricDefinition } from '../../measure/recorder/own-metric.ts'
import { builtInMetric } from './built-in-metrics.ts'
import { matchNames, matchTag, type Parts, type Reading } from './read-requests.ts'
import { mergeMeasured, type Measured, type MeasuredOwn, type MeasuredScenario, type MergeTimes, type Missing } from './measured.ts'
import { otherTagOf, type MetricSelector, type CutShort } from './threshold.ts'

/** The measurement that a selector stands for. */
export interface MetricReading<Times> {
  readonly measured: Measured<Times>
  /** The longest run phase so far of the scenarios that were read, for rates. */
  readonly seconds: number
  /** Set when the run phase of any of these scenarios did not reach its planned end. */
  readonly cutShort: CutShort | undefined
}

/**
 * Reads the measurement that a selector stands for, merged from everything that its tags match.
 *
 * Names match exactly, except for `*`, which stands for any text. The tags must be tags of the metric, see `findTagProblem`.
 *
 * @param merge merges distributions, so that percentiles are never averaged
 */
export function readMetric<Times>(
  on: MetricSelector,
  { type }: MetricDefinition,
  sources: readonly MeasuredScenario<Times>[],
  merge: MergeTimes<Times>,
): MetricReading<Times> | Missing {
  const scenarios = matchTag('scenario', on, sources)
  if ('missing' in scenarios) return scenarios
  const parts = readParts({ on, scenarios })
  const measured = 'missing' in parts ? parts : mergeMeasured(type, parts, merge)
  if ('missing' in measured) return measured
  // When only one scenario has an endpoint or a tag, the others do not affect its rate, nor matter if they end early.
  const read = scenarios.filter((scenario) => !('missing' in readParts({ on, scenarios: [scenario] })))
  const from = read.length > 0 ? read : scenarios
  const short = new Set(from.map(({ cutShort }) => cutShort))
  const cutShort = (['changing', 'steady'] as const).find((each) => short.has(each))
  return { measured, seconds: Math.max(0, ...from.map(({ seconds }) => seconds)), cutShort }
}

function readParts<Times>(reading: Reading<Times>): Parts<Times> {
  return builtInMetric(reading.on.metric)?.read(reading) ?? readOwn(reading)
}

// A declared metric that was never recorded is empty, not missing. In the same way a value that was never counted has a count of 0.
function readOwn<Times>({ on, scenarios }: Reading<Times>): Parts<Times> {
  const found = scenarios.flatMap(({ users }) => users?.metrics.get(on.metric) ?? [])
  const tag = otherTagOf(on)
  if (tag === undefined) return found.map(({ whole }) => whole)
  const values = found.flatMap(({ byTag }) => byTag)
  const matching = matchNames(tag, on.tags[tag] ?? '*', values)
  if (!('missing' in matching)) return matching.map(({ measured }) => measured)
  return found.every(({ whole }) => whole.type === 'counter') ? [] : matching
}

/**
 * Reads a metric of the user's own by each value of its tag, over all scenarios; empty without a tag.
 *
 * The first 200 values are kept separately, as in each scenario.
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
