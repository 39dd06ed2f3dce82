import { expect, test } from 'vitest'
import { parseThresholds } from './parse-thresholds.ts'

test('groups conditions by metric, also those with spaces and braces in a tag', () => {
  const endpoint = 'http_response_time{endpoint:POST /api/auctions/{id}/bid}'
  expect(parseThresholds(['http_failed rate < 1%', `${endpoint} p99 < 200ms`, `${endpoint}: max < 1s`, 'checks: rate > 99%'])).toEqual({
    http_failed: ['rate < 1%'],
    [endpoint]: ['p99 < 200ms', 'max < 1s'],
    checks: ['rate > 99%'],
  })
})

test.each(['', 'http_failed', 'p99<200ms'])('%j is no condition of a metric', (text) => {
  expect(() => parseThresholds([text])).toThrow('must be a metric and a condition')
})
