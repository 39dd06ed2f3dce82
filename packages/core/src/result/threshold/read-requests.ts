import { countFailed, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import { matchNames, readPattern, eachOf, matchTag, usersOf, type Parts, type Reading } from './match-names.ts'
import type { MeasuredPlugin, MeasuredRequests, MeasuredScenario, Measured, Missing } from './measured.ts'
import { ownTagsOf } from './selector.ts'

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
  return Object.entries(statuses).reduce((sum, [known, count]) => sum + (isCounted(known) ? count : 0), 0)
}
