import { sumOf } from '../../base/units/count.ts'
import { countFailed } from '../../model/metrics/outcome.ts'
import type { MeasuredPlugin, MeasuredRequests, MeasuredScenario, Measured, Missing, MeasuredUsers } from './measured.ts'
import { ownTagsOf, type Threshold, type ThresholdResult, type MetricSelector } from './threshold.ts'
import { closestName } from '../../base/errors/closest-name.ts'

const mostListed = 10

/**
 * Finds the items whose names match a pattern, in which `*` stands for any text, even none; a leading `!` stands for all other names.
 *
 * @param kind what the items are, for the message when none matches
 */
export function matchNames<Item extends { readonly name: string }>(
  kind: string,
  pattern: string,
  items: readonly Item[],
): readonly Item[] | Missing {
  const matches = matcherOf(pattern)
  const found = items.filter(({ name }) => matches(name))
  return found.length > 0 ? found : { missing: describeMissing(kind, pattern, [...new Set(items.map(({ name }) => name))]) }
}

/** Splits a pattern from its negation. A backslash before a leading `!` makes it part of the name. */
export function readPattern(written: string): { readonly isNot: boolean; readonly pattern: string } {
  if (written.startsWith('!')) return { isNot: true, pattern: written.slice(1) }
  return { isNot: false, pattern: written.startsWith('\\!') ? written.slice(1) : written }
}

function matcherOf(written: string): (name: string) => boolean {
  const { isNot, pattern } = readPattern(written)
  const matches = matcherOfText(pattern)
  return isNot ? (name) => !matches(name) : matches
}

function matcherOfText(pattern: string): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern
  const expression = new RegExp(`^${pattern.split('*').map(escapeForRegExp).join('.*')}$`, 's')
  return (name) => expression.test(name)
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function describeMissing(kind: string, pattern: string, known: readonly string[]): string {
  if (known.length === 0) return `no ${kind} ${pattern}, nor any other`
  const meant = pattern.startsWith('!') ? undefined : closestName(pattern, known)
  const listed = known.slice(0, mostListed).join(', ')
  const others = known.length > mostListed ? ` and ${known.length - mostListed} more` : ''
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`
  return `no ${kind} ${pattern}${hint}; there ${known.length === 1 ? 'is' : 'are'}: ${listed}${others}`
}

/** The selector that a metric is read for, and the scenarios that it is read from. */
export interface Reading<Times> {
  readonly on: MetricSelector
  /** The scenarios that the selector names. */
  readonly scenarios: readonly MeasuredScenario<Times>[]
}

/** Measurements to be merged, or why there are none. */
export type Parts<Times> = readonly Measured<Times>[] | Missing

/** Finds the items of one kind that a tag of the selector names, or all items without the tag. */
export function matchTag<Item extends { readonly name: string }>(
  tag: string,
  { tags }: Pick<MetricSelector, 'tags'>,
  items: readonly Item[],
): readonly Item[] | Missing {
  const pattern = tags[tag]
  return pattern === undefined ? items : matchNames(tag, pattern, items)
}

/** The measurements of the users of the scenarios. */
export function usersOf<Times>({ on, scenarios }: Reading<Times>): readonly MeasuredUsers<Times>[] | Missing {
  const users = scenarios.flatMap((scenario) => scenario.users ?? [])
  return users.length === 0 ? { missing: `${on.metric} is measured of users, and no scenario has any` } : users
}

/** Reads one measurement from each item that was found. */
export function eachOf<Item, Times>(found: readonly Item[] | Missing, read: (item: Item) => Measured<Times>): Parts<Times> {
  return 'missing' in found ? found : found.map(read)
}

/** Reads one measurement from all requests, over HTTP or of plugins, or from each plugin, endpoint or tag that the selector names. */
export function readRequests<Times>(reading: Reading<Times>, read: (requests: MeasuredRequests<Times>) => Measured<Times>): Parts<Times> {
  return eachOf(findRequests(reading), read)
}

/** The number of requests that were started, or that ended with the given status. */
export function countRequests<Times>(reading: Reading<Times>): Parts<Times> {
  const { status } = reading.on.tags
  return readRequests(reading, (requests) => {
    const count = status === undefined ? requests.counts.started : countStatus(requests, status)
    return { type: 'counter', count }
  })
}

/** The number of failed requests, and of all that ended, over HTTP and of plugins. */
export function readAllFailed<Times>({ scenarios }: Reading<Times>): Parts<Times> {
  return [...scenarios, ...scenarios.flatMap(pluginsOf)].map(({ requests }) => measureFailed(requests))
}

/** The number of failed requests, and of all that ended; aborted requests are left out. */
export function measureFailed({ counts: { outcomes } }: Pick<MeasuredRequests<unknown>, 'counts'>): Measured<never> {
  const { failed, total } = countFailed(outcomes)
  return { type: 'rate', hits: failed, total }
}

/** Response times, or those of the given class of status. */
export function readResponseTimes<Times>(reading: Reading<Times>): Parts<Times> {
  const { status, endpoint } = reading.on.tags
  if (status === undefined) return readRequests(reading, ({ responseTime }) => ({ type: 'trend', values: responseTime }))
  // Times by class are kept in each endpoint, not for all requests together.
  const isOfAll = endpoint === undefined && ownTagsOf(reading.on).length === 0
  const found = isOfAll ? reading.scenarios.flatMap(({ endpoints }) => endpoints) : findRequests(reading)
  return 'missing' in found ? found : readClass(status, found)
}

/** Times that requests of users waited for a connection. */
export function readWaiting<Times>(reading: Reading<Times>): Parts<Times> {
  const users = usersOf(reading)
  const found =
    'missing' in users ? users : findRequests({ ...reading, scenarios: reading.scenarios.filter((each) => each.users !== undefined) })
  if ('missing' in found) return found
  return found.flatMap(({ httpWaiting }) => (httpWaiting === undefined ? [] : { type: 'trend', values: httpWaiting }))
}

function readClass<Times>(status: string, found: readonly MeasuredRequests<Times>[]): Parts<Times> {
  const mixed = found.find(({ byClass }) => byClass === undefined)
  if (mixed !== undefined) return { missing: `the response times of ${mixed.name} are not kept by status` }
  const classes = found.flatMap(({ byClass = new Map<string, Times>() }) => Array.from(byClass, ([name, times]) => ({ name, times })))
  return eachOf(matchNames('status', status, classes), ({ times }) => ({ type: 'trend', values: times }))
}

function findRequests<Times>(reading: Reading<Times>): readonly MeasuredRequests<Times>[] | Missing {
  const { on, scenarios } = reading
  const [tag] = ownTagsOf(on)
  if (tag !== undefined) {
    const { isNot, pattern } = readPattern(on.tags[tag] ?? '')
    const tagged = scenarios.flatMap(({ users }) => users?.tags ?? [])
    // A negated value stands for all other values of the same tag.
    const all = isNot ? tagged.filter(({ name }) => name.startsWith(`${tag}:`)) : tagged
    return matchNames('request with the tag', `${isNot ? '!' : ''}${tag}:${pattern}`, all)
  }
  const kinds = on.metric.startsWith('plugin_') ? findPlugins(reading) : scenarios
  if ('missing' in kinds) return kinds
  if (on.tags['endpoint'] === undefined) return kinds.map(({ requests }) => requests)
  const all = kinds.flatMap(({ endpoints }) => endpoints)
  return matchTag('endpoint', on, all)
}

function findPlugins<Times>(reading: Reading<Times>): readonly MeasuredPlugin<Times>[] | Missing {
  const plugins = reading.scenarios.flatMap(pluginsOf)
  if (plugins.length === 0) return { missing: `${reading.on.metric} is measured of requests of plugins, and there were none` }
  return matchTag('plugin', reading.on, plugins)
}

function pluginsOf<Times>({ users }: MeasuredScenario<Times>): readonly MeasuredPlugin<Times>[] {
  return users?.pluginRequests ?? []
}

function countStatus({ statuses, counts: { outcomes } }: MeasuredRequests<unknown>, status: string): number {
  if (status === 'timeout') return outcomes.timeout
  const isCounted = (known: string): boolean => (status.endsWith('xx') ? known.startsWith(status.charAt(0)) : known === status)
  return sumOf(Object.entries(statuses), ([known, count]) => (isCounted(known) ? count : 0))
}

/** The metric that stands for response times of every kind of requests. */
export const anyResponseTime = 'response_time'

/** A metric of the response times of one kind of requests. */
export type ResponseTimeMetric = 'http_response_time' | 'plugin_response_time'

/**
 * The metrics that a limit on response times applies to when none is named: one for each kind of requests that was sent.
 *
 * A percentile never mixes both kinds: with both, the limit must hold for each. Used by matchers, searches and thresholds.
 *
 * @param sent the number of started requests of each kind
 */
export function responseTimeMetrics(sent: { readonly overHttp: number; readonly ofPlugins: number }): readonly ResponseTimeMetric[] {
  if (sent.ofPlugins === 0) return ['http_response_time']
  return sent.overHttp === 0 ? ['plugin_response_time'] : ['http_response_time', 'plugin_response_time']
}

/** Expands a threshold on {@link anyResponseTime} to the thresholds that it stands for; any other threshold stands for itself. */
export function thresholdsMeant<Meant extends Pick<Threshold, 'on'>>(
  threshold: Meant,
  all: readonly MeasuredScenario<unknown>[],
): readonly Meant[] {
  const { on } = threshold
  if (on.metric !== anyResponseTime) return [threshold]
  const scenarios = matchTag('scenario', on, all)
  const named = 'missing' in scenarios ? [] : scenarios
  const started = (kinds: readonly Pick<MeasuredPlugin<unknown>, 'requests'>[]): number =>
    sumOf(kinds, ({ requests }) => requests.counts.started)
  const metrics = responseTimeMetrics({ overHttp: started(named), ofPlugins: started(named.flatMap(pluginsOf)) })
  return metrics.map((metric) => ({ ...threshold, on: { ...on, metric } }))
}

/** The result of one of {@link thresholdsMeant}, with its metric. */
export interface MeantResult {
  readonly metric: string
  readonly result: ThresholdResult
}

/**
 * Combines the results of the thresholds that one stands for: the worst result, with the texts of all. An inconclusive one needs as many samples as the
 * result that needs most.
 */
export function worstOf(threshold: Pick<Threshold, 'operator' | 'limit'>, all: readonly [MeantResult, ...MeantResult[]]): ThresholdResult {
  const [{ result }, ...others] = all
  if (others.length === 0) return result
  const ranksOf = (each: ThresholdResult): readonly number[] => [
    severity(each),
    each.inconclusive?.times ?? 0,
    each.actual === null ? -Number.MAX_VALUE : badness(each.actual, threshold),
  ]
  const worst = all.map((each) => each.result).reduce((a, b) => (isGreater(ranksOf(b), ranksOf(a)) ? b : a))
  return { ...worst, text: all.map((each) => `${each.metric} ${each.result.text}`).join('; ') }
}

// The first of two ranks that differ decides.
function isGreater(some: readonly number[], others: readonly number[]): boolean {
  const index = some.findIndex((rank, at) => rank !== others[at])
  return (some[index] ?? 0) > (others[index] ?? 0)
}

function severity({ passed, inconclusive }: ThresholdResult): number {
  if (passed) return 0
  return inconclusive === null ? 2 : 1
}

// A measure of how bad a figure is for a condition, higher for worse: for `>` the smaller figure is worse.
function badness(actual: number, { operator, limit }: Pick<Threshold, 'operator' | 'limit'>): number {
  const apart = Math.abs(actual - limit)
  return { '<': actual, '<=': actual, '>': -actual, '>=': -actual, '==': apart, '!=': -apart }[operator]
}
