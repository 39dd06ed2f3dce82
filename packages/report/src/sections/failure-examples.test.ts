import type { SuiteResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdownReport, sectionsText } from '../../test/render.ts'
import { scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario } from '../../test/users-fixture.ts'
import { describeExample, failureExampleSections } from './failure-examples.ts'

const example = { at: 0.5, request: 'GET /test?page=2', status: 200, expected: 'the body ok', received: 'not <b>ok\n', isCut: true }
const error = { outcome: 'check_failed' as const, reason: 'unexpected body', endpoint: 'GET /test', count: 3, first: 0.5, last: 2 }

test('a terminal has the earliest example of each reason', () => {
  const errors = [{ ...error, examples: [example, { ...example, at: 1 }] }]
  const sections = failureExampleSections(suiteResult([testResult({ scenarios: [scenario({ errors })] })]))
  expect(sectionsText(sections.filter(({ on }) => on === 'terminal'))).toBe(`Failures by example
check_failed: unexpected body, 3 times; the first after 0.5 s
  request:  GET /test?page=2
  expected: the body ok
  received: 200 not <b>ok\\x0a…
`)
})

test('a failure in the warm-up is placed before the run phase, not at a negative time', () => {
  const errors = [{ ...error, examples: [{ ...example, at: -0.25 }] }]
  const [section] = failureExampleSections(suiteResult([testResult({ scenarios: [scenario({ errors })] })]))
  expect(sectionsText(section === undefined ? [] : [section])).toContain(
    'check_failed: unexpected body, 3 times; the first 0.25 s before the run phase\n',
  )
})

test('a page has all examples, and nothing in them is markup', () => {
  const errors = [{ ...error, examples: [example, { ...example, at: 1, expected: null, received: null, isCut: false }] }]
  const page = markdownReport(suiteResult([testResult({ scenarios: [scenario({ errors })] })]), {})
  expect(page).toContain(`### Failures by example

| Failed | Request | After | Expected | Status | Received |
| --- | --- | ---: | --- | ---: | --- |
| check\\_failed: unexpected body | GET /test?page=2 | 0.5 s | the body ok | 200 | not &lt;b>ok\\\\x0a… |
| check\\_failed: unexpected body | GET /test?page=2 | 1 s |  | 200 | (the body was not kept) |
`)
})

test('an example without a response says so, and an empty body is named', () => {
  const lost = { ...example, status: null, expected: null, received: 'reset: ECONNRESET', isCut: false }
  const of = (examples: readonly (typeof example | typeof lost)[]): SuiteResult =>
    suiteResult([testResult({ scenarios: [scenario({ errors: [{ ...error, examples }] })] })])
  expect(sectionsText(failureExampleSections(of([lost])))).toContain('  received: no response (reset: ECONNRESET)\n')
  expect(sectionsText(failureExampleSections(of([{ ...example, received: '', isCut: false }])))).toContain(
    '  received: 200 (an empty body)\n',
  )
  expect(describeExample({ ...example, status: 99 })).toMatch(/^GET \/test\?page=2: 099 /)
  expect(markdownReport(of([lost]), {})).toContain('| GET /test?page=2 | 0.5 s |  | no response | (reset: ECONNRESET) |')
  expect(describeExample(lost)).toBe('GET /test?page=2: no response (reset: ECONNRESET)')
})

test('checks have examples too, and several runs and scenarios are named; the most frequent come first', () => {
  const users = openScenario().users
  if (users === null) throw new Error('the fixture has users')
  const checks = [{ name: 'accepted', passed: 1, failed: 9, examples: [{ ...example, expected: null }] }]
  const scenarios = [
    scenario({ name: 'reads', errors: [{ ...error, examples: [example] }] }),
    openScenario({ users: { ...users, checks } }),
  ]
  const sections = failureExampleSections(suiteResult([testResult(), testResult({ repeat: 2, scenarios })]))
  const lines = sectionsText(sections.filter(({ on }) => on === 'terminal')).split('\n')
  expect(lines.filter((line) => line.includes(' times'))).toEqual([
    expect.stringMatching(/^run 2, [\w ]+, check: accepted, 9 times; /),
    'run 2, reads, check_failed: unexpected body, 3 times; the first after 0.5 s',
  ])
})

test('a terminal shows five of many reasons, and the number of others', () => {
  const errors = Array.from({ length: 8 }, (_, index) => ({ ...error, reason: `reason ${index}`, examples: [example] }))
  const sections = failureExampleSections(suiteResult([testResult({ scenarios: [scenario({ errors })] })]))
  const printed = sectionsText(sections.filter(({ on }) => on === 'terminal'))
  expect(printed.match(/reason \d/g)).toHaveLength(5)
  expect(printed).toContain('3 more reasons with examples in the JSON')
})

test('without examples there is no section', () => {
  expect(failureExampleSections(suiteResult([testResult({ scenarios: [scenario({ errors: [error] })] })]))).toEqual([])
})
