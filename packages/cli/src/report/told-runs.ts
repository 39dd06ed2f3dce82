import type { SuiteResult } from '@benchpress/core'
import type { ReportOptions } from './report-options.ts'

/** The part of a suite whose runs a report shows one by one: all of them, or only those that ended early where the sections of a preset tell the others. */
export function withoutToldRuns(suite: SuiteResult, { presetRun, allPercentiles }: ReportOptions): SuiteResult {
  if (presetRun?.preset.tellsRuns !== true || allPercentiles) return suite
  return { ...suite, tests: suite.tests.filter(({ interrupted }) => interrupted !== null) }
}
