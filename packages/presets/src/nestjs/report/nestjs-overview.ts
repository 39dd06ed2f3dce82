import type { ReportCell, ReportTable } from '@benchpress/core/report'
import type { ComparedFigure } from '../findings/compared-figures.ts'
import type { TestFindings } from '../findings/find-in-test.ts'
import type { NestjsTestName } from '../nestjs-tests.ts'
import { betterCell, documentedCell, documentedHeads, measuredCell } from './nestjs-tables.ts'

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
