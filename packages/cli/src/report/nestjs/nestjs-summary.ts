import type { ReportTable } from '@benchpress/core/report'
import type { TestFindings } from '../../presets/nestjs/findings/find-in-test.ts'
import { sayDifference } from './nestjs-lines.ts'

const documentedWinners = {
  load: 'multi-core: 40 to 60 % better p99',
  websocket: 'single-core: 100 % success, less than a millisecond',
  max: 'multi-core: 86 % more capacity, 99.96 % success',
} as const

/** Who won each test, as the document says and as it was measured. */
export function summaryTable(tests: readonly TestFindings[]): ReportTable {
  return {
    head: ['Test', 'Documented winner', 'Winner', 'By'],
    texts: ['Documented winner', 'Winner', 'By'],
    rows: tests.map(({ name, title, winner, undecided, variants }) => [
      title,
      documentedWinners[name],
      winner?.variant ?? 'none',
      winner === null ? (undecided ?? '') : sayDifference(winner.by, variants),
    ]),
  }
}
