import { expect, test } from 'vitest'
import { messageOf, minimal } from '../../test/config-fixture.ts'
import { resolveConfig } from './resolve-config.ts'

test('conditions of thresholds are read one by one, in order, with their defaults', () => {
  const { thresholds } = resolveConfig({
    ...minimal,
    metrics: { bids: { type: 'counter' } },
    thresholds: {
      'http_response_time{endpoint:GET /}': ['p99 < 200ms', { threshold: 'p50 < 50ms', abortOnFail: true }],
      bids: { threshold: 'count < 10', abortOnFail: true, after: '1m' },
      http_failed: 'rate < 1%',
    },
  })
  expect(thresholds).toMatchObject([
    {
      selector: 'http_response_time{endpoint:GET /}',
      condition: 'p99 < 200ms',
      aggregate: 'p99',
      limit: 200,
      abortOnFail: false,
      after: 5e6,
    },
    { selector: 'http_response_time{endpoint:GET /}', condition: 'p50 < 50ms', aggregate: 'p50', limit: 50, abortOnFail: true, after: 5e6 },
    { selector: 'bids', condition: 'count < 10', aggregate: 'count', limit: 10, abortOnFail: true, after: 60e6 },
    { selector: 'http_failed', condition: 'rate < 1%', aggregate: 'rate', limit: 0.01, abortOnFail: false, after: 5e6 },
  ])
})

test.each([
  [[], ': must be an object (was a list)'],
  [{ http_failed: 5 }, '.http_failed: must be a condition such as "p99 < 200ms", { threshold } or a list of them (was 5)'],
  [{ http_failed: [5] }, '.http_failed[0]: must be a condition such as "p99 < 200ms", or { threshold } (was 5)'],
  [{ http_failed: [] }, '.http_failed: must not be empty'],
  [{ http_failed: {} }, '.http_failed.threshold: is required and must be a string'],
  [
    { http_failed: [{ threshold: 'rate < 1%', abort: true }] },
    '.http_failed[0]: unknown key "abort"; known are threshold, abortOnFail, after',
  ],
  [
    { http_failed: { threshold: 'rate < 1%', after: 'soon' } },
    '.http_failed.after: must be a time such as "30s", "1m30s" or "250ms", or a number of seconds (was "soon")',
  ],
  [{ htp_failed: ['rate < 1%', 'rate < 2%'] }, '.htp_failed[0]: unknown metric "htp_failed"; did you mean "http_failed"?'],
])('the thresholds %j are refused', (thresholds, message) => {
  expect(messageOf({ ...minimal, thresholds })).toBe(`thresholds${message}`)
})

test.each([
  [{ http_failed: 'rate < ' }, 'thresholds.http_failed: '],
  [{ http_failed: ['rate < 1%', 'rate < '] }, 'thresholds.http_failed[1]: '],
  [{ http_failed: { threshold: 'rate < ' } }, 'thresholds.http_failed.threshold: '],
  [{ http_failed: [{ threshold: 'rate < ' }] }, 'thresholds.http_failed[0].threshold: '],
  [{ 'http_failed{scenario:writes}': 'rate < 1%' }, 'thresholds.http_failed{scenario:writes}: '],
])('the thresholds %j are refused at their places', (thresholds, start) => {
  const message = messageOf({ ...minimal, thresholds })
  expect(message.startsWith(start)).toBe(true)
  expect(message.split('\n')).toHaveLength(1)
})

test('a condition on an invalid metric is not a second issue', () => {
  const metrics = { bids: { type: 'counter', unit: 5 } }
  expect(messageOf({ ...minimal, metrics, thresholds: { bids: 'count < 5', 'bids{scenario:reads}': 'count < 5' } })).toBe(
    'metrics.bids.unit: must be a string (was 5)',
  )
})

test('conditions of thresholds are read even when something else is wrong', () => {
  expect(messageOf({ ...minimal, timeout: 0, thresholds: { http_failed: 5, htp_failed: 'rate < 1%' } }).split('\n')).toEqual([
    'thresholds.http_failed: must be a condition such as "p99 < 200ms", { threshold } or a list of them (was 5)',
    'thresholds.htp_failed: unknown metric "htp_failed"; did you mean "http_failed"?',
    'timeout: must be longer than 0 (was 0)',
  ])
})
