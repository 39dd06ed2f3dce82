import Table from 'cli-table3'
import { printable } from '../format/printable.ts'
import type { Palette } from './palette.ts'

/** A table of texts: the first column names the rows. */
export interface TableContent {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Headings of the columns beside the first that hold texts rather than figures. */
  readonly texts?: readonly string[]
}

// With a few columns of figures beside it, such a text fits into a terminal of 100 columns.
const longestText = 60

/** Draws a table in box characters, as wide as its content, with long texts on several lines; every cell is made printable. */
export function drawTable(content: TableContent, palette: Palette): string {
  const table = new Table({ head: content.head.map((text) => palette.heading(printable(text))), style: { head: [], border: [] } })
  for (const [name = '', ...cells] of content.rows) table.push([palette.strong(fold(name)), ...cells.map(fold)])
  return table.toString()
}

/** Breaks a text between words; the lines behind the first are indented as it is. */
function fold(cell: string): string {
  const text = printable(cell)
  if (text.length <= longestText) return text
  const indent = /^ */.exec(text)?.[0] ?? ''
  const lines: string[] = []
  let line = indent
  for (const word of text.trim().split(' ')) {
    if (line.length > indent.length && line.length + 1 + word.length > longestText) {
      lines.push(line)
      line = indent
    }
    line += `${line.length > indent.length ? ' ' : ''}${word}`
  }
  return [...lines, line].join('\n')
}
