import { escapeMarkdown } from '../format/escape-markdown.ts'
import { printable } from '../format/printable.ts'
import { drawMarkdownTable } from './draw-markdown-table.ts'
import { drawTable } from './draw-table.ts'
import type { TableContent } from './draw-table.ts'
import type { Palette } from './palette.ts'

/** A section of a report, in whatever format: tables, and lines of text between them. */
export interface ReportSection {
  readonly title: string
  /** What the tables show, behind the title; as it stands within a sentence. */
  readonly intro?: string
  readonly parts: readonly (TableContent | readonly string[])[]
}

/** Draws a section for a terminal. */
export function sectionText({ title, intro, parts }: ReportSection, palette: Palette): readonly string[] {
  return [
    palette.strong(intro === undefined ? title : `${title}: ${intro}`),
    ...parts.flatMap((part) => (isTable(part) ? [drawTable(part, palette)] : part.map(printable))),
  ]
}

/** Writes a section as Markdown; nothing in it is read as markup. */
export function sectionMarkdown({ title, intro, parts }: ReportSection): string {
  return [
    `### ${title}`,
    ...(intro === undefined ? [] : [`${intro.charAt(0).toUpperCase()}${intro.slice(1)}.`]),
    ...parts.map((part) => (isTable(part) ? drawMarkdownTable(part) : listOf(part))),
  ].join('\n\n')
}

function isTable(part: TableContent | readonly string[]): part is TableContent {
  return 'head' in part
}

function listOf(lines: readonly string[]): string {
  // What a terminal aligns is told apart by a single space in a list.
  return lines.map((line) => `- ${escapeMarkdown(line.replace(/: +/, ': '))}`).join('\n')
}
