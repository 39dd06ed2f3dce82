import type { SuiteResult, ThresholdResult } from '@benchpress/core'
import { printable } from './format/printable.ts'
import type { TableContent } from './table-content.ts'
import { nameRun } from './name-run.ts'
import type { Palette } from './palette.ts'

/** One threshold of one run. */
interface RunThreshold {
  /** Such as `run 2`. */
  readonly run: string
  readonly threshold: ThresholdResult
}

/** Says of each threshold whether it passed, with the figure; empty where there is none. */
export function thresholdLines(suite: SuiteResult, palette: Palette): readonly string[] {
  const all = thresholdsOf(suite)
  if (all.length === 0) return []
  const isSeveral = suite.tests.length > 1
  const count = all.filter(({ threshold }) => threshold.passed).length
  const open = all.filter(({ threshold }) => threshold.inconclusive !== null).length
  return [
    `${palette.strong('Thresholds')}: ${count} of ${all.length} passed${open === 0 ? '' : `, of ${open} nothing can be said`}`,
    ...all.map(({ run, threshold: { selector, condition, passed, inconclusive, text, aborted } }) => {
      const of = `${isSeveral ? `${run}: ` : ''}${selector} ${condition}`
      return `  ${passed ? palette.good('✓') : inconclusive === null ? palette.bad('✗') : palette.warning('?')} ${printable(`${of}: ${text}${aborted ? ', which ended the test' : ''}`)}`
    }),
  ]
}

/** The thresholds of a suite as a table; `undefined` where there is none. */
export function thresholdsTable(suite: SuiteResult): TableContent | undefined {
  const all = thresholdsOf(suite)
  if (all.length === 0) return undefined
  const isSeveral = suite.tests.length > 1
  return {
    head: ['Threshold', ...(isSeveral ? ['Run'] : []), 'Condition', 'Result', 'Measured'],
    texts: ['Condition', 'Result', 'Measured'],
    rows: all.map(({ run, threshold: { selector, condition, passed, inconclusive, text, aborted } }) => [
      `${passed ? '✓' : inconclusive === null ? '✗' : '?'} ${selector}`,
      ...(isSeveral ? [run.replace(/^run /, '')] : []),
      condition,
      passed ? 'passed' : inconclusive !== null ? 'inconclusive' : aborted ? 'failed, and ended the test' : 'failed',
      text,
    ]),
  }
}

function thresholdsOf(suite: SuiteResult): readonly RunThreshold[] {
  return suite.tests.flatMap((test) => test.thresholds.map((threshold) => ({ run: nameRun(test, suite), threshold })))
}
