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
import { mergeTimes, type TimeSummary } from '../../model/metrics/time-summary.ts'
import {
  measureUsers,
  timesIn,
  type MeasuredMetric,
  type MeasuredOwn,
  type MeasuredRequests,
  type MeasuredScenario,
  type MeasuredUsers,
} from '../threshold/measured.ts'
import type { UsersSummary } from './users-summary.ts'

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
  const reading = readMetric(on, definition, measureSummary(test), mergeTimes)
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

/** Reads the scenarios of a finished test, to find the metrics of a part. */
export function measureSummary({ scenarios, metrics, deliveries }: TestSummary): MeasuredScenario<TimeSummary>[] {
  // The user's own metrics are summarized over all scenarios, so a single scenario has them only if it is the only one.
  const first = scenarios.findIndex(({ users }) => users !== null)
  return scenarios.map((scenario, index) => ({
    name: scenario.name,
    seconds: scenario.duration,
    requests: measureRequests(scenario.name, scenario, scenario.users?.httpWaiting),
    endpoints: scenario.endpoints.map((series) => measureSeries(series, scenario.users !== null)),
    connections: { name: scenario.name, counts: scenario.connections, times: timesIn(scenario) },
    users: scenario.users === null ? undefined : measureSummaryUsers(scenario.users, index === first ? metrics : {}),
    deliveries: deliveries.map((each) => ({ name: each.name, counts: each, times: timesIn(each) })),
  }))
}

function measureRequests(
  name: string,
  requests: Pick<SeriesSummary, 'counts' | 'statuses' | 'responseTime' | 'serviceTime'>,
  httpWaiting: TimeSummary | undefined,
): MeasuredRequests<TimeSummary> {
  const { counts, responseTime, serviceTime } = requests
  return {
    name,
    counts: { ...requests, ...counts },
    times: { responseTime, serviceTime, ...(httpWaiting !== undefined && { httpWaiting }) },
    byClass: undefined,
  }
}

function measureSeries(series: SeriesSummary, isOfUsers: boolean): MeasuredRequests<TimeSummary> {
  const classes = Object.entries(series.byClass)
  return {
    ...measureRequests(series.name, series, isOfUsers ? series.httpWaiting : undefined),
    byClass: classes.length === 0 && series.responseTime.count > 0 ? undefined : new Map(classes),
  }
}

function measureSummaryUsers(users: UsersSummary, own: Readonly<Record<string, MetricSummary>>): MeasuredUsers<TimeSummary> {
  return measureUsers(users, users.iterations, {
    tags: users.tags.map((series) => measureSeries(series, true)),
    pluginRequests: users.pluginRequests.map((requests) => ({
      name: requests.plugin,
      requests: measureRequests(requests.plugin, requests, undefined),
      endpoints: requests.endpoints.map((series) => measureSeries(series, false)),
    })),
    metrics: new Map(Object.entries(own).map(([name, metric]) => [name, measureOwn(metric)])),
  })
}

function measureOwn({ type, by, ...whole }: MetricSummary): MeasuredOwn<TimeSummary> {
  // The figures of a metric have the fields of its measurement; only when a gauge was set is not among them.
  const measure = (figures: object): MeasuredMetric<TimeSummary> => ({ at: null, ...figures, type }) as MeasuredMetric<TimeSummary>
  return { whole: measure(whole), byTag: by?.series.map((series) => ({ name: series.name, measured: measure(series) })) ?? [] }
}
