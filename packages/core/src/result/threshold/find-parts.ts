import type { BuiltInMetric } from './built-in-metrics.ts'
import type { MeasuredPart, MeasuredPlugin, MeasuredRequests, MeasuredScenario, MeasuredUsers, Missing } from './measured.ts'
import { matchNames, matchTag, readPattern } from './match-names.ts'
import { ownTagsOf, type MetricSelector } from './threshold.ts'

/** The selector that a metric is read for, and the scenarios that it is read from. */
export interface Reading<Times> {
  readonly on: MetricSelector
  /** The scenarios that the selector names. */
  readonly scenarios: readonly MeasuredScenario<Times>[]
}

type Found<Times> = readonly MeasuredPart<Times>[] | Missing

/** Finds the parts of a test that a metric is read from: those that the tags of the selector name, or all. */
export function findParts<Times>({ of, requests, tags }: BuiltInMetric, reading: Reading<Times>): Found<Times> {
  const { on, scenarios } = reading
  switch (of) {
    case 'requests':
      return requests === 'both'
        ? [...scenarios, ...scenarios.flatMap(pluginsOf)].map((kind) => kind.requests)
        : findRequests(reading, requests)
    case 'connections':
      return scenarios.map(({ connections }) => connections)
    case 'users':
      return tags.includes('endpoint') ? findRequestsOfUsers(reading) : usersOf(reading)
    case 'iterations':
      return findIn(reading, 'journey', ({ iterations, journeys }) => (on.tags['journey'] === undefined ? [iterations] : journeys))
    case 'groups':
      return findIn(reading, 'group', ({ groups }) => groups)
    case 'checks':
      return findIn(reading, 'check', ({ checks }) => checks)
    case 'deliveries':
      return findDeliveries(reading)
  }
}

/** Finds the requests over HTTP or of plugins, or those of each plugin, endpoint or tag that the selector names. */
export function findRequests<Times>(
  reading: Reading<Times>,
  of: BuiltInMetric['requests'] = 'http',
): readonly MeasuredRequests<Times>[] | Missing {
  const { on, scenarios } = reading
  const [tag] = ownTagsOf(on)
  if (tag !== undefined) {
    const { isNot, pattern } = readPattern(on.tags[tag] ?? '')
    const tagged = scenarios.flatMap(({ users }) => users?.tags ?? [])
    // A negated value stands for all other values of the same tag.
    const all = isNot ? tagged.filter(({ name }) => name.startsWith(`${tag}:`)) : tagged
    return matchNames('request with the tag', `${isNot ? '!' : ''}${tag}:${pattern}`, all)
  }
  const kinds = of === 'plugins' ? findPlugins(reading) : scenarios
  if ('missing' in kinds) return kinds
  if (on.tags['endpoint'] === undefined) return kinds.map(({ requests }) => requests)
  return matchTag(
    'endpoint',
    on,
    kinds.flatMap(({ endpoints }) => endpoints),
  )
}

/** The plugins that sent requests in a scenario. */
export function pluginsOf<Times>({ users }: MeasuredScenario<Times>): readonly MeasuredPlugin<Times>[] {
  return users?.pluginRequests ?? []
}

function findPlugins<Times>(reading: Reading<Times>): readonly MeasuredPlugin<Times>[] | Missing {
  const plugins = reading.scenarios.flatMap(pluginsOf)
  if (plugins.length === 0) return { missing: `${reading.on.metric} is measured of requests of plugins, and there were none` }
  return matchTag('plugin', reading.on, plugins)
}

function usersOf<Times>({ on, scenarios }: Reading<Times>): readonly MeasuredUsers<Times>[] | Missing {
  const users = scenarios.flatMap((scenario) => scenario.users ?? [])
  return users.length === 0 ? { missing: `${on.metric} is measured of users, and no scenario has any` } : users
}

function findRequestsOfUsers<Times>(reading: Reading<Times>): Found<Times> {
  const users = usersOf(reading)
  return 'missing' in users ? users : findRequests({ ...reading, scenarios: reading.scenarios.filter((each) => each.users !== undefined) })
}

function findIn<Times>(
  reading: Reading<Times>,
  tag: string,
  partsOf: (users: MeasuredUsers<Times>) => readonly MeasuredPart<Times>[],
): Found<Times> {
  const users = usersOf(reading)
  return 'missing' in users ? users : matchTag(tag, reading.on, users.flatMap(partsOf))
}

// Deliveries belong to the test, and each scenario has all of them.
function findDeliveries<Times>({ on, scenarios }: Reading<Times>): Found<Times> {
  const deliveries = scenarios[0]?.deliveries ?? []
  if (deliveries.length === 0) return { missing: `${on.metric} is measured of messages that plugins push, and there were none` }
  return matchTag('plugin', on, deliveries)
}
