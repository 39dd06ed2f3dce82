import type { ReportCell, ReportTable } from '@benchpress/core/report'
import { drawCell } from '../format/cell.ts'
import { markup, type Markup } from './markup.ts'
import { cellMarkup } from './text-markup.ts'

type Row = readonly ReportCell[]

/**
 * Writes a table that scrolls within its own box where it is wider than the page.
 *
 * @param name name of the table for a screen reader
 */
export function tableMarkup(table: ReportTable, name: string): Markup {
  const { head, rows, isSortable = false } = table
  if (rows.length === 0) return markup``
  const groups = isSortable ? blocksOf(rows) : [rows]
  return markup`<div class="scroll" role="group" aria-label="${name}" tabindex="0">
<table${isSortable && groups.length > 1 ? markup` data-sortable` : ''}>
<caption class="unseen">${name}</caption>
<thead><tr>${head.map((heading, column) => markup`<th scope="col"${isText(table, column) ? '' : markup` class="figure"`}>${heading}</th>`)}</tr></thead>
${groups.map((group) => markup`<tbody>\n${group.map((row) => rowMarkup(row, table))}</tbody>\n`)}</table>
</div>
`
}

// A row and the indented rows below it, which stay together in any order.
function blocksOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const blocks: Row[][] = []
  for (const row of rows) {
    const last = blocks.at(-1)
    if (last !== undefined && drawCell(row[0] ?? '').startsWith(' ')) last.push(row)
    else blocks.push([row])
  }
  return blocks
}

function rowMarkup(row: Row, table: ReportTable): Markup {
  return markup`<tr>${row.map((cell, column) => entryMarkup(cell, column, table))}</tr>\n`
}

function entryMarkup(cell: ReportCell, column: number, table: ReportTable): Markup {
  const { names = 1 } = table
  const text = drawCell(cell)
  if (column < names) {
    const isIndented = text.startsWith(' ')
    return markup`<th scope="row"${isIndented ? markup` class="indented"` : ''}>${isIndented ? text.trim() : cellMarkup(cell)}</th>`
  }
  if (isText(table, column)) return markup`<td>${cellMarkup(cell)}</td>`
  const value = typeof cell !== 'string' && 'value' in cell ? cell.value : undefined
  return markup`<td class="figure"${value === undefined ? '' : markup` data-value="${value}"`}>${cellMarkup(cell)}</td>`
}

function isText({ head, names = 1, texts = [] }: ReportTable, column: number): boolean {
  return column < names || texts.includes(head[column] ?? '')
}
