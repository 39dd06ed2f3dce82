import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { hostileSuite } from '../../test/hostile-suite.ts'
import { recorded, recordedResult } from '../../test/recorded-results.ts'
import { failedThreshold, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { users } from '../../test/users-fixture.ts'
import { junit } from './junit.ts'

interface Case {
  readonly name: string
  readonly classname: string
  readonly failure?: { readonly message: string; readonly type: string }
  readonly 'system-out'?: string
}

interface Suite {
  readonly name: string
  readonly tests: string
  readonly failures: string
  readonly testcase: readonly Case[]
}

function read(text: string): readonly Suite[] {
  expect(XMLValidator.validate(text)).toBe(true)
  const isArray = (name: string): boolean => name === 'testcase' || name === 'testsuite'
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray })
  return parser.parse(text).testsuites.testsuite
}

test('thresholds, checks and the verdict are cases, and a failed case has the reason', () => {
  const passed = { ...failedThreshold, selector: 'http_failed', condition: 'rate < 1%', passed: true, text: 'rate was 0 %' }
  const checks = [
    { name: 'accepted', passed: 10, failed: 2 },
    { name: 'found', passed: 12, failed: 0 },
  ]
  const suite = suiteResult([testResult({ thresholds: [failedThreshold, passed], scenarios: [scenario({ users: users({ checks }) })] })])
  const [only] = read(junit(suite))
  expect(only).toMatchObject({ name: 'deserve', tests: '6', failures: '2' })
  expect(only?.testcase.map(({ name, classname, failure }) => [classname, name, failure?.message])).toEqual([
    ['thresholds', 'http_response_time p99 < 15ms', 'p99 was 48 ms (n=4,812)'],
    ['thresholds', 'http_failed rate < 1%', undefined],
    ['test', 'responses are as expected', undefined],
    ['test checks', 'accepted', '2 of 12 failed'],
    ['test checks', 'found', undefined],
    ['verdict', 'the result can be believed', undefined],
  ])
})

test('a failure has its first example in the message, and up to five in the output', () => {
  const example = { at: 0.5, request: 'GET /me', status: 200, expected: 'the body ok', received: 'no\n]]>', isCut: true }
  const examples = [example, ...Array.from({ length: 5 }, () => ({ ...example, status: 201 }))]
  const error = { outcome: 'check_failed', reason: 'unexpected body', endpoint: 'GET /me', count: 9, first: 0, last: 1, examples } as const
  const checks = [{ name: 'accepted', passed: 0, failed: 2, examples: [{ ...example, expected: null, received: null, isCut: false }] }]
  const outcomes = { ...scenario().counts.outcomes, check_failed: 9 }
  const failing = scenario({ counts: { ...scenario().counts, outcomes }, errors: [error], users: users({ checks }) })
  const [only] = read(junit(suiteResult([testResult({ scenarios: [failing] })])))
  const [requests, check] = only?.testcase ?? []
  const line = 'GET /me: 200 no\\x0a]] >… (expected the body ok)'
  expect(requests?.failure?.message).toBe(`9 responses were not what the test expects, such as ${line.replace(']] >', ']]>')}`)
  expect(requests?.['system-out']).toBe(
    ['9 requests did not end ok', line, ...Array.from({ length: 4 }, () => line.replace('200', '201'))].join('\n'),
  )
  expect(check?.failure?.message).toBe('2 of 2 failed, such as GET /me: 200 (the body was not kept)')
})

test('an invalid result is a failure with its reasons, and so is a run that was cut off', () => {
  const verdict = {
    level: 'invalid',
    reasons: [{ rule: 'generator-saturated', level: 'invalid', text: 'the generator was busy' }],
  } as const
  const interrupted = { cause: 'target', reason: 'it died', at: 3 } as const
  const [only] = read(junit(suiteResult([testResult({ verdict, interrupted })])))
  expect(only?.testcase.flatMap(({ failure }) => failure?.message ?? [])).toEqual([
    'it died',
    'invalid, generator-saturated: the generator was busy',
  ])
})

test('a threshold that is inconclusive is no success', () => {
  const inconclusive = { cause: 'few-samples', times: 3 } as const
  const [only] = read(junit(suiteResult([testResult({ thresholds: [{ ...failedThreshold, inconclusive }] })])))
  expect(only?.testcase[0]?.failure?.type).toBe('threshold inconclusive')
})

test('the steps of a search are no failures: the search is one case', () => {
  const [only, ...others] = read(junit(recordedResult('search')))
  expect(others).toEqual([])
  expect(only?.testcase.map(({ classname }) => classname)).toEqual(['search', 'verdict'])
})

describe.each(recorded)('the cases of the recorded result %s', (_name, suite) => {
  test('are XML, with a failure for each that a suite counts', () => {
    for (const { tests, failures, testcase } of read(junit(suite))) {
      expect(testcase).toHaveLength(Number(tests))
      expect(testcase.filter(({ failure }) => failure !== undefined)).toHaveLength(Number(failures))
    }
  })
})

test('a hostile text ends no element, and contains no character that XML forbids', () => {
  const text = junit(hostileSuite())
  const [only, ...others] = read(text)
  expect([others, only?.testcase.length]).toEqual([[], 5])
  expect(only?.testcase[0]?.name).toContain('<script>alert(1)</script>]]>')
  expect(text).not.toMatch(/\p{Cc}(?<!\n)|[\uFFFE\uFFFF\uD800]/u)
})
