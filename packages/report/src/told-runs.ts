import type { SuiteResult } from '@benchpress/core'
import type { ReportExtras } from './report-extras.ts'

/** The part of a suite whose runs a report shows one by one: all of them, or only those that ended early where the sections of a preset tell the others. */
export function withoutToldRuns(suite: SuiteResult, { tellsRuns, allPercentiles }: ReportExtras): SuiteResult {
  if (tellsRuns !== true || allPercentiles === true) return suite
  return { ...suite, tests: suite.tests.filter(({ interrupted }) => interrupted !== null) }
}
