import type { ReportTable } from '@benchpress/core/report'
import Table from 'cli-table3'
import { drawCell } from '../format/cell.ts'
import { printable, textWidth } from '../format/texts.ts'
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
  const isSpaced = (index: number): boolean =>
    index === 1 || (index > 1 && (!isDense || [blocks[index - 1], blocks[index]].some((block = []) => isFolded(block))))
  const ruled = blocks.flatMap((block, index) => [...(isSpaced(index) ? [rule] : []), ...drawn.splice(0, block.length)])
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

interface DrawnTable extends Omit<ReportTable, 'rows'> {
  readonly rows: readonly (readonly string[])[]
}

/**
 * The kind of a cell, which decides where it may be folded: a `figure` only in front of a bracket, `to` or `of`, so that it keeps its unit; `words` between
 * them; a `text` also within a word that is too long.
 */
type CellKind = 'figure' | 'words' | 'text'

// A text of this width fits into a terminal of 100 columns, together with a few columns of figures.
const longestText = 60
// A line to the left of each cell, a space on both its sides, and a line at the end.
const aroundCell = 3
const atEnd = 1
// A column of names that is narrower than this takes many lines of word fragments.
const narrowestText = 20

/**
 * Divides a table into several, none of them wider than a terminal. Nothing is left out, and no figure is cut.
 *
 * Cells, and headings, are folded first, the widest before the others. Where that is not enough, columns move into a table of their own with the same names of
 * rows: those that the table names as `apart`, or else the last ones. A table that fits stays as it is, except for texts longer than 60 characters.
 */
export function fitTable(content: DrawnTable, columns: number): readonly DrawnTable[] {
  const { head, names = 1 } = content
  const every = head.map((_heading, column) => widthsOf(content, column))
  const room = columns - atEnd - head.length * aroundCell
  if (sum(every.map(({ least }) => least)) <= room || head.length <= names + 1) return [foldTable(content, limitsOf(every, room))]
  const first = firstPart(content, every, columns)
  const isName = (column: number): boolean => column < names
  const rest = pick(content, (column) => isName(column) || !first.includes(column))
  // A row without a cell in these columns is only in the other table.
  const telling = rest.rows.filter((row) => row.slice(names).some((cell) => cell !== ''))
  return [
    ...fitTable(
      pick(content, (column) => isName(column) || first.includes(column)),
      columns,
    ),
    ...(telling.length === 0 ? [] : fitTable({ ...rest, rows: telling }, columns)),
  ]
}

interface Widths {
  /** The width of the column where there is room for all columns. */
  readonly natural: number
  /** The least width of the column, with all its cells folded. */
  readonly least: number
}

function widthsOf({ head, rows, texts }: DrawnTable, column: number): Widths {
  const heading = head[column] ?? ''
  const kind = kindOf(heading, column, texts)
  const cells = rows.map((row) => row[column] ?? '')
  return {
    natural: Math.max(textWidth(heading), ...cells.map((cell) => naturalWidth(cell, kind))),
    least: Math.max(leastWidth(heading, 'words'), ...cells.map((cell) => leastWidth(cell, kind))),
  }
}

function naturalWidth(cell: string, kind: CellKind): number {
  const lines = foldCell(cell, longestText, kind === 'text' ? 'words' : kind).split('\n')
  return Math.max(...lines.map(textWidth))
}

function kindOf(heading: string, column: number, texts: readonly string[] = []): CellKind {
  return column === 0 || texts.includes(heading) ? 'text' : 'figure'
}

/** The greatest width of each column: the widest columns are brought down to a common width, as far as they can be folded. */
function limitsOf(every: readonly Widths[], room: number): readonly number[] {
  const widthsAt = (limit: number): readonly number[] => every.map(({ natural, least }) => Math.max(least, Math.min(natural, limit)))
  let limit = Math.max(0, ...every.map(({ natural }) => natural))
  while (limit > 1 && sum(widthsAt(limit)) > room) limit -= 1
  return widthsAt(limit)
}

function foldTable({ head, rows, texts, ...rest }: DrawnTable, limits: readonly number[]): DrawnTable {
  const fold = (cell: string, column: number, kind: CellKind): string => foldCell(cell, limits[column] ?? Infinity, kind)
  return {
    ...rest,
    ...(texts !== undefined && { texts }),
    head: head.map((heading, column) => fold(heading, column, 'words')),
    rows: rows.map((row) => row.map((cell, column) => fold(cell, column, kindOf(head[column] ?? '', column, texts)))),
  }
}

/** The columns after the names that stay together: all that are not marked as apart, or as many as there is room for, but at least one. */
function firstPart({ head, names = 1, apart = [] }: DrawnTable, every: readonly Widths[], columns: number): readonly number[] {
  const own = head.map((_heading, column) => column).slice(names)
  const together = own.filter((column) => !apart.includes(head[column] ?? ''))
  if (together.length > 0 && together.length < own.length) return together
  const widthUpTo = (end: number): number => sum(every.slice(0, end).map(({ least }) => least + aroundCell)) + atEnd
  return own.filter((column) => column === names || widthUpTo(column + 1) <= columns)
}

function pick({ head, rows, ...rest }: DrawnTable, isPicked: (column: number) => boolean): DrawnTable {
  const own = (cells: readonly string[]): readonly string[] => cells.filter((_cell, column) => isPicked(column))
  return { ...rest, head: own(head), rows: rows.map(own) }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

// Folds a cell into lines of at most a number of columns; the lines after the first have its indent.
function foldCell(cell: string, width: number, kind: CellKind): string {
  if (textWidth(cell) <= width) return cell
  const indent = indentOf(cell)
  const room = Math.max(1, width - indent.length)
  const lines: string[] = []
  let line = ''
  for (const part of partsOf(cell, kind).flatMap((whole) => (kind === 'text' ? breakWord(whole, room) : [whole]))) {
    const longer = line === '' ? part : `${line} ${part}`
    if (line !== '' && textWidth(longer) > room) {
      lines.push(line)
      line = part
    } else line = longer
  }
  return [...lines, line].map((each) => `${indent}${each}`).join('\n')
}

// The fewest columns that a cell is folded to.
function leastWidth(cell: string, kind: CellKind): number {
  const indent = indentOf(cell).length
  if (kind === 'text') return Math.min(textWidth(cell), indent + narrowestText)
  return indent + Math.max(...partsOf(cell, kind).map(textWidth))
}

function indentOf(cell: string): string {
  return /^ */.exec(cell)?.[0] ?? ''
}

function partsOf(cell: string, kind: CellKind): readonly string[] {
  return cell.trim().split(kind === 'figure' ? / (?=\(|to |of )/ : ' ')
}

/** Breaks a word, such as a path, after a character that separates its parts, or anywhere in a word without one. */
function breakWord(word: string, room: number): readonly string[] {
  const pieces: string[] = []
  let rest = Array.from(word)
  while (textWidth(rest.join('')) > room) {
    let end = 1
    while (end < rest.length && textWidth(rest.slice(0, end + 1).join('')) <= room) end += 1
    const separated = rest.slice(0, end).findLastIndex((character) => '/-_.:,;?&='.includes(character)) + 1
    pieces.push(rest.splice(0, separated > end / 2 ? separated : end).join(''))
  }
  return [...pieces, rest.join('')]
}
