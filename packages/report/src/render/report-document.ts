import type { Level } from '@benchpress/core'
import type { ReportCell, ReportSection, ReportText } from '@benchpress/core/report'

/** A report as data, to be rendered as text, as Markdown or in another format. */
export interface ReportDocument {
  /** Name of the suite. */
  readonly title: string
  /** The head of a page; a terminal has the same contents at its end. */
  readonly headline?: ReportHeadline
  /** Links to the reports of parts of a suite. */
  readonly cards?: readonly ReportCard[]
  /** Sections in reading order; a renderer leaves out sections for other media. */
  readonly sections: readonly ReportSection[]
}

/** The verdict on a result, its limits and its first figures. */
export interface ReportHeadline {
  readonly level: Level
  /** What kept the throughput from being higher, a sentence for each run. */
  readonly limits: readonly string[]
  /** Reasons of the verdict; empty for a valid result. */
  readonly reasons: readonly ReportText[]
  /** Notes, which do not change the verdict. */
  readonly notes: readonly ReportText[]
  /** The most important figures; empty with several scenarios or runs, which have a table. */
  readonly figures: readonly ReportNamedFigure[]
}

/** One test on one variant, with a link to its report. */
export interface ReportCard extends Pick<ReportHeadline, 'level' | 'limits'> {
  readonly test: string
  /** Empty where the target has no variants. */
  readonly variant: string
  /** Path of the report, relative to this one. */
  readonly href: string
  readonly figures: readonly ReportNamedFigure[]
}

/** A figure that stands by itself. */
export interface ReportNamedFigure {
  readonly name: string
  readonly figure: ReportCell
}

/** The medium on which a report is read. */
export type Medium = NonNullable<ReportSection['on']>

/** The sections of a report that are shown on a medium; a page in a browser also has the sections of every page. */
export function sectionsOn(medium: Medium, sections: readonly ReportSection[]): readonly ReportSection[] {
  return sections.filter(({ on }) => on === undefined || on === medium || (medium === 'browser' && on === 'page'))
}
