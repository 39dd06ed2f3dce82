import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MetricSource } from '../summary/measure-scenario.ts'
import { busyTotals } from '../../../test/result/threshold/busy-totals.ts'
import { evaluate, source } from '../../../test/result/threshold/evaluate-fixture.ts'
import {
  outcomeCounts,
  phaseSnapshot,
  seriesSnapshot,
  times,
  totalsOf,
  usersSnapshot,
} from '../../../test/result/threshold/totals-fixture.ts'
import { packSeries } from '../../measure/recorder/series.ts'

/** By nearest rank, from all values. */
function exactPercentile(values: readonly number[], percentile: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil((percentile / 100) * values.length - 1e-9)) - 1] ?? Number.NaN
}

describe('a percentile', () => {
  const microseconds = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 50 })
  const endpoint = fc.record({ name: fc.constantFrom('GET /', 'GET /items', 'POST /bid'), ok: microseconds, failed: microseconds })
  const scenario = fc.uniqueArray(endpoint, { selector: ({ name }) => name, minLength: 1 })
  const percentile = fc.integer({ min: 1, max: 999 }).map((tenths) => tenths / 10)

  test('a percentile is that of all values the selector names, over endpoints and scenarios', () => {
    fc.assert(
      fc.property(fc.array(scenario, { minLength: 1, maxLength: 3 }), percentile, (scenarios, p) => {
        const sources = scenarios.map((endpoints, index) =>
          source(
            totalsOf({
              endpoints: packSeries(
                endpoints.map(({ name, ok, failed }) =>
                  seriesSnapshot(name, {
                    responseTimes: [
                      [2, times(ok)],
                      [5, times(failed)],
                    ],
                  }),
                ),
              ),
            }),
            { name: `s${index}` },
          ),
        )
        const values = scenarios.flat().filter(({ name }) => name.startsWith('GET '))
        fc.pre(values.length > 0)
        const { actual } = evaluate('http_response_time{endpoint:GET *}', `p${p} < 1s`, sources)
        const exact =
          exactPercentile(
            values.flatMap(({ ok, failed }) => [...ok, ...failed]),
            p,
          ) / 1000
        expect(Math.abs((actual ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact / 1000)
        const ofClass = evaluate('http_response_time{endpoint:GET *,status:5xx,scenario:s*}', `p${p} < 1s`, sources)
        const exactOfClass =
          exactPercentile(
            values.flatMap(({ failed }) => failed),
            p,
          ) / 1000
        expect(Math.abs((ofClass.actual ?? Number.NaN) - exactOfClass)).toBeLessThanOrEqual(exactOfClass / 1000)
      }),
    )
  })

  test('a threshold on a percentile passes or fails as the figure compares with the limit', () => {
    const sources = [source(totalsOf({ responseTime: Array.from({ length: 4812 }, () => 231_000) }))]
    expect(evaluate('http_response_time', 'p99 < 200ms', sources)).toEqual({
      selector: 'http_response_time',
      condition: 'p99 < 200ms',
      passed: false,
      inconclusive: null,
      actual: 231,
      interval: { low: 231, high: 231 },
      text: 'p99 was 231 ms (n=4,812)',
      aborted: false,
    })
    const passing = ['p99 < 232ms', 'p99 <= 231ms', 'p99 > 230ms', 'p99 >= 231ms', 'p99 == 231ms', 'p99 != 230ms']
    const failing = ['p99 < 231ms', 'p99 <= 230ms', 'p99 > 231ms', 'p99 >= 232ms', 'p99 == 230ms', 'p99 != 231ms']
    expect(passing.map((condition) => evaluate('http_response_time', condition, sources).passed)).toEqual(passing.map(() => true))
    expect(failing.map((condition) => evaluate('http_response_time', condition, sources).passed)).toEqual(failing.map(() => false))
  })

  test('a percentile is printed with enough digits not to look like its limit', () => {
    const sources = [source(totalsOf({ responseTime: Array.from({ length: 20 }, () => 2001) }))]
    expect(evaluate('http_response_time', 'p50 < 2ms', sources).text).toBe('p50 was 2.001 ms (n=20)')
    expect(evaluate('http_response_time', 'p50 < 1ms', sources).text).toBe('p50 was 2 ms (n=20)')
  })

  test('a percentile on which its samples decide nothing says what it may be, and how long the test must run', () => {
    const responseTime = [...Array.from({ length: 297 }, () => 150_000), 231_000, 240_000, 250_000]
    const { passed, inconclusive, actual, text } = evaluate('http_response_time', 'p99 < 245ms', [source(totalsOf({ responseTime }))])
    expect([passed, inconclusive, actual]).toEqual([false, { cause: 'few-samples', times: 1000 / 300 }, 150])
    expect(text).toBe('p99 was 150 ms (n=300), inconclusive: it may be 150 ms or more; run about 3.4 times as long')
  })

  test('a figure that is no percentile needs one sample only', () => {
    const sources = [source(totalsOf({ responseTime: [231_000] }))]
    const judged = ['max < 1s', 'mean < 1s', 'count == 1'].map((condition) => evaluate('http_response_time', condition, sources))
    expect(judged.map(({ passed, inconclusive }) => [passed, inconclusive])).toEqual(judged.map(() => [true, null]))
  })
})

describe('connections with a single request', () => {
  const responded = { ok: 4, timeout: 0 }
  const sourceOf = (outcomes: typeof responded, statuses: readonly [number, number][]): MetricSource =>
    source(
      totalsOf({ responseTime: [1000, 2000, 3000, 4000], run: phaseSnapshot({ started: 4, outcomes: outcomeCounts(outcomes), statuses }) }),
      {
        name: 'reads',
        endpoint: 'GET /items',
      },
    )

  test('connections with a single request have it as their endpoint', () => {
    const sources = [sourceOf(responded, [[200, 4]])]
    expect(evaluate('http_response_time{endpoint:GET /items}', 'max < 5ms', sources).actual).toBe(4)
    expect(evaluate('http_service_time{endpoint:GET /items}', 'max < 5ms', sources).actual).toBe(4)
    expect(evaluate('http_requests{endpoint:GET /items}', 'count > 1', sources).actual).toBe(4)
  })

  test('connections with a single request have times by status where all responses are of one class', () => {
    const sources = [
      sourceOf(responded, [
        [200, 3],
        [204, 1],
      ]),
    ]
    expect(evaluate('http_response_time{status:2xx}', 'max < 5ms', sources).actual).toBe(4)
  })

  test('connections with a single request have no times by status where responses are of several classes', () => {
    const mixed = [sourceOf({ ok: 3, timeout: 1 }, [[200, 3]])]
    expect(evaluate('http_response_time{status:2xx}', 'max < 5ms', mixed)).toMatchObject({
      passed: false,
      inconclusive: null,
      actual: null,
      interval: null,
      text: 'the response times of GET /items are not kept by status',
    })
  })
})

describe('what cannot be read fails in words', () => {
  const totals = totalsOf({
    endpoints: packSeries([seriesSnapshot('GET /'), seriesSnapshot('POST /bid')]),
    users: usersSnapshot({ tags: packSeries([seriesSnapshot('kind:read')]), checks: [{ name: 'paid', passed: 1, failed: 0 }] }),
  })
  const many = totalsOf({
    endpoints: packSeries(Array.from({ length: 30 }, (_, index) => seriesSnapshot(`GET /${String(index).padStart(3, '0')}`))),
  })

  test.each([
    ['http_response_time{endpoint:POST /bids}', 'no endpoint POST /bids (did you mean POST /bid?); there are: GET /, POST /bid'],
    ['http_response_time{endpoint:PUT *}', 'no endpoint PUT *; there are: GET /, POST /bid'],
    ['http_response_time{kind:write}', 'no request with the tag kind:write; there is: kind:read'],
    ['http_response_time{status:5xx}', 'no status 5xx, nor any other'],
    ['group_duration{group:checkout}', 'no group checkout, nor any other'],
    ['iteration_duration{scenario:x*}', 'no scenario x*; there is: bidding'],
    ['http_response_time', 'no samples'],
    ['group_duration', 'no samples'],
    ['handshake', 'no samples'],
  ])('%s', (selector, text) => {
    expect(evaluate(selector, 'p99 < 1s', [source(totals)])).toEqual({
      selector,
      condition: 'p99 < 1s',
      passed: false,
      inconclusive: null,
      actual: null,
      interval: null,
      text,
      aborted: false,
    })
  })

  test('a list of many names is cut after ten', () => {
    const { text } = evaluate('http_response_time{endpoint:nothing}', 'p99 < 1s', [source(many)])
    expect(text).toMatch(/^no endpoint nothing; there are: (GET \/\d{3}, ){9}GET \/\d{3} and 20 more$/)
  })

  test('failed requests of plugins are added to those over HTTP, where there are any', () => {
    const busy = source(busyTotals())
    // 100 of 4,000 over HTTP, and 20 of 400 of Redis; none of the warm-up, and no aborted ones.
    expect(evaluate('requests_failed', 'rate < 3.5%', [busy])).toMatchObject({ passed: true, text: 'rate was 2.73 % (120 of 4,400)' })
    expect(evaluate('http_failed', 'rate < 3.5%', [busy])).toMatchObject({ passed: true, text: 'rate was 2.5 % (100 of 4,000)' })
    const none = source(totalsOf({ run: phaseSnapshot({ started: 4, outcomes: outcomeCounts({ ok: 3, reset: 1 }) }) }))
    expect(evaluate('requests_failed', 'rate < 0.1%', [none])).toMatchObject({ passed: false, text: 'rate was 25 % (1 of 4)' })
  })

  test('a metric of users fails with an explanation where no scenario has users', () => {
    const { text } = evaluate('iterations', 'count > 1', [source(totalsOf())])
    expect(text).toBe('iterations is measured of users, and no scenario has any')
  })

  test('a share of nothing and a rate over no time have no samples', () => {
    const empty = source(totals, { seconds: 0 })
    expect(evaluate('http_failed', 'rate < 1%', [empty]).text).toBe('no samples')
    expect(evaluate('accepted', 'rate < 1%', [empty]).text).toBe('no samples')
    expect(evaluate('balance', 'value < 1', [empty]).text).toBe('no samples')
    expect(evaluate('http_requests', 'rate > 1/s', [empty]).text).toBe('no samples')
  })

  test('a count of nothing is 0', () => {
    expect(evaluate('bids', 'count < 1', [source(totals)])).toMatchObject({
      passed: true,
      actual: 0,
      interval: null,
      text: 'count was 0 bids',
    })
    expect(evaluate('http_response_time', 'count < 1', [source(totals)])).toMatchObject({ passed: true, actual: 0 })
  })
})

test('the rate of an endpoint is over the run phase of the scenarios that have it', () => {
  const bid = totalsOf({ endpoints: packSeries([seriesSnapshot('POST /bid', { started: 80 })]) })
  const read = totalsOf({ endpoints: packSeries([seriesSnapshot('GET /', { started: 500 })]) })
  const sources = [source(read, { name: 'reading', seconds: 10 }), source(bid, { seconds: 2 })]
  expect(evaluate('http_requests{endpoint:POST /*}', 'rate > 39/s', sources)).toMatchObject({ passed: true, actual: 40 })
})

describe('a figure that requests were cut off of', () => {
  // 2,000 that took 5 ms, and 100 that had waited a second.
  const totals = totalsOf({ responseTime: Array.from({ length: 2000 }, () => 5000) })
  for (let i = 0; i < 100; i++) totals.responseTime.cutOff(1e6)
  const cutOff = 'inconclusive: requests were cut off, and may have taken longer'

  test.each([
    ['p90 < 10ms', true, null, 'p90 was 5 ms (n=2,000 and 100 cut off)'],
    ['p99 < 2s', false, 'unfinished', `p99 was >= 1 s (n=2,000 and 100 cut off), ${cutOff}`],
    ['p99 <= 1s', false, 'unfinished', `p99 was >= 1 s (n=2,000 and 100 cut off), ${cutOff}`],
    ['p99 < 1s', false, null, 'p99 was >= 1 s (n=2,000 and 100 cut off)'],
    ['p99 < 200ms', false, null, 'p99 was >= 1 s (n=2,000 and 100 cut off)'],
    ['p99 > 200ms', true, null, 'p99 was >= 1 s (n=2,000 and 100 cut off)'],
    ['p99 >= 1s', true, null, 'p99 was >= 1 s (n=2,000 and 100 cut off)'],
    ['p99 > 1s', false, 'unfinished', `p99 was >= 1 s (n=2,000 and 100 cut off), ${cutOff}`],
    ['max < 5s', false, 'unfinished', `max was >= 1 s (n=2,000 and 100 cut off), ${cutOff}`],
    ['max < 500ms', false, null, 'max was >= 1 s (n=2,000 and 100 cut off)'],
    ['mean < 100ms', false, 'unfinished', `mean was >= 52.4 ms (n=2,000 and 100 cut off), ${cutOff}`],
    ['mean < 50ms', false, null, 'mean was >= 52.4 ms (n=2,000 and 100 cut off)'],
    ['min < 10ms', true, null, 'min was 5 ms (n=2,000 and 100 cut off)'],
    ['count > 10', true, null, 'count was 2,000'],
  ])('%s: passes or fails only where that does not depend on what they would have taken', (condition, passed, cause, text) => {
    const result = evaluate('http_response_time', condition, [source(totals)])
    expect([result.passed, result.inconclusive?.cause ?? null, result.text]).toEqual([passed, cause, text])
  })
})

test('a percentile behind the cut-off requests has fewer samples in effect, and one before them has all', () => {
  const judge = (condition: string, ended: number, ages: readonly [number, number][]): readonly unknown[] => {
    const totals = totalsOf({ responseTime: Array.from({ length: ended }, () => 5000) })
    for (const [count, age] of ages) for (let i = 0; i < count; i++) totals.responseTime.cutOff(age)
    const { passed, inconclusive } = evaluate('http_response_time', condition, [source(totals)])
    return [passed, inconclusive]
  }
  expect(judge('p99 < 10ms', 300, [[20, 1000]])).toEqual([false, { cause: 'few-samples', times: 1000 / 300 }])
  expect(judge('p99 < 10ms', 990, [[20, 1000]])).toEqual([true, null])
  // A request cut off above the percentile counts like one that ended there.
  expect(judge('p95 < 10ms', 195, [[5, 1e6]])).toEqual([false, { cause: 'few-samples', times: expect.any(Number) as number }])
  expect(judge('p95 < 10ms', 395, [[5, 1e6]])).toEqual([true, null])
  const both = [
    [20, 1000],
    [990, 1e6],
  ] as const
  expect(
    judge(
      'p99 < 10ms',
      990,
      both.map(([count, age]) => [count, age]),
    ),
  ).toEqual([false, null])
})
