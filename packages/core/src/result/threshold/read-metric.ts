import { FirstNames } from '../../measure/recorder/first-names.ts'
import type { MetricDefinition } from '../../measure/recorder/own-metric.ts'
import { builtInMetric } from './built-in-metrics.ts'
import type { CutShort } from './inconclusive.ts'
import { matchNames, type Parts, type Reading } from './match-names.ts'
import { mergeMeasured, type Measured, type MeasuredOwn, type MeasuredScenario, type MergeTimes, type Missing } from './measured.ts'
import { otherTagOf } from './selector.ts'
import type { MetricSelector } from './threshold.ts'

/** What a selector names. */
export interface MetricReading<Times> {
  readonly measured: Measured<Times>
  /** The longest run phase so far of the scenarios it was read from, for rates. */
  readonly seconds: number
  /** Where the run phase of one of them did not come to its planned end. */
  readonly cutShort: CutShort | undefined
}

/**
 * Reads what a selector names: everything that its tags match, put together.
 *
 * Names match exactly, but for `*`, which stands for any text. The tags must be such by which the metric is kept, see `findTagProblem`.
 *
 * @param merge puts several distributions together; percentiles are never averaged
 */
export function readMetric<Times>(
  on: MetricSelector,
  { type }: MetricDefinition,
  sources: readonly MeasuredScenario<Times>[],
  merge: MergeTimes<Times>,
): MetricReading<Times> | Missing {
  const pattern = on.tags['scenario']
  const scenarios = pattern === undefined ? sources : matchNames('scenario', pattern, sources)
  if ('missing' in scenarios) return scenarios
  const parts = readParts({ on, scenarios })
  const measured = 'missing' in parts ? parts : mergeMeasured(type, parts, merge)
  if ('missing' in measured) return measured
  // An endpoint or a tag may be one of a single scenario, and the others have no part in it: neither in its rate, nor by ending early.
  const read = scenarios.filter((scenario) => !('missing' in readParts({ on, scenarios: [scenario] })))
  const from = read.length > 0 ? read : scenarios
  const short = new Set(from.map(({ cutShort }) => cutShort))
  const cutShort = (['changing', 'steady'] as const).find((each) => short.has(each))
  return { measured, seconds: Math.max(0, ...from.map(({ seconds }) => seconds)), cutShort }
}

function readParts<Times>(reading: Reading<Times>): Parts<Times> {
  return builtInMetric(reading.on.metric)?.read(reading) ?? readOwn(reading)
}

// What was never recorded is an empty metric, not a missing one: it was declared. A value that was never counted is no missing one either: its count is 0.
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
