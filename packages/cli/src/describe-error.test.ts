import { BenchpressError, InvalidConfigError } from '@benchpress/core'
import { expect, test } from 'vitest'
import { UsageError } from '@benchpress/core/preset'
import { describeError } from './describe-error.ts'

test('reports everything that is wrong with a command line, each with what to do', () => {
  const error = new UsageError([{ message: 'a: wrong', hint: 'Do b.' }, { message: 'c: wrong' }])
  expect(describeError(error, false)).toEqual({ lines: ['benchpress: a: wrong', '  Do b.', 'benchpress: c: wrong'], exitCode: 2 })
})

test('reports everything that is wrong with a config', () => {
  const error = new InvalidConfigError([
    { path: 'workers', message: 'must be a number' },
    { path: '', message: 'unknown key "x"', hint: 'did you mean "y"?' },
  ])
  expect(describeError(error, false)).toEqual({
    lines: ['benchpress: workers: must be a number', 'benchpress: unknown key "x"; did you mean "y"?'],
    exitCode: 2,
  })
})

test.each([
  ['TARGET_PORT_BUSY', 2],
  ['TARGET_UNREACHABLE', 96],
  ['TARGET_NOT_READY', 96],
  ['TARGET_EXITED', 96],
  ['WORKER_FAILED', 1],
  ['BROKER_UNREACHABLE', 2],
  ['MACHINES_MISSING', 2],
  ['NOT_TRUSTED', 2],
] as const)('%s ends with exit code %i and its hint', (code, exitCode) => {
  expect(describeError(new BenchpressError(code, 'what', { hint: 'do' }), false)).toEqual({
    lines: ['benchpress: what', '  Do.'],
    exitCode,
  })
})

test('shows the output of a target and the command line without secrets and control characters', () => {
  const printed = 'the command ended; it printed:\n  DB_PASSWORD=hunter2 \u001b[31m\u202e'
  expect(describeError(new BenchpressError('TARGET_EXITED', printed), false).lines).toEqual([
    'benchpress: the command ended; it printed:',
    '  DB_PASSWORD=[redacted] \\x1b[31m\\u{202e}',
  ])
  const usage = new UsageError([{ message: '--url http://me:pw@h: wrong', hint: 'not http://me:pw@h' }])
  expect(describeError(usage, false).lines.join()).not.toContain('pw')
})

test('shows the names of secrets and headers that a message is about', () => {
  const issues = [
    { path: 'secrets.SHORT', message: 'must have at least 4 characters' },
    { path: 'scenarios.reads.request.headers.authorization', message: "the user and password of the target's URL are sent as this header" },
  ]
  expect(describeError(new InvalidConfigError(issues), false).lines).toEqual(
    issues.map(({ path, message }) => `benchpress: ${path}: ${message}`),
  )
})

test('shows the place in the code of a fault of benchpress only on demand', () => {
  const error = new TypeError('x is not a function')
  expect(describeError(error, false)).toEqual({
    lines: ['benchpress: internal error: x is not a function', '  This is a fault of benchpress. BENCHPRESS_DEBUG=1 shows where.'],
    exitCode: 1,
  })
  expect(describeError(error, true).lines.join('\n')).toContain('describe-error.test.ts')
})
