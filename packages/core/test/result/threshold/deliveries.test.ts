import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../../src/base/clock/clock.ts'
import { DeliveryRecorder } from '../../../src/measure/delivery/delivery-recorder.ts'
import { DeliveryTotals } from '../../../src/measure/delivery/delivery-totals.ts'
import { findMetric } from '../../../src/result/summary/find-part.ts'
import { summarizeDeliveries } from '../../../src/result/summary/delivery-summary.ts'
import { summarizeMetrics } from '../../../src/result/summary/metric-summary.ts'
import { measureTotals, type MetricSource } from '../../../src/result/summary/measure-scenario.ts'
import { parseThreshold } from '../../../src/result/threshold/parse-threshold.ts'
import { scenarioFixture, summaryFixture } from '../verdict/summary-fixture.ts'
import { evaluate, source } from './evaluate-fixture.ts'
import { totalsOf } from './totals-fixture.ts'

/** Messages that take the given milliseconds, of which the last one does not arrive and the first one comes twice. */
function exchange(...times: readonly number[]): DeliveryTotals {
  const clock = new ManualClock(1_000_000)
  const recorder = new DeliveryRecorder({ run: 'r', publisher: 0 }, clock)
  recorder.begin(1_000_000)
  const anna = recorder.recipient('anna')
  times.forEach((time, index) => {
    const sent = recorder.send({ to: 'anna' })
    sent.accepted()
    const at = clock.now() + time * 1000
    if (index < times.length - 1) anna.received(sent.stamp, at)
    if (index === 0) anna.received(sent.stamp, at)
    clock.advance(100_000)
  })
  const totals = new DeliveryTotals()
  const snapshot = recorder.take()
  if (snapshot !== undefined) totals.add(snapshot)
  return totals
}

const [sse, socket] = [exchange(1, 2, 3, 4, 5), exchange(10, 10)]

function sourcesUpTo(lostBefore: number): MetricSource[] {
  const deliveries = [
    { name: 'sse', totals: sse, lostBefore },
    { name: 'socketio', totals: socket, lostBefore },
  ]
  return ['senders', 'receivers'].map((name) => source(totalsOf(), { name, deliveries }))
}

const atEnd = sourcesUpTo(Infinity)

describe('metrics of messages', () => {
  test.each([
    ['deliveries_sent', 'count == 7', 7],
    ['deliveries_sent', 'rate > 1/m', 0.7],
    ['deliveries_accepted', 'count == 7', 7],
    ['deliveries_received', 'count == 5', 5],
    ['deliveries_lost', 'count == 2', 2],
    ['deliveries_duplicated', 'count == 2', 2],
    ['deliveries_out_of_order', 'count == 0', 0],
    ['delivery_reach', 'rate > 10%', 5 / 7],
    ['delivery_time', 'max == 10ms', 10],
    ['delivery_time{plugin:sse}', 'max <= 4ms', 4],
    ['deliveries_lost{plugin:socketio}', 'count == 1', 1],
    ['deliveries_lost{plugin:s*}', 'count == 2', 2],
  ])('%s %s is judged over all plugins, or one', (selector, condition, actual) => {
    expect(evaluate(selector, condition, atEnd)).toMatchObject({ passed: true, actual })
  })

  test('metrics of messages count no message as lost before its time while the test runs', () => {
    // The last message but one second was sent 0.4 s after the start.
    const early = sourcesUpTo(1_300_000)
    expect(evaluate('deliveries_lost', 'count < 10', early).actual).toBe(1)
    expect(evaluate('delivery_reach{plugin:sse}', 'rate == 100%', early)).toMatchObject({ passed: true, actual: 1 })
  })

  test('metrics of messages have nothing to judge where none were sent, and list the plugins there are', () => {
    expect(evaluate('deliveries_lost', 'count == 0', [source(totalsOf())])).toMatchObject({
      passed: false,
      text: 'deliveries_lost is measured of messages that plugins push, and there were none',
    })
    expect(evaluate('deliveries_lost{plugin:sss}', 'count == 0', atEnd).text).toMatch(/no plugin sss.*sse/)
    expect(evaluate('delivery_fan_out_time', 'p99 < 1s', atEnd)).toMatchObject({ passed: false, actual: null, text: 'no samples' })
  })

  test('metrics of messages belong to no scenario, which is reported before anything is started', () => {
    const known = { metrics: {}, scenarios: ['senders'], journeys: [] }
    const parse = (selector: string): unknown => parseThreshold(selector, 'count < 1', { abortOnFail: false, after: 0 }, known)
    expect(parse('deliveries_lost{scenario:senders}')).toEqual({
      problem: 'deliveries_lost is not kept by scenario',
      hint: 'one scenario may send what another receives: it is of the test, by the tag plugin',
    })
    expect(parse('deliveries_lost{endpoint:GET /}')).toMatchObject({ problem: 'deliveries_lost is not kept by endpoint' })
  })

  test('metrics of messages are found in the result by name and plugin, and left out where nobody pushed anything', () => {
    const deliveries = [summarizeDeliveries('sse', sse), summarizeDeliveries('socketio', socket)].flatMap((each) => each ?? [])
    const summary = summaryFixture({ scenarios: [scenarioFixture()], deliveries, metrics: summarizeMetrics({}, atEnd.map(measureTotals)) })
    expect(findMetric(summary, 'deliveries_lost')).toMatchObject({ count: 2 })
    expect(findMetric(summary, 'delivery_time', { plugin: 'sse' })).toMatchObject({ values: { count: 4, max: 4 } })
    expect(() => findMetric(summary, 'deliveries_lost{scenario:test}')).toThrow('deliveries_lost is not kept by scenario')
    expect(Object.keys(summarizeMetrics({}, [measureTotals(source(totalsOf()))])).filter((name) => name.startsWith('deliver'))).toEqual([])
  })
})
