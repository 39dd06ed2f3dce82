import type { ReportPart, ReportSection, ReportText } from '@benchpress/core'

/** A report as data: what is said of a result, to be rendered as text, as Markdown or in whatever format. */
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

/** All that sections say on a medium, without the programs and charts that they show. */
export function textOn(medium: Medium, sections: readonly ReportSection[]): string {
  return sectionsOn(medium, sections)
    .flatMap(({ title, intro = '', parts }) => [title, intro, ...parts.flatMap(textsOf)])
    .join('\n')
}

function textsOf(part: ReportPart): readonly string[] {
  if ('head' in part) return [...part.head, ...part.rows.flat()]
  if ('lines' in part) return part.lines.map(plainText)
  if ('drawing' in part) return part.drawing
  return 'charts' in part || 'code' in part ? [] : part
}

function plainText(text: ReportText): string {
  return typeof text === 'string' ? text : text.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')
}
