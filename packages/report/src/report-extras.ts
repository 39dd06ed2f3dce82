import type { ReportSection } from './report-section.ts'

/** A file of a program under test, as it is shown in a report. */
interface CodeFile {
  readonly file: string
  /** Name of the language, for a fenced block. */
  readonly language: string
  readonly code: string
}

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
  readonly code?: readonly CodeFile[]
}
