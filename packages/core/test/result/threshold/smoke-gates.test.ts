import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../../src/base/clock/clock.ts'
import { DeliveryRecorder } from '../../../src/measure/delivery/delivery-recorder.ts'
import { DeliveryTotals } from '../../../src/measure/delivery/delivery-totals.ts'
import { packSeries } from '../../../src/measure/recorder/series.ts'
import { evaluate, source } from './evaluate-fixture.ts'
import { judge, outcomeOf, repeat, type Outcome } from './judge-times.ts'
import { endedSnapshot, pluginSnapshot, seriesSnapshot, times, totalsOf, usersSnapshot } from './totals-fixture.ts'

describe('smoke gates', () => {
  const spread = (count: number, from: number, to: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => from + ((to - from) * index) / Math.max(1, count - 1))

  test.each<[string, string, readonly number[], Outcome]>([
    ['max < 10s', '500 up to 27.9 ms', spread(500, 1000, 27_900), 'passed'],
    ['p99 < 10s', '500 up to 27.9 ms', spread(500, 1000, 27_900), 'passed'],
    ['p99 < 1ms', '300 of 20 ms', repeat(300, 20_000), 'failed'],
    ['p95 < 2s', '30 up to 71 ms', spread(30, 22_000, 71_000), 'passed'],
    ['p99 <= 2000ms', '173 up to 10.1 ms', spread(173, 5000, 10_100), 'passed'],
    ['p99 < 1s', '1 below', [5000], 'passed'],
    ['p99 < 1s', '1 beyond', [1_005_000], 'failed'],
    ['p99 < 1s', '300 with 1 beyond, where a p99 may leave it', [...repeat(299, 5000), 1_005_000], 'few-samples'],
    ['p99 < 1s', '2,000 with 1 beyond', [...repeat(1999, 5000), 1_005_000], 'passed'],
    ['p99 < 1s', '2,000 with 20 beyond, at the limit itself', [...repeat(1980, 5000), ...repeat(20, 1_005_000)], 'few-samples'],
    ['p99 < 1s', '300 with 10 beyond', [...repeat(290, 5000), ...repeat(10, 1_005_000)], 'failed'],
  ])('%s of %s', (condition, _, ended, outcome) => {
    expect(judge(condition, ended)).toBe(outcome)
  })

  test.each<[string, Parameters<typeof endedSnapshot>[0], Outcome]>([
    ['rate < 1%', { ok: 15 }, 'passed'],
    ['rate < 1%', { ok: 14, reset: 1 }, 'few-samples'],
    ['rate < 1%', { ok: 12, reset: 3 }, 'failed'],
    ['rate < 1%', { ok: 9998, reset: 2 }, 'passed'],
    ['rate < 1%', { ok: 995, reset: 5 }, 'few-samples'],
    ['rate < 1%', { ok: 900, reset: 100 }, 'failed'],
    ['rate < 1%', { reset: 1 }, 'failed'],
    ['rate == 0%', { ok: 15 }, 'passed'],
    ['rate == 0%', { ok: 9999, reset: 1 }, 'failed'],
    ['rate <= 0%', { ok: 9999, reset: 1 }, 'failed'],
    ['rate <= 100%', { reset: 5 }, 'passed'],
    ['rate < 0%', { ok: 5 }, 'failed'],
  ])('error %s of %j', (condition, ended, outcome) => {
    expect(outcomeOf(evaluate('http_failed', condition, [source(totalsOf({ run: endedSnapshot(ended) }))]))).toBe(outcome)
  })

  test('the text says that all samples decided it where their interval does not', () => {
    const few = evaluate('http_response_time', 'p99 < 1s', [source(totalsOf({ responseTime: repeat(173, 5000) }))])
    expect(few.text).toBe('p99 was 5 ms (all of 173 samples)')
    const none = evaluate('http_failed', 'rate < 1%', [source(totalsOf({ run: endedSnapshot({ ok: 15 }) }))])
    expect(none).toMatchObject({ text: 'rate was 0 % (0 of 15 samples)', interval: { low: 0, high: expect.closeTo(0.218, 3) as number } })
    const open = evaluate('http_failed', 'rate < 1%', [source(totalsOf({ run: endedSnapshot({ ok: 299, reset: 1 }) }))])
    expect(open.text).toBe('rate was 0.333 % (1 of 300), inconclusive: it may be <0.01 % to 1.84 %; run about 5.2 times as long')
  })
})

describe('every metric and every part of one', () => {
  const kinds: readonly [string, readonly number[], Outcome][] = [
    ['p99 < 1s', repeat(40, 5000), 'passed'],
    ['p99 < 1ms', repeat(40, 5000), 'failed'],
    ['p99 > 1ms', repeat(40, 5000), 'passed'],
    ['median < 1s', [...repeat(30, 5000), ...repeat(10, 2_000_000)], 'passed'],
    ['median < 1s', [...repeat(18, 5000), ...repeat(22, 2_000_000)], 'few-samples'],
  ]

  function delivered(all: readonly number[]): DeliveryTotals {
    const clock = new ManualClock(1_000_000)
    const recorder = new DeliveryRecorder({ run: 'r', publisher: 0 }, clock)
    recorder.begin(1_000_000)
    const anna = recorder.recipient('anna')
    const totals = new DeliveryTotals()
    for (const time of all) {
      const sent = recorder.send({ to: 'anna' })
      sent.accepted()
      anna.received(sent.stamp, clock.now() + time)
      clock.advance(10_000_000)
      const snapshot = recorder.take()
      if (snapshot !== undefined) totals.add(snapshot)
    }
    return totals
  }

  test.each(kinds)('%s', (condition, all, outcome) => {
    const series = (name: string): ReturnType<typeof seriesSnapshot> =>
      seriesSnapshot(name, { started: all.length, responseTimes: [[2, times(all)]] })
    const totals = totalsOf({
      responseTime: all,
      endpoints: packSeries([series('GET /')]),
      users: usersSnapshot({
        iterationDuration: times(all),
        tags: packSeries([series('kind:read')]),
        pluginRequests: [pluginSnapshot('redis', { responseTime: all, run: endedSnapshot({ ok: all.length }) })],
        groups: [{ name: 'checkout', duration: times(all) }],
        metrics: [
          { name: 'handshake', type: 'trend', values: times(all) },
          { name: 'connect_time', tag: 'polling', type: 'trend', values: times(all) },
        ],
      }),
    })
    const deliveries = [{ name: 'sse', totals: delivered(all), lostBefore: Infinity }]
    const selectors = [
      'http_response_time',
      'http_response_time{endpoint:GET *}',
      'http_response_time{endpoint:GET /,status:2xx}',
      'http_response_time{kind:read}',
      'plugin_response_time{plugin:redis}',
      'response_time',
      'iteration_duration',
      'group_duration{group:checkout}',
      'handshake',
      'connect_time{transport:polling}',
      'delivery_time',
      'delivery_time{plugin:sse}',
    ]
    const outcomes = selectors.map((selector) => [selector, outcomeOf(evaluate(selector, condition, [source(totals, { deliveries })]))])
    expect(outcomes).toEqual(selectors.map((selector) => [selector, outcome]))
  })

  test('shares of every kind', () => {
    const totals = totalsOf({
      run: endedSnapshot({ ok: 15 }),
      users: usersSnapshot({
        checks: [{ name: 'paid', passed: 15, failed: 0 }],
        pluginRequests: [pluginSnapshot('redis', { run: endedSnapshot({ ok: 15 }) })],
        metrics: [
          { name: 'accepted', type: 'rate', hits: 15, total: 15 },
          { name: 'resumed', tag: 'polling', type: 'rate', hits: 15, total: 15 },
        ],
      }),
    })
    const conditions = [
      ['http_failed', 'rate < 1%'],
      ['plugin_failed', 'rate < 1%'],
      ['requests_failed', 'rate < 1%'],
      ['checks', 'rate > 99%'],
      ['checks{check:paid}', 'rate >= 99%'],
      ['accepted', 'rate > 99%'],
      ['resumed{transport:polling}', 'rate > 99%'],
    ] as const
    const outcomes = conditions.map(([selector, condition]) => [selector, outcomeOf(evaluate(selector, condition, [source(totals)]))])
    expect(outcomes).toEqual(conditions.map(([selector]) => [selector, 'passed']))
  })
})
