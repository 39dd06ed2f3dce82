import { closestName, nameHint } from '../../base/errors/closest-name.ts'
import { builtInMetric, type MetricFacts } from './built-in-metrics.ts'
import { readPattern } from './match-names.ts'
import { isTag, knownTags, ownTagsOf, type MetricSelector, type ThresholdProblem } from './threshold.ts'

/**
 * Finds a tag that the metric does not have, or a value that no series can have; `undefined` when there is none.
 *
 * @param by the tag of a metric of the user's own
 */
export function findTagProblem(on: MetricSelector, scenarios: readonly string[], by?: string): ThresholdProblem | undefined {
  const facts = builtInMetric(on.metric)
  return facts === undefined ? findOwnProblem(on, scenarios, by) : findBuiltInProblem(on, facts, scenarios)
}

// The declared tag is valid even if it has the name of a built-in tag.
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

function findBuiltInProblem(on: MetricSelector, facts: MetricFacts, scenarios: readonly string[]): ThresholdProblem | undefined {
  const misspelt = ownTagsOf(on).find((tag) => closestName(tag, knownTags) !== undefined)
  if (misspelt !== undefined) return { problem: `no tag "${misspelt}"`, hint: `did you mean "${closestName(misspelt, knownTags)}"?` }
  const kept: readonly string[] = ['scenario', ...facts.tags]
  const own = ownTagsOf(on)
  const given = Object.keys(on.tags)
  if (facts.isOfTest === true && 'scenario' in on.tags) {
    return {
      problem: `${on.metric} is not kept by scenario`,
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

/** Finds a journey that the test does not have, or a tag that no request can have; `undefined` when there is none. */
export function findJourneyProblem(on: MetricSelector, journeys: readonly string[]): ThresholdProblem | undefined {
  if (builtInMetric(on.metric) === undefined) return undefined
  const journey = missingName(on.tags['journey'], journeys)
  const [own] = ownTagsOf(on)
  if (own !== undefined && journeys.length === 0) {
    return { problem: `no request has the tag "${own}"`, hint: 'journeys give tags to their requests, and this test has no journey' }
  }
  if (journey === undefined) return undefined
  return { problem: `no journey "${journey}"`, hint: journeys.length === 0 ? 'this test has no journey' : nameHint(journey, journeys) }
}

/**
 * Finds a plugin that the test does not have; `undefined` when there is none.
 *
 * @param plugins names of the plugins of the test; `undefined` when not all are known
 */
export function findPluginProblem(on: MetricSelector, plugins: readonly string[] | undefined): ThresholdProblem | undefined {
  const plugin = plugins === undefined ? undefined : missingName(on.tags['plugin'], plugins)
  if (builtInMetric(on.metric) === undefined || plugin === undefined || plugins === undefined) return undefined
  return { problem: `no plugin "${plugin}"`, hint: plugins.length === 0 ? 'this test has no plugin' : nameHint(plugin, plugins) }
}

/** The name in a tag, negated or not, if it is not among the known ones. */
function missingName(value: string | undefined, known: readonly string[]): string | undefined {
  if (value === undefined) return undefined
  const { pattern } = readPattern(value)
  return pattern.includes('*') || known.includes(pattern) ? undefined : pattern
}

function listTags(kept: readonly string[]): string {
  const names = kept.map((tag) => (tag === 'own' ? 'those that journeys give to their requests' : tag))
  return names.length === 1 ? `tag ${names.join('')}` : `tags ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
