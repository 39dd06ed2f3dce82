import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { assertErrorRateBelow } from './assert.ts'
import { findEndpoint, findMetric, findScenario } from '../result/summary/find-part.ts'
import {
  countsFixture,
  pluginRequestsFixture,
  scenarioFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../test/result/verdict/summary-fixture.ts'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { endpointFixture, invalid, resultFixture } from '../../test/assertion/result-fixture.ts'

const result = resultFixture({
  scenarios: [
    scenarioFixture({
      counts: countsFixture({ ok: 9770, http_error: 200, timeout: 30, aborted: 500 }),
      errors: [
        { outcome: 'aborted', reason: 'the end of the run', endpoint: 'GET /', count: 500, first: 30, last: 30 },
        { outcome: 'timeout', reason: 'no response within 10 s', endpoint: 'GET /', count: 30, first: 2, last: 3 },
        { outcome: 'http_error', reason: '503 Service Unavailable', endpoint: 'GET /', count: 200, first: 1, last: 9 },
      ],
      endpoints: [endpointFixture('GET /', { counts: countsFixture({ ok: 999, reset: 1, aborted: 1000 }) })],
    }),
  ],
  metrics: { checks: { type: 'rate', unit: null, by: null, rate: 0.98, hits: 98, total: 100 } },
})

describe('the error rate', () => {
  test('the error rate is the share of requests that did not end ok, without aborted ones', () => {
    for (const of of [result, findScenario(result, 'reads'), findMetric(result, 'http_failed')]) {
      expect(() => assertErrorRateBelow(of, '2%')).toThrow(AssertionError)
      expect(() => assertErrorRateBelow(of, '2.31%')).toThrow(/^undecided: .*it may be 2\.02 % to 2\.61 %/)
      expect(() => assertErrorRateBelow(of, '2.7%')).not.toThrow()
      expect(() => assertErrorRateBelow(of, 0.027)).not.toThrow()
    }
  })

  test('the error rate of a test and of a scenario includes requests of plugins, with their reasons', () => {
    const failed = [{ endpoint: null, outcome: 'refused', reason: 'ECONNREFUSED', count: 100, first: 1, last: 2 } as const]
    const pluginRequests = [pluginRequestsFixture({ ok: 800, refused: 100, aborted: 50 }, { errors: failed })]
    const counts = countsFixture({ ok: 100 })
    const http = { type: 'rate', unit: null, by: null, rate: 0, hits: 0, total: 100 } as const
    const mixed = resultFixture({
      scenarios: [usersScenarioFixture({ counts, users: usersFixture({ pluginRequests }) })],
      metrics: {
        http_failed: http,
        plugin_failed: { ...http, rate: 1 / 9, hits: 100, total: 900 },
        requests_failed: { ...http, rate: 0.1, hits: 100, total: 1000 },
      },
    })
    for (const of of [mixed, findScenario(mixed, 'reads')]) {
      expect(() => assertErrorRateBelow(of, '13%')).not.toThrow()
      expect(failureOf(() => assertErrorRateBelow(of, '5%')).message).toContain('100 x refused: ECONNREFUSED')
    }
    expect(() => assertErrorRateBelow(findMetric(mixed, 'http_failed'), '0.1%')).not.toThrow()
    expect(() => assertErrorRateBelow(findMetric(mixed, 'plugin_failed'), '5%')).toThrow(/^the error rate of plugin_failed was 11.1 %/)
    expect(() => assertErrorRateBelow(findMetric(mixed, 'requests_failed'), '5%')).toThrow(/^the error rate of requests_failed was 10 %/)
  })

  test('the error rate of an endpoint is that of its own requests', () => {
    expect(() => assertErrorRateBelow(findEndpoint(result, 'GET /'), '0.001%')).toThrow(/^the error rate of endpoint GET \/ was 0.1 %, but/)
    expect(() => assertErrorRateBelow(findEndpoint(result, 'GET /'), '1%')).not.toThrow()
  })

  test('the error rate of checks is the share that failed', () => {
    expect(() => assertErrorRateBelow(findMetric(result, 'checks'), '0.1%')).toThrow(/^the error rate of checks was 2 %, but/)
    expect(() => assertErrorRateBelow(findMetric(result, 'checks'), '8%')).not.toThrow()
  })
})

test('a failed assertion of the error rate lists the most frequent errors', () => {
  expect(failureOf(() => assertErrorRateBelow(result, '0.1%')).message).toBe(
    lines(`
the error rate was 2.3 %, but was expected to be below 0.1 %

  expected   below 0.1 %
  actual     2.3 %
  samples    10,000, of which 230 failed
  errors     200 x http_error: 503 Service Unavailable
             30 x timeout: no response within 10 s
  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
  )
})

test('an assertion of the error rate fails for an invalid run', () => {
  expect(() => assertErrorRateBelow(resultFixture({ verdict: invalid }), '100%')).toThrow(/^undecided: test auctions: the run is invalid\n/)
})

test('an assertion of the error rate fails when nothing could fail', () => {
  const idle = resultFixture({ scenarios: [scenarioFixture({ counts: countsFixture({ aborted: 3 }) })] })
  expect(() => assertErrorRateBelow(idle, '1%')).toThrow(/^undecided: the error rate: there are no samples\n/)
})

test('an invalid argument for the error rate is a TypeError', () => {
  for (const limit of [5, '5']) {
    expect(() => assertErrorRateBelow(result, limit)).toThrow(new TypeError('the limit "5" is more than all; did you mean "5%"?'))
  }
  expect(() => assertErrorRateBelow(result, '1ms')).toThrow(
    new TypeError('the limit "1ms" is not a share; write a share such as 1% or 0.01'),
  )
  expect(() => assertErrorRateBelow(findMetric(result, 'http_response_time'), '1%')).toThrow(
    new TypeError('metric http_response_time has no error rate'),
  )
})
