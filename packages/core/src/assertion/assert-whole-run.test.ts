import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { assertThresholds, assertValidRun } from './assert.ts'
import { findScenario } from '../result/summary/find-part.ts'
import type { ThresholdResult } from '../result/threshold/threshold.ts'
import { failureOf, lines } from '../../test/assertion/failure-of.ts'
import { invalid, resultFixture, suspect } from '../../test/assertion/result-fixture.ts'

const threshold: ThresholdResult = {
  selector: 'http_failed',
  condition: 'rate < 1%',
  passed: true,
  inconclusive: null,
  actual: 0,
  interval: null,
  text: 'rate was 0 % (0 of 30,000)',
  aborted: false,
}
const failedThreshold: ThresholdResult = {
  selector: 'http_response_time{endpoint:POST /bid}',
  condition: 'p99 < 200ms',
  passed: false,
  inconclusive: null,
  actual: 231,
  interval: null,
  text: 'p99 was 231 ms (n=4,812)',
  aborted: false,
}

describe('a valid run', () => {
  test('a run is valid if its verdict is not invalid', () => {
    expect(() => assertValidRun(resultFixture())).not.toThrow()
    expect(() => assertValidRun(resultFixture({ verdict: suspect }))).not.toThrow()
    expect(() => assertValidRun(resultFixture({ verdict: invalid }))).toThrow(AssertionError)
  })

  test('with strict a suspect run is not valid either', () => {
    expect(() => assertValidRun(resultFixture(), { strict: true })).not.toThrow()
    expect(failureOf(() => assertValidRun(resultFixture({ verdict: suspect }), { strict: true })).message).toBe(
      lines(`
the run is suspect, but was expected to be valid

  verdict    suspect
             short-run: it ran for 2 s
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
    )
  })

  test('a part of a result can be asserted to be valid', () => {
    const scenario = findScenario(resultFixture({ verdict: invalid, variant: 'multi-core' }), 'reads')
    expect(failureOf(() => assertValidRun(scenario)).message).toBe(
      lines(`
the run is invalid, but was expected to be valid or suspect

  verdict    invalid
             generator-saturated: the load threads were busy for 99 % of the time
  reproduce  test auctions (multi-core) with seed 42 against http://localhost:3000/
`),
    )
  })
})

describe('thresholds', () => {
  test('thresholds pass when all of them do', () => {
    expect(() => assertThresholds(resultFixture({ thresholds: [threshold, threshold] }))).not.toThrow()
  })

  test('a failed assertion of thresholds reports which failed, and why', () => {
    const { message } = failureOf(() => assertThresholds(resultFixture({ thresholds: [threshold, failedThreshold] })))
    expect(message).toBe(
      lines(`
1 of 2 thresholds failed

  failed     http_response_time{endpoint:POST /bid}: p99 < 200ms: p99 was 231 ms (n=4,812)
  verdict    valid
  reproduce  test auctions with seed 42 against http://localhost:3000/
`),
    )
  })

  test('an assertion of thresholds fails without thresholds', () => {
    expect(() => assertThresholds(resultFixture())).toThrow(/^test auctions has no thresholds\n/)
  })

  test('an assertion of thresholds fails for an invalid run', () => {
    expect(() => assertThresholds(resultFixture({ verdict: invalid, thresholds: [threshold] }))).toThrow(/^undecided: test auctions/)
  })
})

test('inconclusive thresholds neither pass nor fail', () => {
  const open = { ...failedThreshold, inconclusive: { cause: 'few-samples', times: 3.4 } } as const
  const failure = failureOf(() => assertThresholds(resultFixture({ thresholds: [threshold, open] })))
  expect(failure.message).toMatch(
    /^undecided: 1 of 2 thresholds\n[^]*inconclusive +http_response_time\{endpoint:POST \/bid\}: p99 < 200ms: p99 was 231 ms/,
  )
  expect(failureOf(() => assertThresholds(resultFixture({ thresholds: [open, failedThreshold] }))).message).toMatch(
    /^1 of 2 thresholds failed\n/,
  )
})
