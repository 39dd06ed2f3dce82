import type { TestResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import { briefReport, markdownReport, textReport } from '../../test/render.ts'
import { limitLine, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { json } from './document.ts'
import { plainPalette } from '../render/palette.ts'
import { verdictLines } from './verdict.ts'

const options = { allPercentiles: false, statusCodes: false }
const absence: TestResult['absences'][number] = { from: 12.3, to: 14.05, broken: 50, refused: 350 }
const text = 'the target was away from 12.3 s to 14.1 s: all 50 connections broke within a second, and 350 attempts to connect were refused'

function restarted(changes: Partial<TestResult> = {}): TestResult {
  return testResult({
    absences: [absence],
    verdict: { level: 'suspect', reasons: [{ rule: 'target-away', level: 'note', text }] },
    ...changes,
  })
}

test('a terminal shows when the target was away, below the verdict', () => {
  const [, below = ''] = textReport(suiteResult([restarted()]), options, plainPalette).split('\nVerdict: ')
  expect(below).toBe(`suspect\n  note target-away: ${text}\n${limitLine}\n`)
})

test('a terminal names the run in which the target was away, where there are several', () => {
  const suite = suiteResult([testResult(), restarted({ repeat: 2 })])
  const lines = briefReport(suite, plainPalette).split('\n')
  expect(lines).toContain(`  note target-away, run 2: ${text}`)
  expect(verdictLines(suite, { isByRule: true, isShort: false })).toContain(`  note target-away, run 2: ${text}`)
})

test('Markdown shows when the target was away in one line of a list, below the verdict', () => {
  const [, below = ''] = markdownReport(suiteResult([restarted()]), options).split('\n**Verdict: ')
  expect(below).toBe(`suspect**\n\n- note, target-away: ${text}\n- ${limitLine.trim().replace('Limited', 'limited')}\n`)
})

test('JSON has the absence of the target as text among the reasons, and as figures in its test', () => {
  const { tests } = JSON.parse(json(suiteResult([restarted()]))) as { readonly tests: readonly TestResult[] }
  expect(tests.map(({ absences }) => absences)).toEqual([[absence]])
  expect(tests.map(({ verdict }) => verdict.reasons)).toEqual([[{ rule: 'target-away', level: 'note', text }]])
})
