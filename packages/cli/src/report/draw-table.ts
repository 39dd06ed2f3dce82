import Table from 'cli-table3'
import type { Palette } from './palette.ts'

/** A table of texts: the first column names the rows. */
export interface TableContent {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Draws a table in box characters, as wide as its content. */
export function drawTable(content: TableContent, palette: Palette): string {
  const table = new Table({ head: content.head.map((text) => palette.heading(text)), style: { head: [], border: [] } })
  for (const [name = '', ...cells] of content.rows) table.push([palette.strong(name), ...cells])
  return table.toString()
}
