import { escapeMarkdown } from '../format/escape-markdown.ts'
import type { TableContent } from './draw-table.ts'

/** Writes a table in Markdown, with texts to the left and figures to the right; every cell is escaped. */
export function drawMarkdownTable({ head, rows, texts = [] }: TableContent): string {
  const isText = (name: string, column: number): boolean => column === 0 || texts.includes(name)
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(head), `| ${head.map((name, column) => (isText(name, column) ? '---' : '---:')).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}
