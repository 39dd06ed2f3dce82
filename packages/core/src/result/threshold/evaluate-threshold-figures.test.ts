import { describe, expect, test } from 'vitest'
import { busyTotals } from '../../../test/result/threshold/busy-totals.ts'
import { evaluate, source } from '../../../test/result/threshold/evaluate-fixture.ts'

describe('every figure is read in its unit', () => {
  const totals = busyTotals()

  test.each([
    ['http_response_time', 'median < 5ms', 1.5, 'median was 1.5 ms (all of 4 samples)'],
    ['http_response_time', 'mean < 5ms', 1.5, 'mean was 1.5 ms (n=4)'],
    ['http_response_time', 'min < 5ms', 1, 'min was 1 ms (n=4)'],
    ['http_response_time', 'max < 5ms', 2, 'max was 2 ms (n=4)'],
    ['http_response_time', 'stdev < 5ms', Math.SQRT1_2 / 2, 'stdev was 354 µs (n=4)'],
    ['http_response_time', 'count > 1', 4, 'count was 4'],
    ['http_service_time', 'max < 5ms', 0.7, 'max was 700 µs (n=2)'],
    ['http_service_time{endpoint:GET /}', 'max < 5ms', 0.6, 'max was 600 µs (n=1)'],
    ['http_connect_time', 'max < 5ms', 0.8, 'max was 800 µs (n=2)'],
    ['connections_opened', 'count < 5', 2, 'count was 2'],
    ['http_waiting', 'max < 5ms', 0.04, 'max was 40 µs (n=1)'],
    ['http_waiting{endpoint:GET /}', 'max < 5ms', 0.03, 'max was 30 µs (n=1)'],
    ['http_waiting{kind:read}', 'max < 5ms', 0.02, 'max was 20 µs (n=1)'],
    ['http_time_to_first_byte', 'max < 5ms', 0.9, 'max was 900 µs (n=1)'],
    ['http_requests', 'count > 1', 5000, 'count was 5,000'],
    ['http_requests', 'rate > 1/s', 500, 'rate was 500/s (5,000 in 10 s)'],
    ['http_requests{status:2xx}', 'count > 1', 3900, 'count was 3,900'],
    ['http_requests{status:404}', 'count > 1', 60, 'count was 60'],
    ['http_requests{status:timeout}', 'count > 1', 10, 'count was 10'],
    ['http_requests{kind:*}', 'count > 1', 500, 'count was 500'],
    ['http_requests{kind:read}', 'rate > 1/s', 40, 'rate was 40/s (400 in 10 s)'],
    ['http_failed', 'rate < 1%', 0.025, 'rate was 2.5 % (100 of 4,000)'],
    ['data_sent', 'count > 1', 1000, 'count was 1 kB'],
    ['data_received', 'rate > 1 B/s', 2500, 'rate was 2.5 kB/s (25,000 in 10 s)'],
    ['data_received{endpoint:GET /}', 'count > 1', 24_000, 'count was 24 kB'],
    ['send_lag', 'max < 5ms', 0.03, 'max was 30 µs (n=2)'],
    ['iterations', 'count > 1', 100, 'count was 100'],
    ['iterations{journey:b*}', 'count > 1', 100, 'count was 100'],
    ['iterations{journey:buy}', 'count > 1', 30, 'count was 30'],
    ['iteration_duration', 'max < 5ms', 5, 'max was 5 ms (n=1)'],
    ['iteration_duration{journey:buy}', 'max < 5ms', 8, 'max was 8 ms (n=1)'],
    ['group_duration', 'max < 5ms', 1.5, 'max was 1.5 ms (n=1)'],
    ['group_duration{group:checkout}', 'max < 5ms', 1.5, 'max was 1.5 ms (n=1)'],
    ['dropped', 'count < 1', 20, 'count was 20'],
    ['dropped{journey:buy}', 'count < 1', 5, 'count was 5'],
    ['checks', 'rate > 99%', 140 / 150, 'rate was 93.3 % (140 of 150)'],
    ['checks{check:accepted}', 'rate > 99%', 0.9, 'rate was 90 % (90 of 100)'],
    ['users_created', 'count > 1', 50, 'count was 50'],
    ['users_active', 'max > 1', 12, 'max was 12'],
    ['users_completed', 'count > 1', 40, 'count was 40'],
    ['users_failed', 'rate < 1/m', 0.8, 'rate was 0.8/s (8 in 10 s)'],
    ['retried', 'count < 1', 3, 'count was 3'],
    ['bids', 'count > 1', 30, 'count was 30 bids'],
    ['bids', 'rate > 1/s', 3, 'rate was 3 bids/s (30 in 10 s)'],
    ['balance', 'value > 1', 3, 'value was 3'],
    ['balance', 'min > 1', -2, 'min was -2'],
    ['balance', 'max > 1', 9, 'max was 9'],
    ['accepted', 'rate > 1%', 0.75, 'rate was 75 % (3 of 4)'],
    ['handshake', 'max < 5ms', 1.5, 'max was 1.5 ms (n=1)'],
    ['answer_size', 'max < 5k', 1500, 'max was 1.5 kB (n=1)'],
  ])('%s: %s', (selector, condition, actual, text) => {
    const result = evaluate(selector, condition, [source(totals)])
    expect(result.text).toBe(text)
    expect(result.actual).toBeCloseTo(actual, 10)
  })

  test('the counts of two scenarios add up, over the longer of their run phases', () => {
    const sources = [source(totals), source(totals, { name: 'again', seconds: 20 })]
    expect(evaluate('http_requests', 'rate > 1/s', sources).text).toBe('rate was 500/s (10,000 in 20 s)')
    expect(evaluate('http_requests{scenario:bidding}', 'rate > 1/s', sources).text).toBe('rate was 500/s (5,000 in 10 s)')
    expect(evaluate('users_active', 'max > 1', sources).actual).toBe(24)
    expect(evaluate('balance', 'min > 1', sources).actual).toBe(-2)
    expect(evaluate('http_failed', 'rate < 1%', sources).text).toBe('rate was 2.5 % (200 of 8,000)')
  })
})
