import { Histogram } from '../model/metrics/histogram.ts'
import { countFailed, type FailedRequests, type OutcomeCounts } from '../model/metrics/outcome.ts'
import type { ScenarioSummary } from '../result/summary/scenario-summary.ts'
import type { TestResult } from '../result/shape/result.ts'
import type { EndpointOf, MetricOf, ScenarioOf } from '../result/summary/find-part.ts'
import { mergeTimes, summarizeTimes, type TimeSummary } from '../model/metrics/time-summary.ts'
import { definitionOf } from '../result/summary/metric-summary.ts'
import { builtInMetric } from '../result/threshold/built-in-metrics.ts'
import { quantityOf, type Quantity } from '../result/threshold/quantity.ts'
import { responseTimeMetrics, type ResponseTimeMetric } from '../result/threshold/meant-thresholds.ts'
import { countStarted, pluginRequestsOf } from '../result/verdict/request-kinds.ts'

/** A value that assertions can be made about: the result of a test, or one of its scenarios, endpoints or metrics. */
export type Assertable = TestResult | ScenarioOf<TestResult> | EndpointOf<TestResult> | MetricOf<TestResult>

/** A distribution whose percentiles can be asserted. */
export interface Distribution {
  /** The distribution as text, such as `the response time of endpoint POST /bid`. */
  readonly name: string
  readonly metric: string
  readonly values: TimeSummary
  readonly quantity: Quantity
}

interface Failures extends FailedRequests {
  /** The share as text, such as `the error rate of endpoint POST /bid`. */
  readonly name: string
}

/** The subject of an assertion, in one form for every {@link Assertable}. */
export interface Subject {
  /** The subject as text, such as `endpoint POST /bid`. */
  readonly name: string
  readonly test: TestResult
  /** Whether the subject is the whole test, and not a part. */
  readonly isWhole: boolean
  /** The distributions of the subject: several when several kinds of requests were sent. */
  readonly distributions: readonly Distribution[]
  readonly failures: Failures | undefined
  /** The scenarios of the subject; none for a part of a scenario. */
  readonly scenarios: readonly ScenarioSummary[]
}

const milliseconds: Quantity = { kind: 'time', unit: 'ms' }

/**
 * Reads the subject of an assertion from its argument.
 *
 * @throws TypeError for anything that is not {@link Assertable}
 */
export function subjectOf(given: unknown): Subject {
  if (!isAssertable(given)) throw new TypeError(`cannot assert anything of ${describe(given)}`)
  if (!('origin' in given)) return subjectOfTest(given)
  return 'type' in given ? subjectOfMetric(given) : subjectOfRequests(given)
}

// A test that ended before anything was measured has no metrics, but a verdict.
function subjectOfTest(test: TestResult): Subject {
  const { http_failed: overHttp } = test.metrics
  const { hits, total } = overHttp?.type === 'rate' ? overHttp : { hits: 0, total: 0 }
  const ofPlugins = countFailed(...outcomesOfPlugins(test.scenarios))
  return {
    name: `test ${test.name}`,
    test,
    isWhole: true,
    distributions: distributionsOf(test.scenarios, '', (metric) => {
      const measured = test.metrics[metric]
      return measured?.type === 'trend' ? measured.values : summarizeTimes(new Histogram())
    }),
    failures: { name: 'the error rate', failed: hits + ofPlugins.failed, total: total + ofPlugins.total },
    scenarios: test.scenarios,
  }
}

function subjectOfRequests(given: ScenarioOf<TestResult> | EndpointOf<TestResult>): Subject {
  const { test, kind, name } = given.origin
  const title = `${kind} ${name}`
  const scenarios = 'workload' in given ? [given] : []
  return {
    name: title,
    test,
    isWhole: false,
    distributions:
      'workload' in given
        ? distributionsOf(scenarios, ` of ${title}`, (metric) => responseTimesOf(given, metric))
        : [{ name: `the response time of ${title}`, metric: 'http_response_time', values: given.responseTime, quantity: milliseconds }],
    failures: { name: `the error rate of ${title}`, ...countFailed(given.counts.outcomes, ...outcomesOfPlugins(scenarios)) },
    scenarios,
  }
}

function outcomesOfPlugins(scenarios: readonly ScenarioSummary[]): readonly OutcomeCounts[] {
  return scenarios.flatMap(pluginRequestsOf).map(({ counts }) => counts.outcomes)
}

/** The response times of each kind of requests that scenarios sent. */
function distributionsOf(
  scenarios: readonly ScenarioSummary[],
  of: string,
  read: (metric: ResponseTimeMetric) => TimeSummary,
): readonly Distribution[] {
  const overHttp = scenarios.reduce((sum, { counts }) => sum + counts.started, 0)
  const ofPlugins = scenarios.reduce((sum, scenario) => sum + countStarted(scenario), 0) - overHttp
  const metrics = responseTimeMetrics({ overHttp, ofPlugins })
  return metrics.map((metric) => {
    const kind = metric === 'plugin_response_time' ? ' of requests of plugins' : metrics.length > 1 ? ' over HTTP' : ''
    return { name: `the response time${kind}${of}`, metric, values: read(metric), quantity: milliseconds }
  })
}

// The result of `run()` has histograms, which can be merged.
function responseTimesOf(scenario: ScenarioSummary, metric: ResponseTimeMetric): TimeSummary {
  if (metric === 'http_response_time') return scenario.responseTime
  const times = mergeTimes(pluginRequestsOf(scenario).map(({ responseTime }) => responseTime))
  if (times === undefined)
    throw new TypeError(`the times of scenario ${scenario.name} were read from a file, and are not those of one plugin`)
  return times
}

function subjectOfMetric(given: MetricOf<TestResult>): Subject {
  const { test, name } = given.origin
  const [metric = name] = name.split('{')
  const quantity = quantityOf(definitionOf(given), 'p99')
  return {
    name: `metric ${name}`,
    test,
    isWhole: false,
    distributions: given.type === 'trend' ? [{ name, metric, values: given.values, quantity }] : [],
    failures: given.type === 'rate' ? failuresOf(name, builtInMetric(metric)?.failed, given) : undefined,
    scenarios: [],
  }
}

// It is unknown whether a rate of the user's own counts successes or failures.
function failuresOf(
  name: string,
  failed: 'hits' | 'rest' | undefined,
  { hits, total }: { readonly hits: number; readonly total: number },
): Failures | undefined {
  return failed && { name: `the error rate of ${name}`, failed: failed === 'hits' ? hits : total - hits, total }
}

function isAssertable(given: unknown): given is Assertable {
  if (typeof given !== 'object' || given === null) return false
  return 'origin' in given || ('verdict' in given && 'scenarios' in given)
}

function describe(given: unknown): string {
  if (typeof given === 'object' && given !== null) {
    if ('tests' in given) return 'a suite; take one of its tests'
    if ('responseTime' in given) return 'a part of a summary; take it by result.scenario(name) or result.endpoint(name)'
  }
  return `${given === null ? 'null' : typeof given}; give the result of run(), or a scenario, an endpoint or a metric of it`
}
