import { sumOf } from '../../base/units/count.ts'
import { countFailed, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { matchNames, readPattern, eachOf, matchTag, usersOf, type Parts, type Reading } from './match-names.ts'
import type { MeasuredPlugin, MeasuredRequests, MeasuredScenario, Measured, Missing } from './measured.ts'
import { ownTagsOf } from './selector.ts'
import type { Threshold, ThresholdResult } from './threshold.ts'

/** Reads one measurement from all requests, over HTTP or of plugins, or from each plugin, endpoint or tag that the selector names. */
function readRequests<Times>(reading: Reading<Times>, read: (requests: MeasuredRequests<Times>) => Measured<Times>): Parts<Times> {
  return eachOf(findRequests(reading), read)
}

/** The number of requests that were started; with a status, of those that ended with it. */
export function countRequests<Times>(reading: Reading<Times>): Parts<Times> {
  const { status } = reading.on.tags
  return readRequests(reading, (requests) => {
    const count = status === undefined ? requests.counts.started : countStatus(requests, status)
    return { type: 'counter', count }
  })
}

/** The number of requests that did not end ok, and of all that ended; aborted ones are left out. */
export function readFailed<Times>(reading: Reading<Times>): Parts<Times> {
  return readRequests(reading, ({ counts }) => measureFailed(counts.outcomes))
}

/** The number of failed requests, and of all that ended, over HTTP and of plugins. */
export function readAllFailed<Times>({ scenarios }: Reading<Times>): Parts<Times> {
  return [...scenarios, ...scenarios.flatMap(pluginsOf)].map(({ requests }) => measureFailed(requests.counts.outcomes))
}

function measureFailed(outcomes: OutcomeCounts): Measured<never> & { readonly type: 'rate' } {
  const { failed, total } = countFailed(outcomes)
  return { type: 'rate', hits: failed, total }
}

/** Response times; with a status, those of the responses of that class. */
export function readResponseTimes<Times>(reading: Reading<Times>): Parts<Times> {
  const { status, endpoint } = reading.on.tags
  if (status === undefined) return readRequests(reading, ({ responseTime }) => ({ type: 'trend', values: responseTime }))
  // Times are kept by class in each endpoint, not for all requests together.
  const isOfAll = endpoint === undefined && ownTagsOf(reading.on).length === 0
  const found = isOfAll ? reading.scenarios.flatMap(({ endpoints }) => endpoints) : findRequests(reading)
  return 'missing' in found ? found : readClass(status, found)
}

/** Times from the send of a request to its end. */
export function readServiceTimes<Times>(reading: Reading<Times>): Parts<Times> {
  return readRequests(reading, ({ serviceTime }) => ({ type: 'trend', values: serviceTime }))
}

/** Bytes that were written. They are of all requests, or of a plugin's. */
export function readSent<Times>(reading: Reading<Times>): Parts<Times> {
  return readRequests(reading, ({ dataSent }) => ({ type: 'counter', count: dataSent }))
}

/** Bytes that were read. */
export function readReceived<Times>(reading: Reading<Times>): Parts<Times> {
  return readRequests(reading, ({ dataReceived }) => ({ type: 'counter', count: dataReceived }))
}

/** How long requests of users waited for a connection. */
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
    // All others are those that have this tag too.
    const all = isNot ? tagged.filter(({ name }) => name.startsWith(`${tag}:`)) : tagged
    return matchNames('request with the tag', `${isNot ? '!' : ''}${tag}:${pattern}`, all)
  }
  const kinds = on.metric.startsWith('plugin_') ? findPlugins(reading) : scenarios
  if ('missing' in kinds || on.tags['endpoint'] === undefined) return 'missing' in kinds ? kinds : kinds.map(({ requests }) => requests)
  return matchTag(
    'endpoint',
    reading,
    kinds.flatMap(({ endpoints }) => endpoints),
  )
}

function findPlugins<Times>(reading: Reading<Times>): readonly MeasuredPlugin<Times>[] | Missing {
  const plugins = reading.scenarios.flatMap(pluginsOf)
  if (plugins.length === 0) return { missing: `${reading.on.metric} is measured of requests of plugins, and there were none` }
  return matchTag('plugin', reading, plugins)
}

function pluginsOf<Times>({ users }: MeasuredScenario<Times>): readonly MeasuredPlugin<Times>[] {
  return users?.pluginRequests ?? []
}

function countStatus({ statuses, counts: { outcomes } }: MeasuredRequests<unknown>, status: string): number {
  if (status === 'timeout') return outcomes.timeout
  const isCounted = status.endsWith('xx')
    ? (known: string) => known.padStart(3, '0').startsWith(status.charAt(0))
    : (known: string) => known === status
  return sumOf(Object.entries(statuses), ([known, count]) => (isCounted(known) ? count : 0))
}

/** The metric of response times that is asked for where none is named. */
export const anyResponseTime = 'response_time'

/** A metric of response times of one kind of requests. */
export type ResponseTimeMetric = 'http_response_time' | 'plugin_response_time'

/**
 * The metrics that a limit of response times is for where none is named: of each kind of requests that were sent.
 *
 * One percentile is never of both kinds: where there are both, the limit has to hold for each of them. Matchers, searches and thresholds ask here.
 *
 * @param sent how many requests of each kind were started
 */
export function responseTimeMetrics(sent: { readonly overHttp: number; readonly ofPlugins: number }): readonly ResponseTimeMetric[] {
  if (sent.ofPlugins === 0) return ['http_response_time']
  return sent.overHttp === 0 ? ['plugin_response_time'] : ['http_response_time', 'plugin_response_time']
}

/** The thresholds that one on {@link anyResponseTime} stands for; any other stands for itself. */
export function thresholdsMeant<Meant extends Pick<Threshold, 'on'>>(
  threshold: Meant,
  all: readonly MeasuredScenario<unknown>[],
): readonly Meant[] {
  const { on } = threshold
  if (on.metric !== anyResponseTime) return [threshold]
  const pattern = on.tags['scenario']
  const scenarios = pattern === undefined ? all : matchNames('scenario', pattern, all)
  const named = 'missing' in scenarios ? [] : scenarios
  const plugins = named.flatMap(({ users }) => users?.pluginRequests ?? [])
  const metrics = responseTimeMetrics({
    overHttp: sumOf(named, ({ requests }) => requests.counts.started),
    ofPlugins: sumOf(plugins, ({ requests }) => requests.counts.started),
  })
  return metrics.map((metric) => ({ ...threshold, on: { ...on, metric } }))
}

/** One of the results of {@link thresholdsMeant}, and of which metric it is. */
export interface MeantResult {
  readonly metric: string
  readonly result: ThresholdResult
}

/**
 * Puts together the states of the thresholds that one stands for: the worst of them, with the words of all.
 *
 * What holds is as sure as the least sure of them, and what fails as the surest. What is inconclusive takes as many samples as the one that needs most.
 */
export function worstOf(threshold: Pick<Threshold, 'operator' | 'limit'>, all: readonly [MeantResult, ...MeantResult[]]): ThresholdResult {
  const [{ result }, ...others] = all
  if (others.length === 0) return result
  const isFailed = all.some((each) => severity(each.result) === failed)
  const ranksOf = (each: ThresholdResult): readonly number[] => [
    severity(each),
    each.inconclusive?.times ?? 0,
    isApart(each, threshold.limit) === isFailed ? 1 : 0,
    each.actual === null ? -Number.MAX_VALUE : badness(each.actual, threshold),
  ]
  const worst = all.map((each) => each.result).reduce((a, b) => (isGreater(ranksOf(b), ranksOf(a)) ? b : a))
  return { ...worst, text: all.map((each) => `${each.metric} ${each.result.text}`).join('; ') }
}

/** Whether the samples tell a figure from its limit: what its interval holds may be on either side of it. */
export function isApart({ interval, actual }: Pick<ThresholdResult, 'interval' | 'actual'>, limit: number | undefined): boolean {
  if (interval === null || actual === null || limit === undefined) return true
  const { low, high } = interval
  return (high !== null && high < limit) || (low !== null && low >= limit)
}

// The first of two ranks that differ decides.
function isGreater(some: readonly number[], others: readonly number[]): boolean {
  const index = some.findIndex((rank, at) => rank !== others[at])
  return (some[index] ?? 0) > (others[index] ?? 0)
}

const failed = 2

function severity({ passed, inconclusive }: ThresholdResult): number {
  if (passed) return 0
  return inconclusive === null ? failed : 1
}

// Grows with how bad a figure is for a condition: for `>` the smaller one is the worse.
function badness(actual: number, { operator, limit }: Pick<Threshold, 'operator' | 'limit'>): number {
  const apart = Math.abs(actual - limit)
  return { '<': actual, '<=': actual, '>': -actual, '>=': -actual, '==': apart, '!=': -apart }[operator]
}
