import { definitionOf, summarizeMetric, type MetricSummary } from './metric-summary.ts'
import type { ScenarioSummary } from './scenario-summary.ts'
import type { SeriesSummary } from './series-summary.ts'
import { nameHint } from '../../base/errors/closest-name.ts'
import { builtInMetric } from '../threshold/built-in-metrics.ts'
import { findTagProblem } from '../threshold/parse-threshold.ts'
import { formatSelector, sayProblem, parseSelector, type ThresholdProblem, type MetricSelector } from '../threshold/threshold.ts'
import { matchNames } from '../threshold/match-names.ts'
import { readMetric } from '../threshold/read-metric.ts'
import type { TestSummary } from './test-summary.ts'
import { measureSummary } from './measure-scenario.ts'

/** The test that figures come from, and the part of the test that they describe. */
interface Origin<Test> {
  readonly test: Test
  readonly kind: 'scenario' | 'endpoint' | 'metric'
  /** Name of the part, such as `POST /bid`, with its scenario where there are several. */
  readonly name: string
}

/**
 * Figures of a part of a test that refer to their test, so that an assertion can report how far they can be believed.
 *
 * `origin` is not enumerable: the figures are printed, compared and written to files without it.
 */
type PartOfTest<Test, Figures> = Figures & { readonly origin: Origin<Test> }

/** One scenario of a test. */
export type ScenarioOf<Test> = PartOfTest<Test, ScenarioSummary>
/** One endpoint of a test. */
export type EndpointOf<Test> = PartOfTest<Test, SeriesSummary>
/** One metric of a test, or one series of a metric. */
export type MetricOf<Test> = PartOfTest<Test, MetricSummary>

function partOfTest<Test, Figures extends object>(figures: Figures, origin: Origin<Test>): PartOfTest<Test, Figures> {
  return Object.defineProperty({ ...figures }, 'origin', { value: origin }) as PartOfTest<Test, Figures>
}

/** Finds a scenario by its name, as `Result.scenario` describes. */
export function findScenario<Test extends TestSummary>(test: Test, name: string): ScenarioOf<Test> {
  return partOfTest(chooseScenario(test, name), { test, kind: 'scenario', name })
}

/**
 * Finds an endpoint by its name, as `Result.endpoint` describes.
 *
 * A leading `!` stands for all other names, of which there must be exactly one; `\!` is a name that begins with `!`.
 */
export function findEndpoint<Test extends TestSummary>(test: Test, name: string, scenario?: string): EndpointOf<Test> {
  const scenarios = scenario === undefined ? test.scenarios : [chooseScenario(test, scenario)]
  const found = matchNames('endpoint', name, scenarios.flatMap(endpointsOf))
  if ('missing' in found) throw new RangeError(found.missing)
  const [first, ...others] = found
  if (first === undefined || others.length > 0) {
    const names = found.map((match) => `${match.name} of ${match.owner}`).join(', ')
    throw new RangeError(`several endpoints are ${name}: ${names}; name one, and its scenario as the second argument`)
  }
  const origin = test.scenarios.length === 1 ? first.name : `${first.name} of ${first.owner}`
  return partOfTest(first.endpoint, { test, kind: 'endpoint', name: origin })
}

/**
 * Finds a metric by its name, or one series of a metric by its tags, as `Result.metric` describes.
 *
 * Several series are added up if that is exact: distributions by their histograms, which this process has for the tests that it ran.
 */
export function findMetric<Test extends TestSummary>(
  test: Test,
  selector: string,
  tags: Readonly<Record<string, string>> = {},
): MetricOf<Test> {
  const parsed = parseSelector(selector)
  if ('problem' in parsed) throw new RangeError(sayProblem(parsed))
  const on: MetricSelector = { metric: parsed.metric, tags: { ...parsed.tags, ...tags } }
  const origin = { test, kind: 'metric', name: formatSelector(on) } as const
  const whole = Object.hasOwn(test.metrics, on.metric) ? test.metrics[on.metric] : undefined
  if (whole === undefined) throw new RangeError(`no metric "${on.metric}"; ${nameHint(on.metric, Object.keys(test.metrics))}`)
  if (Object.keys(on.tags).length === 0) return partOfTest(whole, origin)
  const problem = findTagProblem(on, namesOf(test.scenarios), whole.by?.tag) ?? findOwnProblem(on, test)
  if (problem !== undefined) throw new RangeError(sayProblem(problem))
  const definition = definitionOf(whole)
  const reading = readMetric(on, definition, measureSummary(test))
  if ('missing' in reading) throw new RangeError(`${origin.name}: ${reading.missing}`)
  return partOfTest(summarizeMetric(reading, definition), origin)
}

function endpointsOf({ name, endpoints, users }: ScenarioSummary): readonly { name: string; endpoint: SeriesSummary; owner: string }[] {
  const ofPlugins = users?.pluginRequests ?? []
  return [
    ...endpoints.map((endpoint) => ({ name: endpoint.name, endpoint, owner: name })),
    ...ofPlugins.flatMap((requests) =>
      requests.endpoints.map((endpoint) => ({ name: endpoint.name, endpoint, owner: `${requests.plugin} in ${name}` })),
    ),
  ]
}

function chooseScenario({ scenarios }: TestSummary, name: string): ScenarioSummary {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined) throw new RangeError(`no scenario "${name}"; ${nameHint(name, namesOf(scenarios))}`)
  return found
}

function findOwnProblem({ metric, tags }: MetricSelector, { scenarios }: TestSummary): ThresholdProblem | undefined {
  if (builtInMetric(metric) !== undefined || tags['scenario'] === undefined || scenarios.length === 1) return undefined
  return { problem: `${metric} is kept over all scenarios once a test is over`, hint: 'a threshold can look at one scenario' }
}

function namesOf(scenarios: readonly ScenarioSummary[]): readonly string[] {
  return scenarios.map(({ name }) => name)
}
