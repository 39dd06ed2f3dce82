import type { TestResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { documentedTimes, failedThreshold, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { describeFailures } from './thresholds.ts'
import { plainPalette } from '../render/palette.ts'
import type { ReportExtras } from './extras.ts'
import { drawCell } from '../format/cell.ts'
import { formatChange } from '@benchpress/core/report'
import { variantsSections } from './variants.ts'

const options: ReportExtras = { allPercentiles: false, statusCodes: false }

function runOf(variant: string, repeat: number, okPerSecond: number, changes: Partial<TestResult> = {}): TestResult {
  const throughput = { requestsPerSecond: okPerSecond, okPerSecond, bytesPerSecond: 1e6 }
  return testResult({ variant, repeat, scenarios: [scenario({ throughput, responseTime: documentedTimes })], ...changes })
}

function notRun(variant: string, repeat: number): TestResult {
  const idle = scenario({ counts: { ...scenario().counts, started: 0, scheduled: 0 } })
  const reason = 'the command "node server.js" exited with code 3 before it was ready; it printed:\n  no database'
  return testResult({
    variant,
    repeat,
    scenarios: [idle],
    interrupted: { cause: 'target', reason, at: 0 },
    verdict: { level: 'invalid', reasons: [] },
  })
}

const both = suiteResult([
  runOf('single', 1, 1000),
  runOf('multi', 1, 1800),
  runOf('multi', 2, 1810),
  runOf('single', 2, 1010),
  runOf('single', 3, 1020),
  runOf('multi', 3, 1820),
  runOf('multi', 4, 1830),
  runOf('single', 4, 1030),
  runOf('single', 5, 1040),
  runOf('multi', 5, 1840),
])
const oneSided = suiteResult([runOf('single', 1, 1000), notRun('multi', 1)])

describe('variants', () => {
  test('are compared figure by figure, below the table of their runs', () => {
    const [runs, ...comparison] = variantsSections(both)
    expect(runs).toMatchObject({
      title: 'Runs by variant',
      parts: [{ head: expect.arrayContaining(['Variant', 'Run', 'Req/Sec']) as unknown, rows: expect.any(Array) as unknown }],
    })
    expect(tableOf(runs).map(([variant, run, rate]) => [variant, run, rate])).toEqual(
      [...['1,000', '1,010', '1,020', '1,030', '1,040'].entries()]
        .map(([index, rate]) => ['single', String(index + 1), rate])
        .concat([...['1,800', '1,810', '1,820', '1,830', '1,840'].entries()].map(([index, rate]) => ['multi', String(index + 1), rate])),
    )
    const [first] = tableOf(comparison.find(({ title }) => title === 'single and multi'))
    expect(first?.slice(1, 5)).toEqual(['Ok/Sec', '1,020 (1,000 to 1,040)', '1,820 (1,800 to 1,840)', '+78 %'])
    expect(first?.at(-1)).toBe('better')
  })

  test('have n/a for one that was not run, and a line with the invalid run and its cause', () => {
    const sections = variantsSections(oneSided)
    expect(tableOf(sections[0]).map(([variant, , rate]) => [variant, rate])).toEqual([
      ['single', '1,000'],
      ['multi', 'n/a'],
    ])
    expect(sections.at(-1)?.parts).toEqual([
      {
        lines: [
          'n/a: run 1 of multi is invalid, and sent nothing: the command "node server.js" exited with code 3 before it was ready; it printed: no database',
        ],
      },
    ])
  })

  test('variants are compared by test where there are several', () => {
    const [first, second] = [scenario({ name: 'reads' }), scenario({ name: 'writes' })]
    const run = (name: string, variant: string): TestResult => testResult({ name, variant, scenarios: [first, second] })
    const suite = suiteResult([run('load', 'a'), run('load', 'b'), testResult({ name: 'own' })])
    expect(variantsSections(suite).flatMap(({ title }) => (title === '' ? [] : [title]))).toEqual([
      'Runs by variant, load, reads',
      'Runs by variant, load, writes',
      'a and b, load',
    ])
  })

  test('variants are not compared in a suite of one target', () => {
    expect(variantsSections(suiteResult())).toEqual([])
  })
})

describe('a report', () => {
  test('names the variant of each run, and has n/a in place of the figures of one that was not run', () => {
    const text = textReport(oneSided, options, plainPalette)
    expect(text).toContain(
      'multi\nn/a: the run is invalid, and sent nothing: the command "node server.js" exited with code 3 before it was ready; it printed: no database\n',
    )
    expect(text).toContain('Run 1 of single: valid\n')
    expect(text).toContain('Run 1 of multi: invalid\n')
    expect(text).not.toContain('No request was started.')
  })

  test('a report has n/a in Markdown for a variant that was not run', () => {
    const text = markdownReport(oneSided, options)
    expect(text).toContain('### Runs by variant\n')
    expect(text).toContain('- run 1 of multi was limited by')
    expect(text).toContain('Run 1: n/a: the run is invalid, and sent nothing: the command')
  })

  test('a report names test and variant of thresholds that failed', () => {
    const missed = { thresholds: [failedThreshold] }
    const suite = suiteResult([
      testResult({ name: 'a', variant: 'x', ...missed }),
      testResult({ name: 'b', variant: 'y', repeat: 2, ...missed }),
    ])
    expect(describeFailures(suite).map((failure) => failure.slice(0, 30))).toEqual([
      'run 1 of a, x: threshold faile',
      'run 2 of b, y: threshold faile',
    ])
    expect(textReport(suite, options, plainPalette)).toContain('run 2 of b, y: http_response_time p99 < 15ms')
  })
})

test.each([
  [0.123, '+12 %'],
  [-0.0456, '-4.6 %'],
  [0, '0.0 %'],
  [-0.00001, '0.0 %'],
  [2.5, '+250 %'],
])('a change of %d is written as %s', (change, text) => {
  expect(formatChange(change)).toBe(text)
})

function tableOf(section: ReturnType<typeof variantsSections>[number] | undefined): readonly (readonly string[])[] {
  const [table] = section?.parts ?? []
  if (table === undefined || !('rows' in table)) throw new Error('the section has no table')
  return table.rows.map((row) => row.map(drawCell))
}
