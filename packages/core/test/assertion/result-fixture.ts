import { sumOutcomes } from '../../src/model/metrics/outcome.ts'
import type { TestResult } from '../../src/result/shape/result.ts'
import type { MetricSummary } from '../../src/result/summary/metric-summary.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import type { SeriesSummary } from '../../src/result/summary/series-summary.ts'
import type { Reason, Verdict } from '../../src/result/verdict/verdict.ts'
import { countsFixture, scenarioFixture, summaryFixture, timesFixture, type SummaryParts } from '../result/verdict/summary-fixture.ts'

/** The parts of a result, and its verdict. */
export interface ResultParts extends SummaryParts {
  readonly verdict?: Verdict
}

/** The verdict of a result that shows nothing. */
export const invalid: Verdict = {
  level: 'invalid',
  reasons: [
    reason('invalid', 'generator-saturated', 'the load threads were busy for 99 % of the time'),
    reason('note', 'few-samples', 'p99.9 needs 10,000 samples'),
  ],
}

/** The verdict of a result that may be wrong. */
export const suspect: Verdict = { level: 'suspect', reasons: [reason('suspect', 'short-run', 'it ran for 2 s')] }

/** A valid result of a healthy test; parts of it can be replaced. The metrics of requests are those of its only scenario. */
export function resultFixture({ verdict = { level: 'valid', reasons: [] }, ...parts }: ResultParts = {}): TestResult {
  const scenarios = parts.scenarios ?? [scenarioFixture()]
  const summary = summaryFixture({
    name: 'auctions',
    seed: 42,
    ...parts,
    scenarios,
    metrics: { ...metricsOf(scenarios), ...parts.metrics },
  })
  return { ...summary, verdict, limitedBy: { by: 'concurrency', text: 'concurrency: 10 requests in flight' } }
}

/** An endpoint with 4,812 responses, of which 12 failed. */
export function endpointFixture(name: string, series: Partial<SeriesSummary> = {}): SeriesSummary {
  return {
    name,
    counts: countsFixture({ ok: 4800, http_error: 12 }),
    statuses: { '200': 4800, '503': 12 },
    requestsPerSecond: 160.4,
    dataReceived: 481_200,
    responseTime: timesFixture({ count: 4812 }),
    serviceTime: timesFixture({ count: 4812 }),
    httpWaiting: timesFixture({ count: 4812 }),
    byClass: { '2xx': timesFixture({ count: 4800 }), '5xx': timesFixture({ count: 12 }) },
    ...series,
  }
}

function metricsOf(scenarios: readonly ScenarioSummary[]): Readonly<Record<string, MetricSummary>> {
  const [scenario] = scenarios
  if (scenario === undefined) return {}
  const { outcomes } = scenario.counts
  const total = sumOutcomes(outcomes) - outcomes.aborted
  const hits = total - outcomes.ok
  return {
    http_response_time: { type: 'trend', unit: 'ms', by: null, values: scenario.responseTime },
    http_service_time: { type: 'trend', unit: 'ms', by: null, values: scenario.serviceTime },
    http_failed: { type: 'rate', unit: null, by: null, rate: total > 0 ? hits / total : null, hits, total },
  }
}

function reason(level: Reason['level'], rule: string, text: string): Reason {
  return { level, rule, text }
}
