import type { SuiteResult } from '@benchpress/core'
import type { ReportCell, ReportSection, ReportTable } from '@benchpress/core/report'
import type { DocumentedColumn, DocumentedRow, DocumentedTable, Measured, Place } from '@benchpress/core/preset'
import { measuredCell, numberOf, publishedCell } from './documented-cells.ts'
import { findPlaces, type Places } from './places.ts'

/** The tables of a document as sections: each row as it was published and as it was measured, with the reason where there is no figure. */
export function documentedSections(suite: SuiteResult, tables: readonly DocumentedTable[]): readonly ReportSection[] {
  return tables.flatMap((table) => {
    const rows = measureRows(suite, table)
    if (!rows.some(({ isRun }) => isRun)) return []
    const { title, intro, columns, detail } = table
    const missing = missingLines(rows)
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
    rows: measureRows(suite, table).map(({ row, values, missing }) => ({
      name: row.name,
      documented: row.documented ?? {},
      measured: Object.fromEntries(table.columns.map(({ head }, index) => [head, (values[index] ?? []).map(numberOf)])),
      ...(missing !== '' && { missing }),
    })),
  }))
}

interface MeasuredRow extends Omit<Places, 'places'> {
  readonly row: DocumentedRow
  /** For each column the figure of each run. */
  readonly values: readonly (readonly Measured[])[]
}

function measureRows(suite: SuiteResult, { columns, rows }: DocumentedTable): readonly MeasuredRow[] {
  return (typeof rows === 'function' ? rows(suite) : rows).map((row) => {
    const { places, missing, isRun } = findPlaces(suite, row.where)
    const values = columns.map((column) => places.map((place) => measure(column, row, place)))
    return { row, values, isRun, missing: (missing === '' ? undefined : row.missing?.()) ?? missing }
  })
}

function measure(column: DocumentedColumn, row: DocumentedRow, place: Place): Measured {
  const own = row.measure?.[column.head]
  if (own !== undefined) return own(place)
  const { figure } = column
  if (figure === undefined) return row.measure === undefined ? column.measure?.(place) : undefined
  const times = row.times === undefined ? place.requests.responseTime : row.times(place)
  return times === null || times === undefined ? null : { times, figure }
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
    return published === undefined ? '' : publishedCell(published, unit ?? column.unit)
  })
}

function measuredCells(columns: readonly DocumentedColumn[], { row, values, missing }: MeasuredRow): Cells {
  return columns.map((column, index) => {
    // A figure that was published and not measured is named.
    if (missing !== '') return row.documented === undefined || Object.hasOwn(row.documented, column.head) ? 'n/a' : ''
    return measuredCell(values[index] ?? [], row.unit ?? column.unit)
  })
}

// Rows without a figure for one reason share a line.
function missingLines(rows: readonly MeasuredRow[]): readonly string[] {
  const reasons = rows.flatMap(({ row, values, missing }) => {
    const ofCells = values
      .flat()
      .flatMap((value) => (typeof value === 'object' && value !== null && 'missing' in value ? value.missing : []))
    return [...new Set([...(missing === '' ? [] : [missing]), ...ofCells])].map((reason) => ({ reason, name: row.name.trim() }))
  })
  return [...Map.groupBy(reasons, ({ reason }) => reason)].map(
    ([reason, of]) => `n/a: ${reason}: ${[...new Set(of.map(({ name }) => name))].join(', ')}`,
  )
}
