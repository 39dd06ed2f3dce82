import type { ReportSection } from '@benchpress/core/report'

/** A report as data: what is said of a result, to be rendered as text, as Markdown or in another format. */
export interface ReportDocument {
  /** Name of the suite. */
  readonly title: string
  /** In the order in which they are read; a renderer leaves out those of the other medium. */
  readonly sections: readonly ReportSection[]
}

/** Where a report is read. */
export type Medium = NonNullable<ReportSection['on']>

/** The sections of a report that are shown on a medium. */
export function sectionsOn(medium: Medium, sections: readonly ReportSection[]): readonly ReportSection[] {
  return sections.filter(({ on }) => on === undefined || on === medium)
}
