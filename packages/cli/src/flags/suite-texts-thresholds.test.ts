import { expect, test } from 'vitest'
import { parseThresholds } from './suite-texts.ts'

test('parseThresholds groups conditions by metric, even with spaces and braces in a tag', () => {
  const endpoint = 'http_response_time{endpoint:POST /api/auctions/{id}/bid}'
  expect(parseThresholds(['http_failed rate < 1%', `${endpoint} p99 < 200ms`, `${endpoint}: max < 1s`, 'checks: rate > 99%'])).toEqual({
    http_failed: ['rate < 1%'],
    [endpoint]: ['p99 < 200ms', 'max < 1s'],
    checks: ['rate > 99%'],
  })
})

test('a condition without a metric is on the response time, or on the rate of failures', () => {
  expect(parseThresholds(['p95 < 200ms', 'p99<1s', 'error < 1%', 'failed <= 5%'])).toEqual({
    response_time: ['p95 < 200ms', 'p99<1s'],
    requests_failed: ['rate < 1%', 'rate <= 5%'],
  })
})

test('a condition without an aggregate is on a share', () => {
  expect(parseThresholds(['checks > 99%', 'http_failed<1%', 'checks{check:bid accepted}: >= 50 %'])).toEqual({
    checks: ['rate > 99%'],
    http_failed: ['rate <1%'],
    'checks{check:bid accepted}': ['rate >= 50 %'],
  })
})

test.each(['', 'http_failed', '< 200ms'])('parseThresholds refuses %j', (text) => {
  expect(() => parseThresholds([text])).toThrow('must be a condition, such as "p95 < 200ms", or a metric and a condition')
})
