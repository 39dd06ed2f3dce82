import type { SuiteResult } from '@benchpress/core'
import type { ReportCode, ReportSection } from '@benchpress/core/report'

/** What a report shows besides what every report has. */
export interface ReportExtras {
  /** Whether all percentiles are shown, and each run of a suite. */
  readonly allPercentiles?: boolean
  /** Whether the number of responses of each status is shown. */
  readonly statusCodes?: boolean
  /** Sections of this report alone, such as documented figures beside measured ones. */
  readonly sections?: readonly ReportSection[]
  /** Whether these sections show what each of many runs measured, so that no run needs tables of its own. */
  readonly showsRuns?: boolean
  /** The program under test. */
  readonly code?: readonly ReportCode[]
  /** The command that makes the same run again, which a page shows. */
  readonly command?: string
}

/** The part of a suite whose runs a report shows one by one: all of them, or only those that ended early where the extra sections show the others. */
export function shownOneByOne(suite: SuiteResult, { showsRuns, allPercentiles }: ReportExtras): SuiteResult {
  if (showsRuns !== true || allPercentiles === true) return suite
  return { ...suite, tests: suite.tests.filter(({ interrupted }) => interrupted !== null) }
}
