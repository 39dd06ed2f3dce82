import { describe, expect, test } from 'vitest'
import { findMetric } from '../../../src/result/summary/find-part.ts'
import { summarizeMetrics } from '../../../src/result/summary/metric-summary.ts'
import type { TestSummary } from '../../../src/result/summary/test-summary.ts'
import { measureTotals, type MetricSource } from '../../../src/result/summary/measure-scenario.ts'
import { scenarioFixture, summaryFixture, usersScenarioFixture } from '../verdict/summary-fixture.ts'
import { busyTotals } from './busy-totals.ts'
import { evaluate, metrics, source } from './evaluate-fixture.ts'
import { times, totalsOf, usersSnapshot } from './totals-fixture.ts'
import { resultProblems } from '../../../../../test/result-schema.ts'

const bidding = source(busyTotals())
/** A second scenario, twice as long, in which some of the same happened later. */
const watching: MetricSource = source(
  totalsOf({
    users: usersSnapshot({
      metrics: [
        { name: 'events', tag: 'heartbeat', type: 'counter', count: 100 },
        { name: 'open', tag: 'busy', type: 'gauge', value: 4, min: 4, max: 4, at: 3 },
        { name: 'resumed', tag: 'polling', type: 'rate', hits: 0, total: 2 },
        { name: 'connect_time', tag: 'polling', type: 'trend', values: times([6000]) },
      ],
    }),
  }),
  { name: 'watching', seconds: 20 },
)

function summaryOf(...sources: readonly MetricSource[]): TestSummary {
  return summaryFixture({
    scenarios: [
      scenarioFixture({ name: 'reads', duration: 10 }),
      ...sources.map(({ name, seconds }) => usersScenarioFixture({ name, duration: seconds })),
    ],
    metrics: summarizeMetrics(metrics, sources.map(measureTotals)),
  })
}

describe('a threshold on a value of a tag', () => {
  test.each([
    ['events{type:heartbeat}', 'count > 1', 20, 'count was 20'],
    ['events{type:heartbeat}', 'rate > 1/s', 2, 'rate was 2/s (20 in 10 s)'],
    ['events{type:heart*}', 'count > 1', 22, 'count was 22'],
    ['events', 'count > 1', 72, 'count was 72'],
    ['events{type:error}', 'count == 0', 0, 'count was 0'],
    ['open{state:busy}', 'value > 1', 3, 'value was 3'],
    ['open{state:*}', 'value > 1', 7, 'value was 7'],
    ['open', 'min < 0', -1, 'min was -1'],
    ['resumed{transport:polling}', 'rate > 1%', 0.5, 'rate was 50 % (1 of 2)'],
    ['resumed', 'rate > 1%', 0.9, 'rate was 90 % (9 of 10)'],
    ['connect_time{transport:websocket}', 'max < 1s', 2, 'max was 2 ms (n=2)'],
    ['connect_time{transport:*}', 'max < 1s', 4, 'max was 4 ms (n=3)'],
  ])('%s: %s', (selector, condition, actual, text) => {
    expect(evaluate(selector, condition, [bidding])).toMatchObject({ passed: true, actual, text })
  })

  test('a threshold on a value of a tag judges all scenarios, or one of them', () => {
    expect(evaluate('events{type:heartbeat}', 'rate > 5/s', [bidding, watching])).toMatchObject({ actual: 6 })
    expect(evaluate('events{type:heartbeat,scenario:watching}', 'rate >= 5/s', [bidding, watching])).toMatchObject({ actual: 5 })
    expect(evaluate('open{state:busy}', 'value > 1', [watching, bidding])).toMatchObject({ actual: 4 })
  })

  test('a threshold on an unknown value of a tag fails, and lists the recorded values', () => {
    expect(evaluate('connect_time{transport:websockets}', 'p99 < 1s', [bidding])).toMatchObject({
      passed: false,
      actual: null,
      text: 'no transport websockets (did you mean websocket?); there are: polling, websocket',
    })
    expect(evaluate('connect_time{transport:polling}', 'p99 < 1s', [source(totalsOf({ users: usersSnapshot() }))])).toMatchObject({
      passed: false,
      actual: null,
      text: 'no samples',
    })
  })
})

describe('the summary of a metric that is kept by a tag', () => {
  test('a metric kept by a tag has the whole, and each value beside it, the most frequent first', () => {
    const { events, open, resumed, connect_time: connectTime, bids } = summaryOf(bidding, watching).metrics
    expect(events).toEqual({
      type: 'counter',
      unit: null,
      count: 172,
      rate: 8.6,
      by: {
        tag: 'type',
        series: [
          { name: 'heartbeat', count: 120, rate: 6 },
          { name: 'message', count: 50, rate: 2.5 },
          { name: 'heartbreak', count: 2, rate: 0.1 },
        ],
      },
    })
    expect(open).toMatchObject({ value: 4, by: { tag: 'state', series: [{ name: 'busy', value: 4, min: -1, max: 5 }, { name: 'idle' }] } })
    expect(resumed).toMatchObject({
      by: {
        series: [
          { name: 'websocket', rate: 1 },
          { name: 'polling', rate: 0.25, hits: 1, total: 4 },
        ],
      },
    })
    expect(connectTime).toMatchObject({
      values: { count: 4, max: 6 },
      by: {
        series: [
          { name: 'polling', values: { count: 2, min: 4, max: 6 } },
          { name: 'websocket', values: { count: 2, max: 2 } },
        ],
      },
    })
    expect(bids?.by).toBeNull()
    for (const metric of [events, open, resumed, connectTime]) expect(resultProblems(metric, 'metric')).toEqual([])
  })

  test('a metric kept by a tag has no values, but its tag, where nothing was recorded', () => {
    expect(summaryOf().metrics['events']).toEqual({ type: 'counter', unit: null, count: 0, rate: 0, by: { tag: 'type', series: [] } })
  })

  test('a metric kept by a tag joins all values beyond the two hundredth into the last one', () => {
    const scenarios = ['a', 'b'].map((name) => {
      const tags = Array.from(
        { length: 150 },
        (_, index) => ({ name: 'events', tag: `${name}${index}`, type: 'counter', count: 1 }) as const,
      )
      return source(totalsOf({ users: usersSnapshot({ metrics: tags }) }), { name })
    })
    const { events } = summaryOf(...scenarios).metrics
    expect(events?.by?.series).toHaveLength(201)
    expect(events?.by?.series.at(-1)).toEqual({ name: 'other', count: 100, rate: 10 })
  })
})

describe('a value of a tag, found in a result', () => {
  const summary = summaryOf(bidding, watching)

  test.each([
    ['events{type:heartbeat}', { type: 'counter', count: 120, rate: 6, by: null }],
    ['events{type:heart*}', { count: 122 }],
    ['events{type:error}', { count: 0, rate: 0 }],
    ['open{state:busy}', { type: 'gauge', value: 4, min: -1, max: 5 }],
    ['resumed{transport:*}', { type: 'rate', hits: 9, total: 12 }],
    ['connect_time{transport:polling}', { type: 'trend', unit: 'ms', values: { count: 2, max: 6 } }],
    ['connect_time{transport:*}', { type: 'trend', unit: 'ms', values: { count: 4, min: 1, max: 6 } }],
    ['connect_time{transport:!polling}', { type: 'trend', unit: 'ms', values: { count: 2, max: 2 } }],
  ])('%s', (selector, figures) => {
    expect(findMetric(summary, selector)).toMatchObject(figures)
  })

  test('a value of a tag may be given as a tag, and knows its origin', () => {
    const found = findMetric(summary, 'events', { type: 'message' })
    expect(found).toEqual({ type: 'counter', unit: null, count: 50, rate: 2.5, by: null })
    expect(found.origin.name).toBe('events{type:message}')
  })

  test.each([
    ['events{kind:a}', 'events is not kept by kind; it has the tags scenario and type'],
    ['bids{type:a}', 'bids is not kept by type; it has the tag scenario'],
    ['events{tpye:a}', 'events is not kept by tpye; did you mean "type"?'],
    [
      'events{type:message,scenario:bidding}',
      'events is kept over all scenarios once a test is over; a threshold can look at one scenario',
    ],
    [
      'resumed{transport:websockets}',
      'resumed{transport:websockets}: no transport websockets (did you mean websocket?); there are: websocket, polling',
    ],
    ['open{state:*}', 'open{state:*}: several match, of which the last is not known any more'],
  ])('%s is refused', (selector, message) => {
    expect(() => findMetric(summary, selector)).toThrow(new RangeError(message))
  })
})
