import type { TestResult } from '@benchpress/core'
import { rateColumn, timeColumns, type DocumentedTable } from '@benchpress/core/preset'
import { describe, expect, test } from 'vitest'
import { scenario, suiteResult, testResult } from '../../../test/suite-fixture.ts'
import { endpoint, times } from '../../../test/users-fixture.ts'
import { drawCell } from '../../format/cell.ts'
import { documentedData, documentedSections } from './documented-tables.ts'

const table: DocumentedTable = {
  title: 'Documented and measured',
  columns: [rateColumn('RPS'), ...timeColumns({ p50: 'p50', Max: 'max' })],
  rows: [
    { name: 'reads', where: { scenario: 'reads' }, documented: { RPS: 480.55, p50: '0.45ms', Max: [1, 2, 3] } },
    { name: 'orders', where: { scenario: 'orders' }, documented: { RPS: 5100 } },
    { name: 'of an endpoint', where: { scenario: 'reads', endpoint: 'GET /items' } },
  ],
}

const reads = (changes: Partial<TestResult> = {}, perSecond = 199_249): TestResult =>
  testResult({
    scenarios: [
      scenario({
        name: 'reads',
        throughput: { requestsPerSecond: perSecond, okPerSecond: perSecond, bytesPerSecond: 0 },
        endpoints: [endpoint({ name: 'GET /items', requestsPerSecond: 12, responseTime: times(7, 5000) })],
      }),
    ],
    ...changes,
  })

function rowsOf(tests: readonly TestResult[], shown: DocumentedTable = table): readonly (readonly string[])[] {
  const [section] = documentedSections(suiteResult(tests), [shown])
  const [part] = section?.parts ?? []
  return part !== undefined && 'head' in part ? [part.head, ...part.rows.map((row) => row.map(drawCell))] : []
}

describe('a documented table', () => {
  test('shows what was published as it was published, and below it what was measured', () => {
    expect(rowsOf([reads()])).toEqual([
      ['', 'Of', 'RPS', 'p50', 'Max'],
      ['reads', 'documented', '480.55', '0.45ms', '2 ms (1 ms to 3 ms)'],
      ['', 'measured', '199,249', '24 ms', '138 ms'],
      ['orders', 'documented', '5,100', '', ''],
      ['', 'measured', 'n/a', '', ''],
      ['of an endpoint', 'measured', '12', '7 ms', '56 ms'],
    ])
  })

  test('shows several runs by their mean, lowest and highest', () => {
    expect(rowsOf([reads(), reads({ repeat: 2 }, 100_001)])[2]?.[2]).toBe('149,625 (100,001 to 199,249)')
  })

  test('names what was not measured with the reason, once for all rows that share it', () => {
    const [section] = documentedSections(suiteResult([reads()]), [table])
    expect(section?.parts[1]).toEqual(['n/a: it was not run: orders'])
    const lost = reads({ interrupted: { cause: 'target', reason: 'nothing is listening', at: -1 }, scenarios: [] })
    const [, lines] = documentedSections(suiteResult([lost]), [table])[0]?.parts ?? []
    expect(lines).toEqual(['n/a: nothing is listening: reads, orders, of an endpoint'])
  })

  test('has a row for each figure where it has one row or one column', () => {
    const oneRow = { ...table, rows: [{ name: 'reads', documented: { RPS: 480.55, p50: 0.45 } }] }
    expect(rowsOf([reads()], oneRow)).toEqual([
      ['reads', 'Documented', 'Measured'],
      ['RPS', '480.55', '199,249'],
      ['p50', '0.45 ms', '24 ms'],
      ['Max', 'not published', '138 ms'],
    ])
  })

  test('is left out where none of its tests was run, as of another part', () => {
    expect(documentedSections(suiteResult([reads()]), [{ ...table, rows: [{ name: 'x', where: { test: 'other' } }] }])).toEqual([])
  })

  test('leaves out rows that were not run, where it says so', () => {
    const [section] = documentedSections(suiteResult([reads()]), [{ ...table, onlyRun: true }])
    expect(section?.parts).toHaveLength(1)
    expect(rowsOf([reads()], { ...table, onlyRun: true })).toHaveLength(4)
  })

  test.each([
    ['mean', ['200 (150 to 250)', '24 ms']],
    ['sum', ['400 (300 to 500)', '48 ms']],
    ['best', ['150 (100 to 200)', '24 ms']],
  ] as const)('has rows over several tests, a value for each repeat: their %s', (over, figures) => {
    const tests = [reads({}, 100), reads({ name: 'more' }, 200), reads({ repeat: 2 }, 200), reads({ name: 'more', repeat: 2 }, 300)]
    expect(rowsOf(tests, { ...table, rows: [{ name: 'all', documented: { RPS: 10 }, over }, { name: 'one' }] })[2]?.slice(2, 4)).toEqual(
      figures,
    )
  })

  test('has its figures as data, a number for each run', () => {
    expect(documentedData(suiteResult([reads(), reads({ repeat: 2 }, 100_001)]), [table])).toMatchObject([
      {
        rows: [
          { name: 'reads', documented: { p50: '0.45ms' }, measured: { RPS: [199_249, 100_001], p50: [24, 24] } },
          { name: 'orders', missing: 'it was not run' },
          { measured: { RPS: [12, 12] } },
        ],
      },
    ])
  })
})
