import type { MarkedText, ReportCell, ReportTable, ReportText } from '@benchpress/core/report'
import { drawChart } from './draw-chart.ts'
import { drawCell } from '../format/cell.ts'
import { capitalized, printable } from '../format/texts.ts'
import { type DocumentPart, type DocumentSection, sectionsOn, type ReportDocument } from './report-document.ts'

// After the `@` of a name, an invisible space, so that a comment of a pull request notifies nobody.
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;', '@': '@&#8203;' }

/** Renders a report as Markdown, to be kept or pasted into a README; texts of the report are never read as markup. */
export function markdown({ sections }: ReportDocument): string {
  return `${sectionsOn('page', sections).flatMap(sectionMarkdown).join('\n\n')}\n`
}

function sectionMarkdown({ title, intro, level = 2, parts }: DocumentSection): readonly string[] {
  return [
    ...(title === '' ? [] : [`${'#'.repeat(level + 1)} ${escapeMarkdown(title)}`]),
    ...(intro === undefined ? [] : [escapeMarkdown(`${capitalized(intro)}.`)]),
    ...parts.flatMap(partMarkdown),
  ]
}

/** Writes a table in Markdown, with texts to the left and figures to the right; every cell is escaped, and indents are kept. */
export function drawMarkdownTable({ head, rows, texts = [] }: ReportTable): string {
  const isText = (name: string, column: number): boolean => column === 0 || texts.includes(name)
  const line = (cells: readonly ReportCell[]): string => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(head), `| ${head.map((name, column) => (isText(name, column) ? '---' : '---:')).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}

/**
 * Makes a text from outside, such as an error message of a target, safe inside one line of Markdown or one table cell.
 *
 * Line breaks, control and invisible characters are written as {@link printable} writes them, and all markup is escaped.
 */
export function escapeMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<|#~&]|@(?=\w)|^>/g, (character) => entities[character] ?? `\\${character}`)
}

/** Puts a text into a fenced block of Markdown that nothing inside it can end. */
export function fence(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text.replace(/\n*$/, '')}\n${ticks}`
}

function partMarkdown(part: DocumentPart): readonly string[] {
  if ('head' in part) return [drawMarkdownTable(part)]
  if ('code' in part)
    return [`\`${printable(part.file).replaceAll('`', "'")}\`:`, fence(part.language.replaceAll(/[^\w+-]/g, ''), part.code)]
  if ('drawing' in part) return drawing(part.drawing)
  if ('plot' in part) return part.isChart === true ? drawing(drawChart(part.plot)) : []
  if ('lines' in part) return part.as === 'paragraphs' ? part.lines.map(escapeText) : listOf(part.lines)
  return listOf(part)
}

function drawing(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [fence('text', lines.map(printable).join('\n'))]
}

function listOf(lines: readonly ReportText[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${escapeText(line)}`).join('\n')]
}

function escapeText(text: ReportText): string {
  // Several spaces, which align a terminal, become one.
  if (typeof text === 'string') return escapeMarkdown(text.trimStart().replace(/: +/, ': '))
  return text.map(escapePiece).join('')
}

function escapePiece(piece: MarkedText | ReportCell): string {
  if (typeof piece === 'string' || !('mark' in piece)) return escapeMarkdown(drawCell(piece))
  return piece.mark === 'strong' ? `**${escapeMarkdown(piece.text)}**` : escapeMarkdown(piece.text)
}

function escapeCell(cell: ReportCell): string {
  const text = drawCell(cell)
  const name = text.trimStart()
  return name === text ? escapeMarkdown(text) : `&emsp;${escapeMarkdown(name)}`
}
