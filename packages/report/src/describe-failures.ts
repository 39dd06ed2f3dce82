import type { Found, SuiteResult, TestResult } from '@benchpress/core'
import { printable } from './format/printable.ts'
import { nameRun } from './name-run.ts'

/** Names each condition of a suite that did not hold: a threshold that failed, or a rate that fell below the least that was asked for. */
export function describeFailures(suite: SuiteResult): readonly string[] {
  // Steps of a search fail in order to be found.
  if (suite.found !== null) return failureOfSearch(suite, suite.found)
  return suite.tests.flatMap((test) =>
    failuresOf(test).map((failure) => printable(`${suite.tests.length > 1 ? `${nameRun(test, suite)}: ` : ''}${failure}`)),
  )
}

/** Names each threshold of a suite of which nothing can be said, and what it would take. */
export function describeInconclusive(suite: SuiteResult): readonly string[] {
  // Steps of a search that cannot be judged are made again.
  if (suite.found !== null) return []
  return suite.tests.flatMap((test) =>
    test.thresholds
      .filter(({ inconclusive }) => inconclusive !== null)
      .map(({ selector, condition, text }) =>
        printable(`${suite.tests.length > 1 ? `${nameRun(test, suite)}: ` : ''}threshold inconclusive: ${selector} ${condition} (${text})`),
      ),
  )
}

function failuresOf({ thresholds, interrupted }: TestResult): readonly string[] {
  const failed = thresholds
    .filter(({ passed, inconclusive }) => !passed && inconclusive === null)
    .map(({ selector, condition, text }) => `threshold failed: ${selector} ${condition} (${text})`)
  // A threshold that ended the test can have recovered by the end of the drain.
  const isTold = interrupted === null || (interrupted.cause === 'threshold' ? failed.length > 0 : interrupted.cause !== 'rate')
  return isTold ? failed : [...failed, `ended early: ${interrupted.reason}`]
}

function failureOfSearch({ tests }: SuiteResult, { value, limitedBy }: Found): readonly string[] {
  // One that was cut off had not come to an end.
  if (value !== null || tests.some(({ interrupted }) => interrupted?.cause === 'signal')) return []
  return [printable(`no rate keeps the SLO: ${limitedBy}`)]
}
