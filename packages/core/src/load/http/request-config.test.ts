import { describe, expect, test } from 'vitest'
import { outcomes } from '../../model/metrics/outcome.ts'
import { describeStatuses, endpointName, judgeStatuses } from './request-config.ts'

describe('judgeStatuses', () => {
  test.each([
    [undefined, 0, 'http_error'],
    [undefined, 99, 'http_error'],
    [undefined, 199, 'http_error'],
    [undefined, 200, 'ok'],
    [undefined, 304, 'ok'],
    [undefined, 399, 'ok'],
    [undefined, 400, 'http_error'],
    [undefined, 503, 'http_error'],
    [undefined, 999, 'http_error'],
    [[201], 201, 'ok'],
    [[201], 200, 'check_failed'],
    [[201], 302, 'check_failed'],
    [[201], 399, 'check_failed'],
    [[201], 400, 'http_error'],
    [[201], 500, 'http_error'],
    [[404, 200], 404, 'ok'],
    [[404, 200], 200, 'ok'],
    [[404, 200], 403, 'http_error'],
    [[404], 200, 'check_failed'],
  ] as const)('with %j accepted, the outcome of %d is %s', (status, responded, outcome) => {
    const judged = judgeStatuses({ status, body: undefined })
    expect(outcomes[judged[responded] ?? -1]).toBe(outcome)
  })

  test('every status of three digits has an outcome', () => {
    expect(judgeStatuses({ status: undefined, body: undefined })).toHaveLength(1000)
  })
})

test.each([
  ['GET', '/items?page=1', 'GET /items'],
  ['POST', '/items#top', 'POST /items'],
  ['GET', '/', 'GET /'],
  ['GET', '/a;api_key=abc/b?c', 'GET /a;api_key=[redacted]'],
])('the endpoint of %s %s is %s', (method, path, name) => {
  expect(endpointName({ method, path })).toBe(name)
})

test.each([
  [undefined, 'a status from 200 to 399'],
  [[201], 'status 201'],
  [[200, 201], 'status 200 or 201'],
  [[200, 404, 405, 406, 407, 500], 'status 200 or 404 to 407 or 500'],
])('the accepted statuses %j are described as %s', (statuses, text) => {
  expect(describeStatuses(statuses)).toBe(text)
})
