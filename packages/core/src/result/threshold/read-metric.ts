import { sumOf } from '../../base/units/count.ts'
import { FirstNames } from '../../measure/recorder/first-names.ts'
import type { MetricDefinition } from '../../measure/recorder/own-metric.ts'
import type { FigureSubject } from '../../model/metrics/figures.ts'
import { countFailed, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { builtInMetric, type BuiltInMetric } from './built-in-metrics.ts'
import { matchNames, matchTag, readPattern } from './match-names.ts'
import { mergeMeasured, type MeasuredMetric, type MeasuredOwn, type MeasuredPart, type MeasuredScenario, type Missing } from './measured.ts'
import { otherTagOf, ownTagsOf, type MetricSelector, type CutShort } from './threshold.ts'

/** The measurement that a selector stands for. */
export interface MetricReading {
  readonly measured: MeasuredMetric
  /** The longest run phase so far of the scenarios that were read, for rates. */
  readonly seconds: number
  /** Set when the run phase of any of these scenarios did not reach its planned end. */
  readonly cutShort: CutShort | undefined
}

/**
 * Reads the measurement that a selector stands for, merged from everything that its tags match.
 *
 * Names match exactly, except for `*`, which stands for any text. The tags must be tags of the metric, see `findTagProblem`.
 */
export function readMetric(on: MetricSelector, { type }: MetricDefinition, sources: readonly MeasuredScenario[]): MetricReading | Missing {
  const scenarios = matchTag('scenario', on, sources)
  if ('missing' in scenarios) return scenarios
  const parts = findParts(on, scenarios)
  const measured = 'missing' in parts ? parts : mergeMeasured(type, measure(on, parts))
  if ('missing' in measured) return measured
  // When only one scenario has an endpoint or a tag, the others do not affect its rate, nor matter if they end early.
  const read = scenarios.filter((scenario) => !('missing' in findParts(on, [scenario])))
  const from = read.length > 0 ? read : scenarios
  const short = new Set(from.map(({ cutShort }) => cutShort))
  const cutShort = (['changing', 'steady'] as const).find((each) => short.has(each))
  return { measured, seconds: Math.max(0, ...from.map(({ seconds }) => seconds)), cutShort }
}

/** What is measured when it is read, or why there is nothing. */
type Found = readonly (() => MeasuredMetric | undefined)[] | Missing

function measure({ metric }: MetricSelector, found: Exclude<Found, Missing>): readonly MeasuredMetric[] {
  const parts = found.flatMap((read) => read() ?? [])
  if (builtInMetric(metric)?.kind !== 'most') return parts
  // An upper bound, because scenarios may have reached their maxima at different times.
  return [{ type: 'gauge', value: null, min: null, max: sumOf(parts, (part) => (part.type === 'counter' ? part.count : 0)), at: 0 }]
}

function findParts(on: MetricSelector, scenarios: readonly MeasuredScenario[]): Found {
  const metric = builtInMetric(on.metric)
  if (metric === undefined) return findOwn(on, scenarios)
  const { status } = on.tags
  // Times by class are kept in each endpoint, not for all requests together.
  const isByEndpoint = 'endpoint' in on.tags || (status !== undefined && metric.kind === 'time' && ownTagsOf(on).length === 0)
  const parts = partsNamed(metric, on, scenarios, isByEndpoint)
  if ('missing' in parts) return parts
  if (status === undefined) return parts.map((part) => () => readFigure(metric, part))
  if (metric.kind === 'time') return findClasses(status, parts)
  return parts.map((part) => () => ({ type: 'counter', count: countStatus(part.counts as StatusCounts, status) }))
}

/** The parts of scenarios that a metric is read from: those that the tags of the selector name, or all. */
export function partsNamed(
  { of, requests }: Pick<BuiltInMetric, 'of' | 'requests'>,
  on: MetricSelector,
  scenarios: readonly MeasuredScenario[],
  isByEndpoint: boolean = false,
): readonly MeasuredPart[] | Missing {
  const [own] = ownTagsOf(on)
  const levels = { endpoint: isByEndpoint, own: own !== undefined, journey: 'journey' in on.tags }
  const wanted = ofUsers.includes(of) ? 'users' : requests === 'plugins' ? 'plugins' : of
  const from = scenariosWith(wanted, scenarios)
  // Users have times of their requests, by endpoint and by tag.
  const subject = of === 'users' && (levels.endpoint || levels.own) ? 'requests' : of
  const parts = from.flatMap((scenario) => scenario.parts.filter((part) => part.of === subject && isOfKind(requests, part)))
  const none = noneOf[wanted]
  if (none !== undefined && (wanted === 'users' ? from : parts).length === 0) return { missing: `${on.metric} is measured of ${none}` }
  const ofLevel = parts.filter(({ tags }) => Object.entries(levels).every(([tag, isAsked]) => tag in tags === isAsked))
  return own === undefined ? partsWithTags(on, ofLevel) : partsTagged(own, on, ofLevel)
}

const ofUsers: readonly FigureSubject[] = ['users', 'iterations', 'groups', 'checks']

const noneOf: Readonly<Record<string, string>> = {
  users: 'users, and no scenario has any',
  plugins: 'requests of plugins, and there were none',
  deliveries: 'messages that plugins push, and there were none',
}

function isOfKind(requests: BuiltInMetric['requests'], { of, tags }: MeasuredPart): boolean {
  return of !== 'requests' || requests === 'both' || 'plugin' in tags === (requests === 'plugins')
}

function scenariosWith(wanted: string, all: readonly MeasuredScenario[]): readonly MeasuredScenario[] {
  if (wanted === 'users') return all.filter(({ parts }) => parts.some(({ of }) => of === 'users'))
  // Deliveries belong to the test, and each scenario has all of them.
  return wanted === 'deliveries' ? all.slice(0, 1) : all
}

function partsWithTags(on: MetricSelector, all: readonly MeasuredPart[]): readonly MeasuredPart[] | Missing {
  let parts = all
  for (const tag of ['plugin', 'endpoint', 'journey', 'group', 'check']) {
    const named = matchTag(tag, on, namedBy(tag, parts))
    if ('missing' in named) return named
    parts = named.map(({ part }) => part)
  }
  return parts
}

function partsTagged(own: string, { tags }: MetricSelector, all: readonly MeasuredPart[]): readonly MeasuredPart[] | Missing {
  const { isNot, pattern } = readPattern(tags[own] ?? '')
  // A negated value stands for all other values of the same tag.
  const tagged = namedBy('own', all).filter(({ name }) => !isNot || name.startsWith(`${own}:`))
  const named = matchNames('request with the tag', `${isNot ? '!' : ''}${own}:${pattern}`, tagged)
  return 'missing' in named ? named : named.map(({ part }) => part)
}

function namedBy(tag: string, parts: readonly MeasuredPart[]): readonly { readonly name: string; readonly part: MeasuredPart }[] {
  return parts.map((part) => ({ name: part.tags[tag] ?? '', part }))
}

function readFigure({ of, kind, name }: BuiltInMetric, { counts, times }: MeasuredPart): MeasuredMetric | undefined {
  if (kind === 'share') return shares[of]?.(counts as never)
  if (kind !== 'time') return { type: 'counter', count: (counts as Readonly<Record<string, number>>)[name] ?? 0 }
  const values = times(name)
  return values && { type: 'trend', values }
}

// Shares are of counts.
const shares: Readonly<Partial<Record<FigureSubject, (counts: never) => MeasuredMetric>>> = {
  requests: ({ outcomes }: { readonly outcomes: OutcomeCounts }) => {
    const { failed: hits, total } = countFailed(outcomes)
    return { type: 'rate', hits, total }
  },
  checks: ({ passed, failed }: Record<'passed' | 'failed', number>) => ({ type: 'rate', hits: passed, total: passed + failed }),
  deliveries: ({ received, lost }: Record<'received' | 'lost', number>) => ({ type: 'rate', hits: received, total: received + lost }),
}

interface StatusCounts {
  readonly outcomes: OutcomeCounts
  readonly statuses: Readonly<Record<string, number>>
}

function countStatus({ outcomes, statuses }: StatusCounts, status: string): number {
  if (status === 'timeout') return outcomes.timeout
  const isCounted = (known: string): boolean => (status.endsWith('xx') ? known.startsWith(status.charAt(0)) : known === status)
  return sumOf(Object.entries(statuses), ([known, count]) => (isCounted(known) ? count : 0))
}

function findClasses(status: string, parts: readonly MeasuredPart[]): Found {
  const kept = parts.map(({ tags, byClass }) => ({ name: tags['endpoint'] ?? tags['own'], byClass }))
  const mixed = kept.find(({ byClass }) => byClass === undefined)
  if (mixed !== undefined) return { missing: `the response times of ${mixed.name} are not kept by status` }
  const classes = kept.flatMap(({ byClass = {} }) => Object.entries(byClass).map(([name, values]) => ({ name, values })))
  const matching = matchNames('status', status, classes)
  return 'missing' in matching
    ? matching
    : matching.map(({ values }) => () => ({ type: 'trend', values }))
}

// A declared metric that was never recorded is empty, not missing. In the same way a value that was never counted has a count of 0.
function findOwn(on: MetricSelector, scenarios: readonly MeasuredScenario[]): Found {
  const found = scenarios.flatMap(({ own }) => own.get(on.metric) ?? [])
  const tag = otherTagOf(on)
  if (tag === undefined)
    return found.map(
      ({ whole }) =>
        () =>
          whole,
    )
  const values = found.flatMap(({ byTag }) => byTag)
  const matching = matchNames(tag, on.tags[tag] ?? '*', values)
  if (!('missing' in matching))
    return matching.map(
      ({ measured }) =>
        () =>
          measured,
    )
  return found.every(({ whole }) => whole.type === 'counter') ? [] : matching
}

/**
 * Reads a metric of the user's own by each value of its tag, over all scenarios; empty without a tag.
 *
 * The first 200 values are kept separately, as in each scenario.
 */
export function readByTag(metric: string, { type }: MetricDefinition, scenarios: readonly MeasuredScenario[]): MeasuredOwn['byTag'] {
  const parts = new FirstNames<MeasuredMetric[]>(() => [])
  for (const { own } of scenarios) {
    for (const { name, measured } of own.get(metric)?.byTag ?? []) parts.of(name).push(measured)
  }
  return Array.from(parts.entries()).flatMap(([name, all]) => {
    const measured = mergeMeasured(type, all)
    return 'missing' in measured ? [] : [{ name, measured }]
  })
}
