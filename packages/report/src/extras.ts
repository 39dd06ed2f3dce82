import type { ReportCode, ReportSection, SuiteResult } from '@benchpress/core'

/** What a report tells beside what every report does. */
export interface ReportExtras {
  /** Whether all percentiles are told, and each run of a suite. */
  readonly allPercentiles?: boolean
  /** Whether the number of responses of each status is told. */
  readonly statusCodes?: boolean
  /** Sections of its own, such as documented figures beside measured ones. */
  readonly sections?: readonly ReportSection[]
  /** Whether these sections tell what each of many runs measured, so that no run needs tables of its own. */
  readonly tellsRuns?: boolean
  /** The program under test. */
  readonly code?: readonly ReportCode[]
}

/** The part of a suite whose runs a report tells one by one: all of them, or only those that ended early where sections of its own tell the others. */
export function toldOneByOne(suite: SuiteResult, { tellsRuns, allPercentiles }: ReportExtras): SuiteResult {
  if (tellsRuns !== true || allPercentiles === true) return suite
  return { ...suite, tests: suite.tests.filter(({ interrupted }) => interrupted !== null) }
}
