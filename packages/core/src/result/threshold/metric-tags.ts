import { builtInMetrics, type BuiltInMetric } from '../../model/metrics/metric-definition.ts'
import { closestName, nameHint } from '../../base/errors/closest-name.ts'
import { readPattern } from './match-names.ts'
import type { ThresholdProblem, MetricSelector } from './threshold.ts'

/** The metrics of messages that users push to each other. */
export type DeliveryMetric = Extract<BuiltInMetric, `deliver${string}`>

/** Whether a metric is of messages that users push to each other, which are of the test and not of a scenario. */
function isDeliveryMetric(name: BuiltInMetric): name is DeliveryMetric {
  return name.startsWith('deliver')
}

/** Whether a metric is one that every test has, and not one of the user's own. */
export function isBuiltInMetric(name: string): name is BuiltInMetric {
  return Object.hasOwn(builtInMetrics, name)
}

/** The tags that mean something to us; all others are those of the user's requests. */
const tags = ['scenario', 'endpoint', 'status', 'check', 'journey', 'group', 'plugin'] as const
type Tag = (typeof tags)[number]

// By what else than the scenario a metric is kept. `own` are the tags that journeys give to their requests.
const keptBy: Readonly<Record<BuiltInMetric, readonly (Exclude<Tag, 'scenario'> | 'own')[]>> = {
  http_requests: ['endpoint', 'status', 'own'],
  http_failed: ['endpoint', 'own'],
  requests_failed: [],
  response_time: [],
  http_response_time: ['endpoint', 'status', 'own'],
  http_service_time: ['endpoint', 'own'],
  http_waiting: ['endpoint', 'own'],
  http_connect_time: [],
  http_tls_time: [],
  http_time_to_first_byte: [],
  plugin_requests: ['plugin', 'endpoint'],
  plugin_failed: ['plugin', 'endpoint'],
  plugin_response_time: ['plugin', 'endpoint'],
  plugin_service_time: ['plugin', 'endpoint'],
  plugin_data_sent: ['plugin'],
  plugin_data_received: ['plugin'],
  data_sent: [],
  data_received: ['endpoint', 'own'],
  send_lag: [],
  iterations: ['journey'],
  iteration_duration: ['journey'],
  group_duration: ['group'],
  think_overshoot: [],
  dropped: ['journey'],
  checks: ['check'],
  users_created: [],
  users_active: [],
  users_completed: [],
  users_failed: [],
  retried: [],
  deliveries_sent: ['plugin'],
  deliveries_accepted: ['plugin'],
  deliveries_received: ['plugin'],
  deliveries_lost: ['plugin'],
  deliveries_duplicated: ['plugin'],
  deliveries_out_of_order: ['plugin'],
  delivery_reach: ['plugin'],
  delivery_time: ['plugin'],
  delivery_fan_out_time: ['plugin'],
}

/** The tags of a selector that are the user's own. */
export function ownTagsOf(on: MetricSelector): readonly string[] {
  return Object.keys(on.tags).filter((tag) => !isTag(tag))
}

/** The tag of a selector beside the scenario; of a metric of the user's own it is the one that it is kept by. */
export function otherTagOf(on: MetricSelector): string | undefined {
  return Object.keys(on.tags).find((tag) => tag !== 'scenario')
}

/**
 * Finds a tag by which the metric is not kept, or a value no series can have; `undefined` when all is well.
 *
 * @param by the tag that a metric of the user's own is kept by
 */
export function findTagProblem(on: MetricSelector, scenarios: readonly string[], by?: string): ThresholdProblem | undefined {
  return isBuiltInMetric(on.metric) ? findBuiltInProblem(on, on.metric, scenarios) : findOwnProblem(on, scenarios, by)
}

// Its tag is known, whatever it is called: also by the name of one of ours.
function findOwnProblem(on: MetricSelector, scenarios: readonly string[], by: string | undefined): ThresholdProblem | undefined {
  const kept = ['scenario', ...(by === undefined ? [] : [by])]
  const unkept = Object.keys(on.tags).find((tag) => !kept.includes(tag))
  if (unkept === undefined) return findScenarioProblem(on, scenarios)
  const meant = closestName(unkept, kept)
  return {
    problem: `${on.metric} is not kept by ${unkept}`,
    hint: meant === undefined ? `it has the ${listTags(kept)}` : `did you mean "${meant}"?`,
  }
}

function findBuiltInProblem(on: MetricSelector, metric: BuiltInMetric, scenarios: readonly string[]): ThresholdProblem | undefined {
  const misspelt = ownTagsOf(on).find((tag) => closestName(tag, tags) !== undefined)
  if (misspelt !== undefined) return { problem: `no tag "${misspelt}"`, hint: `did you mean "${closestName(misspelt, tags)}"?` }
  const kept: readonly string[] = ['scenario', ...keptBy[metric]]
  const own = ownTagsOf(on)
  const given = Object.keys(on.tags)
  if (isDeliveryMetric(metric) && 'scenario' in on.tags) {
    return {
      problem: `${metric} is not kept by scenario`,
      hint: 'one scenario may send what another receives: it is of the test, by the tag plugin',
    }
  }
  const unkept = given.find((tag) => !kept.includes(isTag(tag) ? tag : 'own'))
  if (unkept !== undefined) return { problem: `${on.metric} is not kept by ${unkept}`, hint: `it has the ${listTags(kept)}` }
  if (own.length > 1 || (own.length === 1 && 'endpoint' in on.tags)) {
    const combined = given.filter((tag) => tag === 'endpoint' || own.includes(tag)).join(' and ')
    return { problem: `${combined} cannot be combined`, hint: 'requests are kept by endpoint and by each tag of their own, one at a time' }
  }
  return findStatusProblem(on) ?? findScenarioProblem(on, scenarios)
}

function findStatusProblem({ metric, tags: { status } }: MetricSelector): ThresholdProblem | undefined {
  if (status === undefined || /^(?:[1-9]xx|timeout)$/.test(status)) return undefined
  const isExact = /^[1-9]\d\d$/.test(status)
  if (isExact && metric === 'http_requests') return undefined
  const meant = isExact ? `did you mean "status:${status.charAt(0)}xx"?` : 'write a class such as 2xx, or timeout'
  return { problem: `${metric} is not kept by the status "${status}"`, hint: meant }
}

function findScenarioProblem(on: MetricSelector, scenarios: readonly string[]): ThresholdProblem | undefined {
  const scenario = missingName(on.tags['scenario'], scenarios)
  return scenario === undefined ? undefined : { problem: `no scenario "${scenario}"`, hint: nameHint(scenario, scenarios) }
}

/** Finds a journey that the test does not have, or a tag that no request can have; `undefined` when all is well. */
export function findJourneyProblem(on: MetricSelector, journeys: readonly string[]): ThresholdProblem | undefined {
  if (!isBuiltInMetric(on.metric)) return undefined
  const journey = missingName(on.tags['journey'], journeys)
  const [own] = ownTagsOf(on)
  if (own !== undefined && journeys.length === 0) {
    return { problem: `no request has the tag "${own}"`, hint: 'journeys give tags to their requests, and this test has no journey' }
  }
  if (journey === undefined) return undefined
  return { problem: `no journey "${journey}"`, hint: journeys.length === 0 ? 'this test has no journey' : nameHint(journey, journeys) }
}

/**
 * Finds a plugin that the test does not have; `undefined` when all is well.
 *
 * @param plugins names of those that the test has; `undefined` where they are not all known
 */
export function findPluginProblem(on: MetricSelector, plugins: readonly string[] | undefined): ThresholdProblem | undefined {
  const plugin = plugins === undefined ? undefined : missingName(on.tags['plugin'], plugins)
  if (!isBuiltInMetric(on.metric) || plugin === undefined || plugins === undefined) return undefined
  return { problem: `no plugin "${plugin}"`, hint: plugins.length === 0 ? 'this test has no plugin' : nameHint(plugin, plugins) }
}

/** The name that a tag asks for or leaves out, where it is not among the known ones. */
function missingName(value: string | undefined, known: readonly string[]): string | undefined {
  if (value === undefined) return undefined
  const { pattern } = readPattern(value)
  return pattern.includes('*') || known.includes(pattern) ? undefined : pattern
}

function isTag(name: string): name is Tag {
  return tags.some((tag) => tag === name)
}

function listTags(kept: readonly string[]): string {
  const names = kept.map((tag) => (tag === 'own' ? 'those that journeys give to their requests' : tag))
  return names.length === 1 ? `tag ${names.join('')}` : `tags ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
