import { expect, test } from 'vitest'
import type { JudgedRegression, ResultsComparison } from '@benchpress/core'
import { failedThreshold, suiteResult, testResult } from '../../report/test/suite-fixture.ts'
import { InterruptedError } from './command-io.ts'
import { exitCodeOf, exitCodeOfComparison } from './exit-code.ts'
import { describeFailures, describeInconclusive } from '@benchpress/report'

const invalid = { verdict: { level: 'invalid', reasons: [] } } as const
const failed = testResult({ target: { ...testResult().target, failed: { at: 1, reason: 'exited' } } })

test('an interruption wins over a failed target, which wins over an invalid result', () => {
  expect(exitCodeOf(suiteResult([failed], invalid), new InterruptedError('SIGINT'))).toBe(130)
  expect(exitCodeOf(suiteResult([failed], invalid), new InterruptedError('SIGTERM'))).toBe(143)
  expect(exitCodeOf(suiteResult([failed], invalid), new InterruptedError('SIGHUP'))).toBe(129)
  expect(exitCodeOf(suiteResult([failed], invalid), undefined)).toBe(96)
  expect(exitCodeOf(suiteResult([testResult()], invalid), undefined)).toBe(97)
  expect(exitCodeOf(suiteResult(), undefined)).toBe(0)
})

test('the target has failed where all variants failed; where some did, the comparison is incomplete', () => {
  const ended = { interrupted: { cause: 'target', reason: 'gone', at: 1 } } as const
  const well = testResult({ variant: 'single' })
  expect(exitCodeOf(suiteResult([well, testResult({ variant: 'multi', ...ended })]), undefined)).toBe(97)
  expect(exitCodeOf(suiteResult([well, testResult({ ...failed, variant: 'multi' })]), undefined)).toBe(97)
  expect(
    exitCodeOf(suiteResult([testResult({ variant: 'single', ...ended }), testResult({ variant: 'multi', ...ended })]), undefined),
  ).toBe(96)
  expect(
    exitCodeOf(suiteResult([well, testResult({ variant: 'multi', interrupted: { cause: 'setup', reason: 'x', at: 0 } })]), undefined),
  ).toBe(97)
  expect(exitCodeOf(suiteResult([well, testResult({ variant: 'multi' })]), undefined)).toBe(0)
})

test('a target that ended the test failed, and a suspect result is a success', () => {
  const ended = testResult({ interrupted: { cause: 'target', reason: 'gone', at: 1 } })
  expect(exitCodeOf(suiteResult([ended]), undefined)).toBe(96)
  expect(exitCodeOf(suiteResult([testResult()], { verdict: { level: 'suspect', reasons: [] } }), undefined)).toBe(0)
})

test('in strict mode a suspect result counts as invalid, unless a threshold failed', () => {
  const suspect = { verdict: { level: 'suspect', reasons: [] } } as const
  expect(exitCodeOf(suiteResult([testResult()], suspect), undefined, true)).toBe(97)
  expect(exitCodeOf(suiteResult([testResult({ thresholds: [failedThreshold] })], suspect), undefined, true)).toBe(99)
  expect(exitCodeOf(suiteResult(), undefined, true)).toBe(0)
})

test('a failed threshold comes after an invalid result, and before success', () => {
  const missed = testResult({ thresholds: [failedThreshold] })
  expect(exitCodeOf(suiteResult([missed], invalid), undefined)).toBe(97)
  expect(exitCodeOf(suiteResult([missed]), new InterruptedError('SIGINT'))).toBe(130)
  expect(exitCodeOf(suiteResult([testResult(), missed]), undefined)).toBe(99)
  expect(exitCodeOf(suiteResult([testResult({ thresholds: [{ ...failedThreshold, passed: true }] })]), undefined)).toBe(0)
})

test.each(['threshold', 'rate'] as const)('a %s that ended the test has failed, whatever its final figure', (cause) => {
  const ended = testResult({ interrupted: { cause, reason: 'too slow', at: 7 } })
  expect(exitCodeOf(suiteResult([ended]), undefined)).toBe(99)
  expect(exitCodeOf(suiteResult([ended], invalid), undefined)).toBe(97)
  expect(describeFailures(suiteResult([testResult(), ended]))).toEqual(['run 1: ended early: too slow'])
})

test('failed thresholds are named with their figure', () => {
  const missed = testResult({ thresholds: [failedThreshold, { ...failedThreshold, passed: true, condition: 'p50 < 1s' }] })
  expect(describeFailures(suiteResult([missed]))).toEqual(['threshold failed: http_response_time p99 < 15ms (p99 was 48 ms (n=4,812))'])
})

test('an inconclusive threshold gives the exit code of an invalid result, unless another one failed', () => {
  const open = { ...failedThreshold, condition: 'p99.9 < 1s', inconclusive: { cause: 'few-samples', times: 2.1 } } as const
  const suite = suiteResult([testResult({ thresholds: [{ ...failedThreshold, passed: true }, open] })])
  expect(exitCodeOf(suite, undefined)).toBe(97)
  expect([describeFailures(suite), describeInconclusive(suite)]).toEqual([
    [],
    ['threshold inconclusive: http_response_time p99.9 < 1s (p99 was 48 ms (n=4,812))'],
  ])
  expect(exitCodeOf(suiteResult([testResult({ thresholds: [failedThreshold, open] })]), undefined)).toBe(99)
})

test('a search ends with 0 when something was found, with 99 when nothing was, and with 97 when the generator prevented it', () => {
  const step = { value: 1, repeat: 1, passed: false, failed: 'slo', reason: 'p99 was 120 ms' } as const
  const none = {
    parameter: 'rate',
    slo: ['p99 < 50ms'],
    value: null,
    failedAt: 1,
    steps: [step],
    limitedBy: { by: 'slo', text: 'p99' },
    confidence: 'sure',
    complete: true,
  } as const
  const tests = [testResult({ ...invalid, sweep: { of: 'deserve', parameter: 'rate', value: 1 } })]
  expect(exitCodeOf(suiteResult(tests, { ...invalid, found: none }), undefined)).toBe(99)
  const slow = { ...none, steps: [{ ...step, failed: 'generator' as const }] }
  expect(exitCodeOf(suiteResult(tests, { ...invalid, found: slow }), undefined)).toBe(97)
  const found = { ...none, value: 1, steps: [{ ...step, passed: true, failed: null }] }
  expect(exitCodeOf(suiteResult([testResult()], { found }), undefined)).toBe(0)
})

test('a comparison ends with 98 where something regressed, and with 97 where it is undecided and must not be', () => {
  const of = (...outcomes: readonly ('regressed' | 'held' | 'noise' | 'few' | 'unusable')[]): Pick<ResultsComparison, 'regressions'> => ({
    regressions: outcomes.map((outcome): JudgedRegression => ({
      condition: 'p99 > +5%',
      scale: 'ratio',
      metric: 'http_response_time p99',
      test: 'shop',
      ratio: 1.1,
      interval: [1, 1.2],
      runsNeeded: null,
      outcome: outcome === 'regressed' || outcome === 'held' ? outcome : 'undecided',
      undecidedBy: outcome === 'regressed' || outcome === 'held' ? null : outcome,
      because: null,
    })),
  })
  expect(exitCodeOfComparison(of(), true)).toBe(0)
  expect(exitCodeOfComparison(of('held'), true)).toBe(0)
  expect(exitCodeOfComparison(of('held', 'noise'), false)).toBe(0)
  expect(exitCodeOfComparison(of('held', 'noise'), true)).toBe(97)
  // A condition that was not tested must not pass as success.
  expect(exitCodeOfComparison(of('held', 'few'), false)).toBe(97)
  expect(exitCodeOfComparison(of('held', 'unusable'), false)).toBe(97)
  expect(exitCodeOfComparison(of('unusable', 'noise', 'regressed'), true)).toBe(98)
})
