import type { SuiteResult } from '@benchpress/core'
import type { ReportCode } from '@benchpress/core/report'
import type { DocumentSection } from '../render/report-document.ts'

/** Optional contents of a report, besides those of every report. */
export interface ReportExtras {
  /** Whether all percentiles are shown, and each run of a suite. */
  readonly allPercentiles?: boolean
  /** Whether the number of responses of each status is shown. */
  readonly statusCodes?: boolean
  /**
   * How much a terminal shows: all tables, or, for `screen`, one table, what went wrong and the answer, without details. A page always shows everything.
   * Default `full`.
   */
  readonly amount?: 'full' | 'screen'
  /** Whether the run was announced on the same terminal before. */
  readonly isAnnounced?: boolean
  /** Sections of this report alone, such as documented figures beside measured ones. */
  readonly sections?: readonly DocumentSection[]
  /** Sections of a comparison with a baseline, which stand before the verdict. */
  readonly against?: readonly DocumentSection[]
  /** Whether `sections` show the figures of each run, so that no run needs tables of its own. */
  readonly showsRuns?: boolean
  /** File names of pages in a folder, by the name of the test; the variant is put before them. Default: the name of the test. */
  readonly pages?: Readonly<Record<string, string>>
  /** The program under test. */
  readonly code?: readonly ReportCode[]
}

// Shorter tables, such as autocannon's, keep the lines between rows.
const denseFrom = 3

/** A section without its details on a terminal; a page still has all of it. */
export function forScreen(section: DocumentSection): readonly DocumentSection[] {
  const { on, detail } = section
  if (on === 'page' || on === 'browser') return [section]
  const parts = section.parts.map((part) => ('head' in part && part.rows.length >= denseFrom ? { ...part, isDense: true } : part))
  const kept = detail === true ? [] : parts.filter((part) => !('detail' in part && part.detail))
  if (kept.length === parts.length) return [{ ...section, parts }]
  return [
    ...(on === 'terminal' ? [] : [{ ...section, on: 'page' as const }]),
    ...(kept.length === 0 ? [] : [{ ...section, on: 'terminal' as const, parts: kept }]),
  ]
}

/** The part of a suite whose runs a report shows one by one: all of them, or only those that ended early where the extra sections show the others. */
export function shownOneByOne(suite: SuiteResult, { showsRuns, allPercentiles }: ReportExtras): SuiteResult {
  if (showsRuns !== true || allPercentiles === true) return suite
  return { ...suite, tests: suite.tests.filter(({ interrupted }) => interrupted !== null) }
}
