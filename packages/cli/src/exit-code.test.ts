import { expect, test } from 'vitest'
import { suiteResult, testResult } from '../test/suite-fixture.ts'
import { InterruptedError } from './command-io.ts'
import { exitCodeOf } from './exit-code.ts'

const invalid = { verdict: { level: 'invalid', reasons: [] } } as const
const failed = testResult({ target: { ...testResult().target, failed: { at: 1, reason: 'exited' } } })

test('an interruption comes before a failed target, that before an invalid result, and all before success', () => {
  expect(exitCodeOf(suiteResult([failed], invalid), new InterruptedError('SIGINT'))).toBe(130)
  expect(exitCodeOf(suiteResult([failed], invalid), new InterruptedError('SIGTERM'))).toBe(143)
  expect(exitCodeOf(suiteResult([failed], invalid), new InterruptedError('SIGHUP'))).toBe(129)
  expect(exitCodeOf(suiteResult([failed], invalid), undefined)).toBe(96)
  expect(exitCodeOf(suiteResult([testResult()], invalid), undefined)).toBe(97)
  expect(exitCodeOf(suiteResult(), undefined)).toBe(0)
})

test('a target that ended the test failed, and a suspect result is a success', () => {
  const ended = testResult({ interrupted: { cause: 'target', reason: 'gone', at: 1 } })
  expect(exitCodeOf(suiteResult([ended]), undefined)).toBe(96)
  expect(exitCodeOf(suiteResult([testResult()], { verdict: { level: 'suspect', reasons: [] } }), undefined)).toBe(0)
})
