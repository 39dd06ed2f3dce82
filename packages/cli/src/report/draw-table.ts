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

/** Draws a table in box characters, as wide as its content; every cell is made printable. */
export function drawTable(content: TableContent, palette: Palette): string {
  const table = new Table({ head: content.head.map((text) => palette.heading(printable(text))), style: { head: [], border: [] } })
  for (const [name = '', ...cells] of content.rows) table.push([palette.strong(printable(name)), ...cells.map(printable)])
  return table.toString()
}
