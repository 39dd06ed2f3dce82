import { compareRuns, type SuiteResult } from '@benchpress/core'
import type { ReportCell, ReportSection, ReportTable } from '@benchpress/core/report'
import type { DocumentedColumn, DocumentedRow, DocumentedTable, DocumentedUnit, Measured, Place } from '@benchpress/core/preset'
import { measuredCell, numberOf, publishedCell } from './documented-cells.ts'
import { findPasses, readPass } from './passes.ts'
import { findPlaces } from './places.ts'

/** The tables of a document as sections: each row as it was published and as it was measured, with the reason where there is no figure. */
export function documentedSections(suite: SuiteResult, tables: readonly DocumentedTable[]): readonly ReportSection[] {
  return tables.flatMap((table) => {
    const measured = measureRows(suite, table).filter(({ isRun }) => isRun || table.onlyRun !== true)
    if (!measured.some(({ isRun }) => isRun)) return []
    const { title, intro, detail } = table
    const { columns, rows } = withFigures(table.columns, measured)
    const missing = missingLines(columns, rows)
    return {
      title,
      ...(intro !== undefined && { intro }),
      ...(detail !== undefined && { detail }),
      parts: [tableOf(columns, rows), ...(missing.length === 0 ? [] : [missing])],
    }
  })
}

/** The tables of a document as data: what was published, and the number of each run; `null` for one that is unknown. */
export function documentedData(suite: SuiteResult, tables: readonly DocumentedTable[]): readonly object[] {
  return tables.map((table) => ({
    title: table.title,
    rows: measureRows(suite, table).map(({ row, values, causes }) => ({
      name: row.name,
      documented: row.documented ?? {},
      measured: Object.fromEntries(table.columns.map(({ head }, index) => [head, (values[index] ?? []).map(numberOf)])),
      ...missingOf(causes),
    })),
  }))
}

// The first reason, where a column has no figure.
function missingOf(causes: readonly string[]): { readonly missing?: string } {
  const missing = causes.find((cause) => cause !== '')
  return missing === undefined ? {} : { missing }
}

interface MeasuredRow {
  readonly row: DocumentedRow
  /** For each column the figure of each run. */
  readonly values: readonly (readonly Measured[])[]
  /** For each column why no run has a figure, as the end of a sentence; empty where one has, or where the variant of the column was not asked for. */
  readonly causes: readonly string[]
  /** Whether a run of the test was made or tried. */
  readonly isRun: boolean
}

function measureRows(suite: SuiteResult, { columns, rows }: DocumentedTable): readonly MeasuredRow[] {
  return (typeof rows === 'function' ? rows(suite) : rows).map((row) => {
    const wheres = columns.map(({ variant }) => ({ ...row.where, ...(variant !== undefined && { variant }) }))
    const places = wheres.map((where) => findPlaces(suite, where))
    const isRun = places.some((one) => one.isRun)
    const { over } = row
    const figures = columns.map((column, index) => {
      const read = (place: Place): Measured => measure(column, row, place)
      if (over === undefined) return (places[index]?.places ?? []).map(read)
      return findPasses(suite, wheres[index] ?? {}).map((pass) => readPass(over, pass, read))
    })
    const causes = places.map(({ missing, isRun: isColumnRun }) =>
      missing === '' || (isRun && !isColumnRun) ? '' : (row.missing?.() ?? missing),
    )
    return { row, values: columns.map((column, index) => changeIn(row, column, columns, figures) ?? figures[index] ?? []), causes, isRun }
  })
}

// By the ratio that decides between the two, where one was published; of times, by how much longer the first takes.
function changeIn(
  { documented = {}, unit }: DocumentedRow,
  { head: name, change }: DocumentedColumn,
  columns: readonly DocumentedColumn[],
  figures: MeasuredRow['values'],
): readonly Measured[] | undefined {
  if (change === undefined) return undefined
  if (documented[name] === undefined) return []
  const sides = change.map((side) => (figures[columns.findIndex(({ head }) => head === side)] ?? []).flatMap((one) => numberOf(one) ?? []))
  const [from = [], to = []] = sides
  const { ratio } = unit === 'time' ? compareRuns(to, from, { better: 'high' }) : compareRuns(from, to, { better: 'high' })
  return ratio === null || ratio === 1 ? [] : [ratio - 1]
}

function measure(column: DocumentedColumn, row: DocumentedRow, place: Place): Measured {
  const own = row.measure?.[column.head]
  if (own !== undefined) return own(place)
  const { figure } = column
  if (figure === undefined) return row.measure === undefined ? column.measure?.(place) : undefined
  const times = row.times === undefined ? place.requests.responseTime : row.times(place)
  return times === null || times === undefined ? null : { times, figure }
}

// A column without any figure is that of a variant that was not asked for.
function withFigures(
  columns: readonly DocumentedColumn[],
  rows: readonly MeasuredRow[],
): { readonly columns: readonly DocumentedColumn[]; readonly rows: readonly MeasuredRow[] } {
  const isShown = ({ head }: DocumentedColumn, index: number): boolean =>
    rows.some(
      ({ row, values, causes }) =>
        row.documented?.[head] !== undefined || causes[index] !== '' || (values[index] ?? []).some((value) => value !== undefined),
    )
  const kept = <Cell>(cells: readonly Cell[]): readonly Cell[] =>
    cells.filter((_cell, index) => columns[index] !== undefined && isShown(columns[index], index))
  return { columns: kept(columns), rows: rows.map((row) => ({ ...row, values: kept(row.values), causes: kept(row.causes) })) }
}

const notPublished = 'not published'

function tableOf(columns: readonly DocumentedColumn[], rows: readonly MeasuredRow[]): ReportTable {
  const [column, ...otherColumns] = columns
  const [row, ...otherRows] = rows
  if (column !== undefined && otherColumns.length === 0)
    return narrowTable(
      column.head,
      rows.map((one) => [one.row.name, documentedCells(columns, one), measuredCells(columns, one)]),
    )
  if (row === undefined || otherRows.length > 0) return wideTable(columns, rows)
  const [documented, measured] = [documentedCells(columns, row), measuredCells(columns, row)]
  return narrowTable(
    row.row.name,
    columns.map(({ head }, index) => [head, documented.slice(index), measured.slice(index)]),
  )
}

type Cells = readonly ReportCell[]

// As in `Count | Documented | Measured`, for a table of one column or one row.
function narrowTable(head: string, lines: readonly (readonly [name: string, documented: Cells, measured: Cells])[]): ReportTable {
  const orNone = (cell: ReportCell = ''): ReportCell => (cell === '' ? notPublished : cell)
  if (lines.every(([, [documented = '']]) => documented === ''))
    return { head: [head, 'Measured'], rows: lines.map(([name, , [measured = '']]) => [name, measured]) }
  return {
    head: [head, 'Documented', 'Measured'],
    rows: lines.map(([name, [documented], [measured = '']]) => [name, orNone(documented), measured]),
  }
}

// More columns than these move into a table below on a narrow terminal.
const mostColumns = 3

function wideTable(columns: readonly DocumentedColumn[], rows: readonly MeasuredRow[]): ReportTable {
  const heads = columns.map(({ head }) => head)
  return {
    head: ['', 'Of', ...heads],
    texts: ['Of'],
    names: 2,
    apart: heads.slice(mostColumns),
    rows: rows.flatMap((measured) => {
      const { name, documented } = measured.row
      const own = ['measured', ...measuredCells(columns, measured)]
      return documented === undefined
        ? [[name, ...own]]
        : [
            [name, 'documented', ...documentedCells(columns, measured)],
            ['', ...own],
          ]
    }),
  }
}

function documentedCells(columns: readonly DocumentedColumn[], { row: { documented = {}, unit } }: MeasuredRow): Cells {
  return columns.map((column) => {
    const published = documented[column.head]
    return published === undefined ? '' : publishedCell(published, unitOf(column, unit))
  })
}

function unitOf({ unit, change }: DocumentedColumn, ofRow: DocumentedUnit | undefined): DocumentedUnit {
  return change === undefined ? (ofRow ?? unit) : 'change'
}

function measuredCells(columns: readonly DocumentedColumn[], { row, values, causes }: MeasuredRow): Cells {
  return columns.map((column, index) => {
    // A figure that was published and not measured is named.
    if (causes[index] !== '' && column.change === undefined)
      return row.documented === undefined || Object.hasOwn(row.documented, column.head) ? 'n/a' : ''
    return measuredCell(values[index] ?? [], unitOf(column, row.unit))
  })
}

// Rows without a figure for one reason share a line, and so do those of a variant that was not run.
function missingLines(columns: readonly DocumentedColumn[], rows: readonly MeasuredRow[]): readonly string[] {
  const reasons = rows.flatMap(({ row, values, causes }) =>
    columns.flatMap(({ variant }, index) => {
      const ofCells = (values[index] ?? []).flatMap((value) =>
        typeof value === 'object' && value !== null && 'missing' in value ? value.missing : [],
      )
      const cause = causes[index] ?? ''
      const where = variant === undefined || cause === '' ? '' : ` on ${variant}`
      return [...(cause === '' ? [] : [cause]), ...ofCells].map((reason) => ({
        reason: `n/a${where}: ${reason}`,
        where,
        name: row.name.trim(),
      }))
    }),
  )
  return [...Map.groupBy(reasons, ({ reason }) => reason)].map(([reason, of]) =>
    of[0]?.where === '' ? `${reason}: ${[...new Set(of.map(({ name }) => name))].join(', ')}` : reason,
  )
}
