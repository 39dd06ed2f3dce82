import { escapeMarkdown } from '../format/escape-markdown.ts'
import type { TableContent } from './draw-table.ts'

/** Writes a table in Markdown, with the first column to the left and figures to the right; every cell is escaped. */
export function drawMarkdownTable({ head, rows }: TableContent): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeMarkdown).join(' | ')} |`
  return [line(head), `| ${head.map((_, column) => (column === 0 ? '---' : '---:')).join(' | ')} |`, ...rows.map(line)].join('\n')
}
