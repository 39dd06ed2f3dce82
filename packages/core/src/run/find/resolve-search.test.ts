import { expect, test } from 'vitest'
import { parseSlo } from './resolve-search.ts'

test.each([
  ['p99 < 50ms, error < 0.1%', ['response_time: p99 < 50ms', 'requests_failed: rate < 0.1%']],
  ['p99<50ms,errors<=1%', ['response_time: p99<50ms', 'requests_failed: rate<=1%']],
  ['checks rate > 99%', ['checks: rate > 99%']],
  [
    'http_response_time{endpoint:GET /a, status:2xx} p95 < 1s, mean < 20ms',
    ['http_response_time{endpoint:GET /a, status:2xx}: p95 < 1s', 'response_time: mean < 20ms'],
  ],
  ['p(99) < 1s', ['response_time: p(99) < 1s']],
  [' , ', []],
  ['fast', ['response_time: fast']],
])('%s', (slo, conditions) => {
  expect(parseSlo(slo).map(({ selector, condition }) => `${selector}: ${condition}`)).toEqual(conditions)
})
