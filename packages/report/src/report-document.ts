import type { Level } from '@benchpress/core'
import type { ReportCell, ReportSection, ReportText } from '@benchpress/core/report'

/** A report as data: what is said of a result, to be rendered as text, as Markdown or in another format. */
export interface ReportDocument {
  /** Name of the suite. */
  readonly title: string
  /** What a page begins with; a terminal ends with the same. */
  readonly headline?: ReportHeadline
  /** The reports of parts of a suite, to which this one leads. */
  readonly cards?: readonly ReportCard[]
  /** In the order in which they are read; a renderer leaves out those of the other medium. */
  readonly sections: readonly ReportSection[]
}

/** How far a result can be believed, and what it comes to. */
export interface ReportHeadline {
  readonly level: Level
  /** What kept the throughput from being higher, a sentence for each run. */
  readonly limits: readonly string[]
  /** Why the verdict is what it is; empty where there is nothing to be said. */
  readonly reasons: readonly ReportText[]
  /** What changes nothing of the verdict, but is to be known. */
  readonly notes: readonly ReportText[]
  /** The figures that are asked for first; none of several scenarios or runs, which have a table. */
  readonly figures: readonly ReportNamedFigure[]
}

/** One test on one variant, with the report it has of its own. */
export interface ReportCard extends Pick<ReportHeadline, 'level' | 'limits'> {
  readonly test: string
  /** Empty where the target has no variants. */
  readonly variant: string
  /** Where its report is, relative to this one. */
  readonly href: string
  readonly figures: readonly ReportNamedFigure[]
}

/** A figure that stands by itself. */
export interface ReportNamedFigure {
  readonly name: string
  readonly figure: ReportCell
}

/** Where a report is read. */
export type Medium = NonNullable<ReportSection['on']>

/** The sections of a report that are shown on a medium; a page that is opened in a browser has those of every page. */
export function sectionsOn(medium: Medium, sections: readonly ReportSection[]): readonly ReportSection[] {
  return sections.filter(({ on }) => on === undefined || on === medium || (medium === 'browser' && on === 'page'))
}
