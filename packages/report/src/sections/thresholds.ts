import type { Found, SuiteResult, TestResult, ThresholdResult } from '@benchpress/core'
import type { ReportCondition, ReportTable, ReportText } from '@benchpress/core/report'
import { printable } from '../format/texts.ts'
import { nameRun } from './runs.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** The thresholds of a suite: as lines on a terminal, and as a table on a page; empty without thresholds. */
export function thresholdSections(suite: SuiteResult): readonly DocumentSection[] {
  const all = thresholdsOf(suite)
  if (all.length === 0) return []
  return [
    { title: '', on: 'terminal', parts: [{ lines: thresholdLines(suite) }] },
    { title: 'Thresholds', kind: 'thresholds', on: 'page', parts: [thresholdsTable(all, suite.tests.length > 1)] },
  ]
}

/** Writes for each threshold whether it passed, with the figure; empty without thresholds. */
export function thresholdLines(suite: SuiteResult): readonly ReportText[] {
  const all = thresholdsOf(suite)
  if (all.length === 0) return []
  const isSeveral = suite.tests.length > 1
  const count = all.filter(({ threshold }) => threshold.passed).length
  const open = all.filter(({ threshold }) => threshold.inconclusive !== null).length
  const failed = all.length - count - open
  const others = [...(failed === 0 ? [] : [`${failed} failed`]), ...(open === 0 ? [] : [`${open} inconclusive`])]
  return [
    [{ text: 'Thresholds', mark: 'strong' }, `: ${[`${count} of ${all.length} passed`, ...others].join(', ')}`],
    ...all.map(({ run, threshold }): ReportText => {
      const { selector, condition, text, aborted } = threshold
      const of = `${isSeveral ? `${run}: ` : ''}${selector} ${condition}`
      return ['  ', conditionOf(`${of}: ${text}${aborted ? ', which ended the test' : ''}`, threshold)]
    }),
  ]
}

/** Names each condition of a suite that did not hold: a threshold that failed, or a rate that fell below the least that was asked for. */
export function describeFailures(suite: SuiteResult): readonly string[] {
  // A search makes steps fail on purpose.
  if (suite.found !== null) return failureOfSearch(suite, suite.found)
  return suite.tests.flatMap((test) => failuresOf(test).map((failure) => inSuite(failure, test, suite)))
}

/** Names each threshold of a suite that is inconclusive, and what it would take to judge it. */
export function describeInconclusive(suite: SuiteResult): readonly string[] {
  // A search repeats steps that cannot be judged.
  if (suite.found !== null) return []
  return suite.tests.flatMap((test) =>
    test.thresholds
      .filter(({ inconclusive }) => inconclusive !== null)
      .map(({ selector, condition, text }) => inSuite(`threshold inconclusive: ${selector} ${condition} (${text})`, test, suite)),
  )
}

interface RunThreshold {
  /** Names the run, such as `run 2`. */
  readonly run: string
  readonly threshold: ThresholdResult
}

function thresholdsOf(suite: SuiteResult): readonly RunThreshold[] {
  return suite.tests.flatMap((test) => test.thresholds.map((threshold) => ({ run: nameRun(test, suite), threshold })))
}

function thresholdsTable(all: readonly RunThreshold[], isSeveral: boolean): ReportTable {
  return {
    head: ['Threshold', ...(isSeveral ? ['Run'] : []), 'Condition', 'Result', 'Measured'],
    texts: ['Run', 'Condition', 'Result', 'Measured'],
    rows: all.map(({ run, threshold }) => [
      conditionOf(threshold.selector, threshold),
      ...(isSeveral ? [run.replace(/^run /, '')] : []),
      threshold.condition,
      resultOf(threshold),
      threshold.text,
    ]),
  }
}

function conditionOf(condition: string, { passed, inconclusive }: ThresholdResult): ReportCondition {
  return { condition, holds: passed ? 'yes' : inconclusive === null ? 'no' : 'unknown' }
}

function resultOf({ passed, inconclusive, aborted }: ThresholdResult): string {
  if (passed) return 'passed'
  if (inconclusive !== null) return 'inconclusive'
  return aborted ? 'failed, and ended the test' : 'failed'
}

function inSuite(failure: string, test: TestResult, suite: SuiteResult): string {
  return printable(`${suite.tests.length > 1 ? `${nameRun(test, suite)}: ` : ''}${failure}`)
}

function failuresOf({ thresholds, interrupted }: TestResult): readonly string[] {
  const failed = thresholds
    .filter(({ passed, inconclusive }) => !passed && inconclusive === null)
    .map(({ selector, condition, text }) => `threshold failed: ${selector} ${condition} (${text})`)
  // A threshold that ended the test can have recovered by the end of the drain.
  const isNamedFault = interrupted === null || (interrupted.cause === 'threshold' ? failed.length > 0 : interrupted.cause !== 'rate')
  return isNamedFault ? failed : [...failed, `ended early: ${interrupted.reason}`]
}

function failureOfSearch({ tests }: SuiteResult, { value, limitedBy }: Found): readonly string[] {
  // A run that was cut off has no final figure.
  if (value !== null || tests.some(({ interrupted }) => interrupted?.cause === 'signal')) return []
  return [printable(`no rate keeps the SLO: ${limitedBy.text}`)]
}
