import type { MarkedText, ReportPart, ReportSection, ReportTable, ReportText } from '@benchpress/core'
import { drawCharts } from './draw-chart.ts'
import { printable } from './format/texts.ts'
import { sectionsOn } from './sections.ts'
import type { ReportDocument } from './sections.ts'

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '&': '&amp;' }

/** Renders a report as Markdown, to be kept or pasted into a README; nothing in it is read as markup. */
export function markdown({ sections }: ReportDocument): string {
  return `${sectionsOn('page', sections).flatMap(sectionMarkdown).join('\n\n')}\n`
}

function sectionMarkdown({ title, intro, level = 2, parts }: ReportSection): readonly string[] {
  return [
    ...(title === '' ? [] : [`${'#'.repeat(level + 1)} ${escapeMarkdown(title)}`]),
    ...(intro === undefined ? [] : [escapeMarkdown(`${intro.charAt(0).toUpperCase()}${intro.slice(1)}.`)]),
    ...parts.flatMap(partMarkdown),
  ]
}

/** Writes a table in Markdown, with texts to the left and figures to the right; every cell is escaped, and what is indented stays so. */
export function drawMarkdownTable({ head, rows, texts = [] }: ReportTable): string {
  const isText = (name: string, column: number): boolean => column === 0 || texts.includes(name)
  const line = (cells: readonly string[]): string => `| ${cells.map(drawCell).join(' | ')} |`
  return [line(head), `| ${head.map((name, column) => (isText(name, column) ? '---' : '---:')).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}

/**
 * Makes a text from outside, such as an error message of a target, safe inside one line of Markdown or one table cell.
 *
 * Line breaks, control and invisible characters are written as {@link printable} does, and nothing in it is read as Markdown or HTML.
 */
export function escapeMarkdown(text: string): string {
  return printable(text).replaceAll(/[\\`*_{}[\]<|#~&]|^>/g, (character) => entities[character] ?? `\\${character}`)
}

/** Puts a text into a fenced block of Markdown that nothing inside it can end. */
export function fence(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text.replace(/\n*$/, '')}\n${ticks}`
}

function partMarkdown(part: ReportPart): readonly string[] {
  if ('head' in part) return [drawMarkdownTable(part)]
  if ('code' in part)
    return [`\`${printable(part.file).replaceAll('`', "'")}\`:`, fence(part.language.replaceAll(/[^\w+-]/g, ''), part.code)]
  if ('drawing' in part) return drawing(part.drawing)
  if ('charts' in part) return drawing(drawCharts(part))
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
  // What a terminal aligns is told apart by a single space.
  if (typeof text === 'string') return escapeMarkdown(text.replace(/: +/, ': '))
  return text.map((piece) => (typeof piece === 'string' ? escapeMarkdown(piece) : escapeMarked(piece))).join('')
}

function escapeMarked({ text, mark }: MarkedText): string {
  return mark === 'strong' ? `**${escapeMarkdown(text)}**` : escapeMarkdown(text)
}

function drawCell(text: string): string {
  const name = text.trimStart()
  return name === text ? escapeMarkdown(text) : `&emsp;${escapeMarkdown(name)}`
}
