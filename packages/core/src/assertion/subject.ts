import { Histogram } from '../model/metrics/histogram.ts'
import { countFailed, withPlugins } from '../result/summary/error-rate.ts'
import type { TestResult } from '../result/shape/result.ts'
import type { EndpointOf, MetricOf, ScenarioOf } from '../result/summary/part-of-test.ts'
import { summarizeTimes } from '../result/summary/summarize-times.ts'
import type { MetricSummary } from '../result/summary/metric-summary.ts'
import type { ScenarioSummary } from '../result/summary/summary.ts'
import type { TimeSummary } from '../result/summary/time-summary.ts'
import { quantityOf, type Quantity } from '../result/threshold/quantity.ts'

/** What assertions can be made of: the result of a test, or a scenario, an endpoint or a metric of it. */
export type Assertable = TestResult | ScenarioOf<TestResult> | EndpointOf<TestResult> | MetricOf<TestResult>

/** A distribution that percentiles are asserted of. */
export interface Distribution {
  /** Such as `the response time of endpoint POST /bid`. */
  readonly name: string
  /** The metric that it is of. */
  readonly metric: string
  readonly values: TimeSummary
  readonly quantity: Quantity
}

/** How many of how many failed. */
interface Failures {
  /** Such as `the error rate of endpoint POST /bid`. */
  readonly name: string
  readonly failed: number
  readonly total: number
}

/** What an assertion looks at, whatever it was made of. What it does not have is `undefined`. */
export interface Subject {
  /** Such as `endpoint POST /bid`. */
  readonly name: string
  readonly test: TestResult
  readonly distribution: Distribution | undefined
  readonly failures: Failures | undefined
  /** The scenarios that it is, or is made of; none for a part of one. */
  readonly scenarios: readonly ScenarioSummary[]
}

const responseTimes = 'http_response_time'
const milliseconds: Quantity = { kind: 'time', unit: 'ms' }

/**
 * Takes what was given to an assertion for what it is.
 *
 * @throws TypeError when it is none of what assertions can be made of
 */
export function subjectOf(given: unknown): Subject {
  if (!isAssertable(given)) throw new TypeError(`cannot assert anything of ${describe(given)}`)
  if (!('origin' in given)) return subjectOfTest(given)
  return 'type' in given ? subjectOfMetric(given) : subjectOfRequests(given)
}

// A test that ended before anything was measured has no metrics, but a verdict.
function subjectOfTest(test: TestResult): Subject {
  const { http_response_time: responseTime, http_failed: failed } = test.metrics
  const values = responseTime?.type === 'trend' ? responseTime.values : summarizeTimes(new Histogram())
  const { hits, total } = failed?.type === 'rate' ? failed : { hits: 0, total: 0 }
  return {
    name: `test ${test.name}`,
    test,
    distribution: { name: 'the response time', metric: responseTimes, values, quantity: milliseconds },
    failures: { name: 'the error rate', ...withPlugins({ failed: hits, total }, test.scenarios) },
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
    distribution: { name: `the response time of ${title}`, metric: responseTimes, values: given.responseTime, quantity: milliseconds },
    failures: { name: `the error rate of ${title}`, ...withPlugins(countFailed(given.counts.outcomes), scenarios) },
    scenarios,
  }
}

function subjectOfMetric(given: MetricOf<TestResult>): Subject {
  const { test, name } = given.origin
  return {
    name: `metric ${name}`,
    test,
    distribution: given.type === 'trend' ? distributionOf(name, given) : undefined,
    failures: given.type === 'rate' ? failuresOf(name, given) : undefined,
    scenarios: [],
  }
}

function distributionOf(name: string, { unit, values }: Extract<MetricSummary, { readonly type: 'trend' }>): Distribution {
  const [metric = name] = name.split('{')
  return { name, metric, values, quantity: quantityOf({ type: 'trend', ...(unit === null ? {} : { unit }) }, 'p99') }
}

// Of a rate of the user's own it is not known whether what it counts is good or bad.
function failuresOf(name: string, { hits, total }: Extract<MetricSummary, { readonly type: 'rate' }>): Failures | undefined {
  if (/^(?:http|plugin|requests)_failed\b/.test(name)) return { name: `the error rate of ${name}`, failed: hits, total }
  return /^checks\b/.test(name) ? { name: `the error rate of ${name}`, failed: total - hits, total } : undefined
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
