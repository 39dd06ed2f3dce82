import { describe, expect, test } from 'vitest'
import { summarizeMetrics, type MetricSummary } from '../../../src/result/summary/metric-summary.ts'
import { findMetric } from '../../../src/result/summary/find-part.ts'
import { summarizeScenario } from '../../../src/result/summary/scenario-summary.ts'
import type { TestSummary } from '../../../src/result/summary/test-summary.ts'
import { measureTotals, type MetricSource } from '../../../src/result/summary/measure-scenario.ts'
import { summaryFixture } from '../verdict/summary-fixture.ts'
import { evaluate, metrics, source } from './evaluate-fixture.ts'
import { busyTotals } from './busy-totals.ts'
import { outcomeCounts, phaseSnapshot, times, totalsOf } from './totals-fixture.ts'
import { noConnections } from '../../../src/measure/recorder/snapshot.ts'

const bidding = source(busyTotals())
const reads: MetricSource = source(
  totalsOf({ responseTime: [4000, 5000], run: phaseSnapshot({ started: 2, outcomes: outcomeCounts({ ok: 2 }), statuses: [[200, 2]] }) }),
  { name: 'reads', endpoint: 'GET /items' },
)

/** A test whose scenarios left these totals behind. */
function summaryOf(sources: readonly MetricSource[]): TestSummary {
  const phases = { startAfter: 0, warmup: 0, gracefulStop: 2e6 }
  return summaryFixture({
    scenarios: sources.map(({ name, totals, seconds, endpoint }) =>
      summarizeScenario(
        {
          name,
          request: '',
          endpoint,
          workload: {
            kind: 'connections',
            connections: 1,
            pipelining: 1,
            refill: 'each',
            duration: seconds * 1e6,
            requests: undefined,
            ...phases,
          },
          start: 0,
          runStart: 0,
          runEnd: seconds * 1e6,
        },
        totals,
      ),
    ),
    metrics: summarizeMetrics(metrics, sources.map(measureTotals)),
  })
}

/** The count, the highest value, the share, or of a distribution the mean or the 99th percentile. */
function figureOf(metric: MetricSummary, condition: string): number | null {
  switch (metric.type) {
    case 'counter':
      return metric.count
    case 'gauge':
      return metric.max
    case 'rate':
      return metric.rate
    case 'trend':
      return condition.startsWith('mean') ? metric.values.mean : metric.values.p99
  }
}

describe('a metric of a summary is what a threshold on it sees', () => {
  test.each([
    ['http_requests', 'count > 0'],
    ['http_requests{status:2xx}', 'count > 0'],
    ['http_requests{status:404}', 'count > 0'],
    ['http_requests{endpoint:GET *}', 'count > 0'],
    ['http_requests{kind:write}', 'count > 0'],
    ['http_failed', 'rate > 0%'],
    ['http_failed{scenario:reads}', 'rate > 0%'],
    ['requests_failed', 'rate > 0%'],
    ['requests_failed{scenario:bidding}', 'rate > 0%'],
    ['http_response_time', 'p99 < 1s'],
    ['http_response_time{scenario:bidding}', 'p99 < 1s'],
    ['http_response_time{endpoint:GET /items}', 'p99 < 1s'],
    ['http_response_time{endpoint:GET /,status:2xx}', 'p99 < 1s'],
    ['http_response_time{status:5xx}', 'p99 < 1s'],
    ['http_response_time{endpoint:GET *}', 'p99 < 1s'],
    ['http_response_time{endpoint:GET *}', 'mean < 1s'],
    ['http_response_time{endpoint:!GET /}', 'p99 < 1s'],
    ['http_service_time{endpoint:*}', 'p99 < 1s'],
    ['iteration_duration{journey:*}', 'p99 < 1s'],
    ['http_requests{kind:!write}', 'count > 0'],
    ['connect_time{transport:*}', 'p99 < 1s'],
    ['http_service_time', 'p99 < 1s'],
    ['http_service_time{endpoint:GET /}', 'p99 < 1s'],
    ['http_service_time{endpoint:GET /items}', 'p99 < 1s'],
    ['http_connect_time', 'p99 < 1s'],
    ['http_waiting', 'p99 < 1s'],
    ['http_waiting{endpoint:GET /}', 'p99 < 1s'],
    ['http_waiting{kind:read}', 'p99 < 1s'],
    ['http_time_to_first_byte', 'p99 < 1s'],
    ['data_sent', 'count > 0'],
    ['data_received{endpoint:GET /}', 'count > 0'],
    ['send_lag', 'p99 < 1s'],
    ['iterations', 'count > 0'],
    ['iterations{journey:b*}', 'count > 0'],
    ['iteration_duration', 'p99 < 1s'],
    ['iteration_duration{journey:buy}', 'p99 < 1s'],
    ['group_duration{group:checkout}', 'p99 < 1s'],
    ['dropped{journey:buy}', 'count > 0'],
    ['checks', 'rate > 0%'],
    ['checks{check:accepted}', 'rate > 0%'],
    ['users_created', 'count > 0'],
    ['users_active', 'max > 0'],
    ['users_completed{scenario:bidding}', 'count > 0'],
    ['users_failed', 'count > 0'],
    ['retried', 'count > 0'],
    ['bids', 'count > 0'],
    ['balance', 'max > 0'],
    ['accepted', 'rate > 0%'],
    ['handshake', 'p99 < 1s'],
    ['answer_size', 'p99 < 10k'],
    ['events', 'count > 0'],
    ['events{type:message}', 'count > 0'],
    ['events{type:heart*}', 'count > 0'],
    ['events{type:error}', 'count == 0'],
    ['open{state:idle}', 'max > 0'],
    ['resumed{transport:polling}', 'rate > 0%'],
    ['resumed{transport:*}', 'rate > 0%'],
    ['connect_time', 'p99 < 1s'],
    ['connect_time{transport:websocket}', 'p99 < 1s'],
  ])('%s', (selector, condition) => {
    const sources = [bidding, reads]
    const { actual } = evaluate(selector, condition, sources)
    expect(actual).not.toBeNull()
    expect(figureOf(findMetric(summaryOf(sources), selector), condition)).toBe(actual)
  })
})

test('distributions of a result from a file cannot be merged, and a single one is found', () => {
  const read = JSON.parse(JSON.stringify(summaryOf([bidding, reads]))) as TestSummary
  expect(findMetric(read, 'http_response_time{endpoint:GET /items}')).toMatchObject({ values: { count: 2 } })
  expect(() => findMetric(read, 'http_response_time{endpoint:GET *}')).toThrow(
    'http_response_time{endpoint:GET *}: several match, whose histograms are gone, so that their distributions cannot be put together',
  )
})

describe('the metrics of a test', () => {
  test('the metrics of a test are those of benchpress that apply, and all declared ones, recorded or not', () => {
    const names = Object.keys(summaryOf([reads]).metrics)
    const ofRequests = ['http_requests', 'http_response_time', 'http_service_time', 'http_failed', 'data_sent', 'data_received', 'retried']
    expect(names).toEqual([...ofRequests, 'connections_opened', 'http_connect_time', ...Object.keys(metrics)])
  })

  test('the metrics of a test with users are all of them, except TLS where there was none', () => {
    const names = Object.keys(summaryOf([bidding]).metrics)
    expect(names).toContain('requests_failed')
    expect(names).not.toContain('http_tls_time')
    expect(names).toEqual(
      expect.arrayContaining(['http_time_to_first_byte', 'send_lag', 'iterations', 'group_duration', 'checks', 'users_active', 'retried']),
    )
    const withTls = totalsOf({
      connections: {
        ...noConnections(),
        opened: 1,
        connectTime: times([1]),
        fullTlsTime: times([7]),
        resumedTlsTime: times(),
      },
    })
    expect(summaryOf([source(withTls)]).metrics['http_tls_time']).toMatchObject({ values: { max: 0.007 } })
  })

  test('a declared metric is empty, not missing, where nothing was recorded of it', () => {
    expect(summaryOf([reads]).metrics).toMatchObject({
      bids: { type: 'counter', unit: 'bids', count: 0, rate: 0 },
      balance: { type: 'gauge', unit: null, value: null, min: null, max: null },
      accepted: { type: 'rate', unit: null, rate: null, hits: 0, total: 0 },
      handshake: { type: 'trend', unit: 'ms', values: { p99: null, count: 0 } },
    })
  })

  test('the metrics of a test have the unit of their values', () => {
    expect(summaryOf([bidding]).metrics).toMatchObject({
      http_requests: { type: 'counter', unit: null, count: 5000, rate: 500 },
      http_response_time: { type: 'trend', unit: 'ms', values: { min: 1, max: 2, count: 4 } },
      answer_size: { type: 'trend', unit: 'bytes', values: { min: 1500, max: 1500, count: 1 } },
      handshake: { type: 'trend', unit: 'ms', values: { min: 1.5, max: 1.5, count: 1 } },
      balance: { type: 'gauge', value: 3, min: -2, max: 9 },
      users_active: { type: 'gauge', value: null, min: null, max: 12 },
    })
  })
})
