import '@benchpress/core/vitest'
import { assertP95Below, run, type Result } from '@benchpress/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { target } from '../src/target.ts'

// The failures of tests whose target does not meet their expectations.
let result: Result

beforeAll(async () => {
  result = await run({
    name: 'failures',
    target,
    scenarios: {
      report: { request: { path: '/report' }, workload: { connections: 10, requests: 250 } },
      archive: { request: { path: '/archive' }, workload: { connections: 2, requests: 400 } },
    },
    thresholds: { 'http_failed{endpoint:GET /archive}': 'rate < 10%', http_requests: 'count >= 650' },
    seed: 7,
  })
})

describe('an expectation that is not met', () => {
  test('fails with the expected and the actual figure, and the number of samples', () => {
    expect(() => expect(result.endpoint('GET /report')).toHaveP95Below('20ms')).toThrow(
      /^p95 of the response time of endpoint GET \/report of report was [\d.,]+ ms, but was expected to be below 20 ms\n\n {2}expected .* below 20 ms\n {2}actual .*\n {2}samples {4}250\n/,
    )
  })

  test('fails with the verdict of the run, and how to run it again', () => {
    expect(() => expect(result.endpoint('GET /report')).toHaveP95Below('20ms')).toThrow(
      /\n {2}verdict {4}(valid|suspect)\n[^]* {2}reproduce {2}test failures with seed 7 against http:\/\/127\.0\.0\.1:\d+\/?$/,
    )
  })

  test('fails with the errors', () => {
    expect(() => expect(result.scenario('archive')).toHaveErrorRateBelow('1%')).toThrow(
      /^the error rate of scenario archive was 25 %, but was expected to be below 1 %\n[^]*400, of which 100 failed\n {2}errors .* 100 x http_error: 503 Service Unavailable\n/,
    )
  })

  test('fails with the thresholds', () => {
    expect(() => expect(result).toPassThresholds()).toThrow(
      /^1 of 2 thresholds failed\n\n {2}failed .* http_failed\{endpoint:GET \/archive\}: rate < 10%: rate was 25 % \(100 of 400\)\n/,
    )
  })

  test('fails with .not when it is met', () => {
    expect(() => expect(result.scenario('archive')).not.toHaveErrorRateBelow('50%')).toThrow(
      /^the error rate of scenario archive was 25 %, but was expected to be not below 50 %\n/,
    )
  })

  test('fails with the same message without vitest', () => {
    expect(() => assertP95Below(result.endpoint('GET /report'), '20ms')).toThrow(
      /^p95 of the response time of endpoint GET \/report of report was /,
    )
  })
})

test('a percentile of few samples is below a limit that no sample is beyond', () => {
  expect(result.endpoint('GET /report')).toHaveP99Below('1h')
})

describe('an expectation that cannot be checked', () => {
  test('fails for the times of a target that only responds with errors', async () => {
    const closed = await run({
      target,
      scenarios: { closed: { request: { path: '/closed' }, workload: { connections: 1, requests: 50 } } },
    })
    expect(closed).not.toBeValidRun()
    expect(() => expect(closed).toHaveP50Below('1h')).toThrow(
      /^undecided: test test: the run is invalid\n\n {2}verdict {4}invalid\n +no-success: /,
    )
  })

  test('fails for a missing part', () => {
    expect(() => result.endpoint('GET /archives')).toThrow(
      new RangeError('no endpoint GET /archives (did you mean GET /archive?); there are: GET /report, GET /archive'),
    )
  })

  test('fails for a limit without a unit', () => {
    expect(() => expect(result.endpoint('GET /report')).toHaveP95Below(20)).toThrow(
      new TypeError('the limit "20" has no unit; did you mean "20ms"?'),
    )
  })
})
