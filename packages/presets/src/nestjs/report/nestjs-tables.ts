import { formatShare, type ReportCell, type ReportTable } from '@benchpress/core/report'
import { numberCell, spreadCell, whyNone } from '@benchpress/report'
import { formatChange, formatNumber, formatTime } from '@benchpress/report/format'
import type { ComparedFigure } from '../findings/compared-figures.ts'
import type { DocumentedPair } from '../findings/documented-nestjs.ts'
import type { TestFindings } from '../findings/find-in-test.ts'
import type { NestjsTestName } from '../nestjs-tests.ts'

const documentedHeads: readonly string[] = ['Documented, 1 core', 'Documented, 12 cores']

/** The figures of a test: documented, measured on each variant, their difference, and the better variant where the runs decide it. */
export function figuresTable(test: TestFindings): ReportTable {
  // Users are still active at the end where the graceful stop was too short, or the test ended early.
  const shown = test.figures.filter(({ name, values }) => name !== 'aborted' || values.some((side) => side.some((value) => value > 0)))
  return tableOf(
    test,
    'Figure',
    shown.map((figure) => [figure, test.documented.figures[figure.name]]),
  )
}

/** Mean, or p99, of the response times of each endpoint. */
export function endpointsTable(test: TestFindings, key: 'mean' | 'p99'): ReportTable {
  return tableOf(
    test,
    `${test.name === 'websocket' ? 'Round trip' : 'Endpoint'}, ${key}`,
    test.endpoints.map((endpoint) => [endpoint[key], test.documented.endpoints.find(({ name }) => name === endpoint.name)?.[key]]),
  )
}

type Row = readonly [figure: ComparedFigure, documented: DocumentedPair | undefined]

function tableOf(test: TestFindings, first: string, rows: readonly Row[]): ReportTable {
  const { variants } = test
  const isCompared = variants.length > 1
  // Figures that were not published, such as the endpoints of the maximum test, have no documented columns.
  const published = rows.some(([, documented]) => documented !== undefined) ? documentedHeads : []
  return {
    head: [
      first,
      ...published,
      ...variants.map(({ variant }) => (variant === 'default' ? 'Measured' : variant)),
      ...(isCompared ? ['Difference', 'Better'] : []),
    ],
    texts: ['Better'],
    apart: documentedHeads,
    rows: rows.map(([figure, documented]) => [
      figure.label,
      ...published.map((_head, side) => documentedCell(figure, documented?.[side])),
      ...variants.map((_variant, side) => measuredCell(test, figure, side)),
      ...(isCompared ? [changeCell(figure), betterCell(figure)] : []),
    ]),
  }
}

/** A published figure: `n/a` where it is missing on this side, and empty where it was not published at all. */
function documentedCell({ unit }: ComparedFigure, value: number | null | undefined): ReportCell {
  if (value === undefined) return ''
  if (value === null) return 'n/a'
  // Written as it was printed: a share with two decimals, and 0 ms where nothing was measured.
  if (unit === 'share') return numberCell(value, (share) => `${Number((share * 100).toFixed(2))} %`)
  return numberCell(value, unit === 'time' && value === 0 ? () => '0 ms' : formats[unit])
}

/** A figure of the runs of a variant, the first of which is side 0. */
function measuredCell({ variants }: TestFindings, { spreads, unit }: ComparedFigure, side: number): ReportCell {
  const runs = variants[side]?.runs ?? []
  if (runs.every(({ notRun }) => notRun !== null)) return 'n/a'
  return spreadCell(spreads[side] ?? null, formats[unit])
}

function changeCell({ change }: ComparedFigure): ReportCell {
  return change === null || change === 0 ? '' : numberCell(change, formatChange)
}

/** The better variant in a figure; `none` where the runs do not decide it. */
function betterCell(figure: ComparedFigure): string {
  return figure.better ?? (isUndecided(figure) ? 'none' : '')
}

/** Whether both sides were compared in a figure, and neither is better. */
function isUndecided({ better, compared, values }: ComparedFigure): boolean {
  return better === null && compared !== null && values.every((side) => side.length > 0)
}

/** Why figures have no better side, each reason once. */
export function undecidedLines(figures: readonly ComparedFigure[]): readonly string[] {
  const undecided = figures.filter(isUndecided)
  const reasons = [...new Set(undecided.flatMap(({ compared }) => (compared === null ? [] : [whyNone(compared)])))]
  return reasons.length === 0 ? [] : [`better is none: ${reasons.join('; or ')}`]
}

/** The formats of figures, by unit. */
export const formats: Readonly<Record<ComparedFigure['unit'], (value: number) => string>> = {
  count: formatNumber,
  share: formatShare,
  rate: formatNumber,
  time: formatTime,
}

/** The most important figures of each test, by name. */
const telling: Readonly<Record<NestjsTestName, readonly string[]>> = {
  load: ['completed', 'p99'],
  websocket: ['completed', 'roundTripP99'],
  max: ['completedShare', 'sustained', 'auctionsP99'],
}

/** Finds the most important figures of a test. */
export function tellingFigures({ name, figures }: TestFindings): readonly ComparedFigure[] {
  return telling[name].flatMap((wanted) => figures.find((figure) => figure.name === wanted) ?? [])
}

/** The table of the most important figures of each test, documented beside measured, with a row for each variant of the target. */
export function nestjsOverview(tests: readonly TestFindings[]): ReportTable {
  const names = [...new Set(tests.flatMap(({ variants }) => variants.map(({ variant }) => variant)))]
  const [only = 'default', ...others] = names
  if (others.length === 0) {
    return {
      head: ['Figure', ...documentedHeads, only === 'default' ? 'Measured' : only],
      apart: documentedHeads,
      rows: rowsOf(tests, (test, figure, documented) => [[...documented, measuredCell(test, figure, 0)]]),
    }
  }
  return {
    head: ['Figure', 'Of', ...names, 'Better'],
    texts: ['Of', 'Better'],
    names: 2,
    rows: rowsOf(tests, (test, figure, documented) => [
      ...(documented.every((cell) => cell === '') ? [] : [['documented', ...documented, '']]),
      ['measured', ...names.map((_name, side) => measuredCell(test, figure, side)), betterCell(figure)],
    ]),
  }
}

type Rows = readonly (readonly ReportCell[])[]

// Only the first row of a figure has its name.
function rowsOf(
  tests: readonly TestFindings[],
  make: (test: TestFindings, figure: ComparedFigure, documented: readonly ReportCell[]) => Rows,
): Rows {
  return tests.flatMap((test) =>
    tellingFigures(test).flatMap((figure) => {
      const published = test.documented.figures[figure.name]
      const documented = documentedHeads.map((_head, side) => documentedCell(figure, published?.[side]))
      return make(test, figure, documented).map((cells, index) => [index === 0 ? `${test.name}: ${figure.label}` : '', ...cells])
    }),
  )
}
