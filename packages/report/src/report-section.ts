import { escapeMarkdown } from './format/escape-markdown.ts'
import { printable } from './format/printable.ts'
import { drawMarkdownTable } from './draw-markdown-table.ts'
import { drawTable } from './draw-table.ts'
import type { TableContent } from './table-content.ts'
import { fence } from './fence.ts'
import type { Style } from './palette.ts'

/** Lines that are drawn as they are, such as a chart. */
interface Drawing {
  readonly drawing: readonly string[]
}

/** A section of a report, in whatever format: tables, drawings, and lines of text between them. */
export interface ReportSection {
  readonly title: string
  /** What the tables show, behind the title; as it stands within a sentence. */
  readonly intro?: string
  readonly parts: readonly SectionPart[]
}

type SectionPart = TableContent | Drawing | readonly string[]

/** Draws a section for a terminal. */
export function sectionText({ title, intro, parts }: ReportSection, style: Style): readonly string[] {
  return [
    style.strong(intro === undefined ? title : `${title}: ${intro}`),
    ...parts.flatMap((part) => {
      if (isDrawing(part)) return part.drawing.length === 0 ? [] : ['', ...part.drawing.map(printable), '']
      return isTable(part) ? [drawTable(part, style)] : part.map(printable)
    }),
  ]
}

/** Writes a section as Markdown; nothing in it is read as markup. */
export function sectionMarkdown({ title, intro, parts }: ReportSection): string {
  return [
    `### ${title}`,
    ...(intro === undefined ? [] : [`${intro.charAt(0).toUpperCase()}${intro.slice(1)}.`]),
    ...parts.flatMap((part) => {
      if (isDrawing(part)) return part.drawing.length === 0 ? [] : [fence('text', part.drawing.map(printable).join('\n'))]
      return [isTable(part) ? drawMarkdownTable(part) : listOf(part)]
    }),
  ].join('\n\n')
}

function isDrawing(part: SectionPart): part is Drawing {
  return 'drawing' in part
}

function isTable(part: TableContent | readonly string[]): part is TableContent {
  return 'head' in part
}

function listOf(lines: readonly string[]): string {
  // What a terminal aligns is told apart by a single space in a list.
  return lines.map((line) => `- ${escapeMarkdown(line.replace(/: +/, ': '))}`).join('\n')
}
