import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { limitOfTwoRuns, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { plainPalette } from '../render/palette.ts'
import type { ReportExtras } from './extras.ts'
import { shownOneByOne } from './extras.ts'

const options: ReportExtras = { showsRuns: true }
const ended = testResult({ name: 'Burst 100', interrupted: { at: 1, cause: 'signal', reason: 'SIGINT' } })
const suite = suiteResult([testResult({ name: 'Burst 50' }), ended])

test('runs that are shown by extra sections have no tables of their own, unless they ended early', () => {
  expect(shownOneByOne(suite, options).tests.map(({ name }) => name)).toEqual(['Burst 100'])
  expect(shownOneByOne(suite, {})).toBe(suite)
  expect(shownOneByOne(suite, { ...options, allPercentiles: true })).toBe(suite)
})

test('the verdict is written rule by rule where extra sections show the runs', () => {
  const reason = { rule: 'short-run', level: 'note', text: 'it was short' } as const
  const short = testResult({
    verdict: { level: 'valid', reasons: [reason] },
    limitedBy: { by: 'concurrency', text: 'concurrency: 5 in flight' },
  })
  const both = suiteResult([short, { ...short, name: 'other', limitedBy: { by: 'concurrency', text: 'concurrency: 9 in flight' } }])
  const text = textReport(both, options, plainPalette)
  expect(text).toContain('note short-run, 2 runs, such as ')
  expect(text).toContain(limitOfTwoRuns)
  expect(markdownReport(both, options)).toContain(`- ${limitOfTwoRuns.trim()}`)
})

test('what was expected and what came is shown, also of runs that extra sections show', () => {
  const example = { at: 0.1, request: 'GET /a', expected: 'the body 3', status: 200, received: '4', isCut: false }
  const errors = [
    { outcome: 'check_failed', reason: 'unexpected body', endpoint: 'GET /a', count: 2, first: 0.1, last: 0.2, examples: [example] },
  ] as const
  const text = textReport(
    suiteResult([testResult({ scenarios: [scenario({ errors })] }), testResult({ name: 'other' })]),
    options,
    plainPalette,
  )
  expect(text).toContain('the body 3')
})
