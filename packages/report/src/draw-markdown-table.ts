import { escapeMarkdown } from './format/escape-markdown.ts'
import type { TableContent } from './table-content.ts'

/** Writes a table in Markdown, with texts to the left and figures to the right; every cell is escaped, and what is indented stays so. */
export function drawMarkdownTable({ head, rows, texts = [] }: TableContent): string {
  const isText = (name: string, column: number): boolean => column === 0 || texts.includes(name)
  const line = (cells: readonly string[]): string => `| ${cells.map(drawCell).join(' | ')} |`
  return [line(head), `| ${head.map((name, column) => (isText(name, column) ? '---' : '---:')).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}

function drawCell(text: string): string {
  const name = text.trimStart()
  return name === text ? escapeMarkdown(text) : `&emsp;${escapeMarkdown(name)}`
}
