import type { ReportTable } from '@benchpress/core/report'
import Table from 'cli-table3'
import { drawCell } from './format/cell.ts'
import { printable } from './format/texts.ts'
import { fitTable, type DrawnTable } from './fit-table.ts'
import type { Style } from './palette.ts'

/**
 * Draws a table in box characters, with long texts on several lines; every cell is made printable.
 *
 * A table that is wider than the terminal is drawn as several tables; a table in a file is as wide as its content.
 */
export function drawTable({ head, rows, isDense = false, ...content }: ReportTable, style: Style): string {
  const shown = { ...content, head: head.map(printable), rows: rows.map((row) => row.map((cell) => printable(drawCell(cell)))) }
  return fitTable(shown, style.columns ?? Infinity)
    .map((table) => drawFitted(table, isDense, style))
    .join('\n')
}

// cli-table3 takes minutes for a cell of many lines, so each line is passed as a row, and the rules between rows are drawn here.
const withoutRules = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }

function drawFitted({ head, rows }: DrawnTable, isDense: boolean, { heading, strong }: Style): string {
  const blocks = [linesOf(head, heading), ...rows.map(([name = '', ...cells]) => linesOf([name, ...cells], strong, 1))]
  const table = new Table({ chars: withoutRules, style: { border: [] } })
  for (const line of blocks.flat()) table.push([...line])
  const [top = '', ...drawn] = table.toString().split('\n')
  const rule = top.replace('┌', '├').replaceAll('┬', '┼').replace('┐', '┤')
  // A row of several lines would run into the next one, unless only its name takes several lines.
  const isApart = (index: number): boolean =>
    index === 1 || (index > 1 && (!isDense || [blocks[index - 1], blocks[index]].some((block = []) => isFolded(block))))
  const ruled = blocks.flatMap((block, index) => [...(isApart(index) ? [rule] : []), ...drawn.splice(0, block.length)])
  return [top, ...ruled, ...drawn].join('\n')
}

function isFolded([, ...more]: readonly (readonly string[])[]): boolean {
  return more.some(([_name, ...cells]) => cells.some((cell) => cell !== ''))
}

/** The lines of a row of a table, each with a part of every cell; the first cells are painted. */
function linesOf(cells: readonly string[], paint: Style['strong'], painted = cells.length): readonly (readonly string[])[] {
  const parts = cells.map((cell) => cell.split('\n'))
  return Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, line) =>
    parts.map(({ [line]: part = '' }, column) => (column < painted && part !== '' ? paint(part) : part)),
  )
}
