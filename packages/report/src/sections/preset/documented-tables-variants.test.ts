import type { TestResult } from '@benchpress/core'
import type { DocumentedTable } from '@benchpress/core/preset'
import { describe, expect, test } from 'vitest'
import { scenario, suiteResult, testResult } from '../../../test/suite-fixture.ts'
import { documentedSections } from './documented-tables.ts'

function run(variant: string, started: number): TestResult {
  return testResult({ variant, scenarios: [scenario({ counts: { ...scenario().counts, scheduled: started, started } })] })
}

const table: DocumentedTable = {
  title: 'Any',
  columns: [
    { head: 'One', unit: 'count', variant: 'one', measure: ({ requests }) => requests.counts.started },
    { head: 'Two', unit: 'count', variant: 'two', measure: ({ requests }) => requests.counts.started },
    { head: 'Alone', unit: 'count', variant: 'default', measure: ({ requests }) => requests.counts.started },
    { head: 'Change', unit: 'change', change: ['One', 'Two'] },
  ],
  rows: [
    { name: 'requests', documented: { One: 100, Two: 179, Change: '+79%' } },
    { name: 'more requests', documented: { One: 5, Two: 6 } },
  ],
}

function rowsOf(...tests: readonly TestResult[]): unknown {
  const [section] = documentedSections(suiteResult(tests), [table])
  const [first] = section?.parts ?? []
  return JSON.parse(JSON.stringify(first, (_key, value: unknown) => (isFigure(value) ? value.figure : value)))
}

function isFigure(value: unknown): value is { readonly figure: string } {
  return typeof value === 'object' && value !== null && 'figure' in value
}

describe('columns of variants', () => {
  test('show the runs of their variants, and the change where one was published; a column without a figure is left out', () => {
    expect(rowsOf(run('one', 200), run('two', 300))).toMatchObject({
      head: ['', 'Of', 'One', 'Two', 'Change'],
      rows: [
        ['requests', 'documented', '100', '179', '+79%'],
        ['', 'measured', '200', '300', '+50 %'],
        ['more requests', 'documented', '5', '6', ''],
        ['', 'measured', '200', '300', ''],
      ],
    })
  })

  test('are empty for variants that were not run', () => {
    expect(rowsOf(run('default', 7))).toMatchObject({
      head: ['', 'Of', 'One', 'Two', 'Alone', 'Change'],
      rows: [
        ['requests', 'documented', '100', '179', '', '+79%'],
        ['', 'measured', '', '', '7', ''],
        ['more requests', 'documented', '5', '6', '', ''],
        ['', 'measured', '', '', '7', ''],
      ],
    })
  })

  test('are n/a, with the cause, for a variant whose runs did not begin', () => {
    const away = testResult({ variant: 'two', scenarios: [], interrupted: { cause: 'target', reason: 'nothing is listening', at: 0 } })
    const [section] = documentedSections(suiteResult([run('one', 200), away]), [table])
    expect(section?.parts.at(-1)).toEqual(['n/a on two: nothing is listening'])
  })
})
