import { sumOf } from '../../base/units/count.ts'
import { FirstNames } from '../../measure/recorder/first-names.ts'
import type { MetricDefinition } from '../../measure/recorder/own-metric.ts'
import { countFailed, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { builtInMetric, type BuiltInMetric } from './built-in-metrics.ts'
import { findParts, findRequests, type Reading } from './find-parts.ts'
import { matchNames, matchTag } from './match-names.ts'
import {
  mergeMeasured,
  type MeasuredMetric,
  type MeasuredOwn,
  type MeasuredPart,
  type MeasuredRequests,
  type MeasuredScenario,
  type MergeTimes,
  type Missing,
} from './measured.ts'
import { otherTagOf, ownTagsOf, type MetricSelector, type CutShort } from './threshold.ts'

/** The measurement that a selector stands for. */
export interface MetricReading<Times> {
  readonly measured: MeasuredMetric<Times>
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

// Measurements to be merged, or why there are none.
type Parts<Times> = readonly MeasuredMetric<Times>[] | Missing

function readParts<Times>(reading: Reading<Times>): Parts<Times> {
  const metric = builtInMetric(reading.on.metric)
  return metric === undefined ? readOwn(reading) : readBuiltIn(metric, reading)
}

function readBuiltIn<Times>(metric: BuiltInMetric, reading: Reading<Times>): Parts<Times> {
  const { status } = reading.on.tags
  if (status !== undefined) return metric.kind === 'time' ? readClass(status, reading) : readStatus(status, reading)
  const found = findParts(metric, reading)
  if ('missing' in found) return found
  // An upper bound, because scenarios may have reached their maxima at different times.
  if (metric.kind === 'most') {
    return [{ type: 'gauge', value: null, min: null, max: sumOf(found, (part) => countOf(part, metric.name)), at: 0 }]
  }
  return found.flatMap((part) => readFigure(metric, part) ?? [])
}

function readFigure<Times>({ of, kind, name }: BuiltInMetric, part: MeasuredPart<Times>): MeasuredMetric<Times> | undefined {
  if (kind === 'time') return part.times[name] === undefined ? undefined : { type: 'trend', values: part.times[name] }
  return kind === 'share' ? shares[of]?.(part.counts as never) : { type: 'counter', count: countOf(part, name) }
}

function countOf({ counts }: MeasuredPart<unknown>, name: string): number {
  return (counts as Readonly<Record<string, number>>)[name] ?? 0
}

// Shares are of counts.
const shares: Readonly<Partial<Record<BuiltInMetric['of'], (counts: never) => MeasuredMetric<never>>>> = {
  requests: ({ outcomes }: { readonly outcomes: OutcomeCounts }) => {
    const { failed: hits, total } = countFailed(outcomes)
    return { type: 'rate', hits, total }
  },
  checks: ({ passed, failed }: Record<'passed' | 'failed', number>) => ({ type: 'rate', hits: passed, total: passed + failed }),
  deliveries: ({ received, lost }: Record<'received' | 'lost', number>) => ({ type: 'rate', hits: received, total: received + lost }),
}

function readStatus<Times>(status: string, reading: Reading<Times>): Parts<Times> {
  const found = findRequests(reading)
  return 'missing' in found ? found : found.map((requests) => ({ type: 'counter', count: countStatus(requests, status) }))
}

function countStatus({ counts: { outcomes, statuses } }: MeasuredRequests<unknown>, status: string): number {
  if (status === 'timeout') return outcomes.timeout
  const isCounted = (known: string): boolean => (status.endsWith('xx') ? known.startsWith(status.charAt(0)) : known === status)
  return sumOf(Object.entries(statuses), ([known, count]) => (isCounted(known) ? count : 0))
}

function readClass<Times>(status: string, reading: Reading<Times>): Parts<Times> {
  const { on, scenarios } = reading
  // Times by class are kept in each endpoint, not for all requests together.
  const isOfAll = on.tags['endpoint'] === undefined && ownTagsOf(on).length === 0
  const found = isOfAll ? scenarios.flatMap(({ endpoints }) => endpoints) : findRequests(reading)
  if ('missing' in found) return found
  const mixed = found.find(({ byClass }) => byClass === undefined)
  if (mixed !== undefined) return { missing: `the response times of ${mixed.name} are not kept by status` }
  const classes = found.flatMap(({ byClass = new Map<string, Times>() }) => Array.from(byClass, ([name, times]) => ({ name, times })))
  const matching = matchNames('status', status, classes)
  return 'missing' in matching ? matching : matching.map(({ times }) => ({ type: 'trend', values: times }))
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
  const parts = new FirstNames<MeasuredMetric<Times>[]>(() => [])
  for (const { users } of scenarios) {
    for (const { name, measured } of users?.metrics.get(metric)?.byTag ?? []) parts.of(name).push(measured)
  }
  return Array.from(parts.entries()).flatMap(([name, all]) => {
    const measured = mergeMeasured(type, all, merge)
    return 'missing' in measured ? [] : [{ name, measured }]
  })
}
