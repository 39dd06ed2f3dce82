import { describe, expect, test } from 'vitest'
import { suiteResult, testResult } from '../../test/suite-fixture.ts'
import { overview, type AssertingTest } from './overview.ts'

test('a test that asserts something of several load tests, or in several attempts, is counted once', () => {
  const of = (...states: readonly AssertingTest['state'][]) => ({
    suite: suiteResult([testResult()]),
    tests: states.map((state) => ({ name: 'load/shop.test.ts > bids stay fast', state })),
    page: 'shop.html',
  })
  const [, tests] = overview([of('passed'), of('retried', 'passed')], 'reports').sections
  expect(tests).toMatchObject({ title: 'Tests', intro: '1 test asserted something of 2 load tests' })
  expect(tests?.parts[0]).toMatchObject({ rows: { length: 3 } })
})

describe('results of the same name', () => {
  const rd = (port: number, ...texts: readonly string[]) => {
    const reasons = texts.map((text) => ({ rule: 'errors', level: 'suspect' as const, text }))
    const own = testResult()
    const suite = suiteResult([{ ...own, target: { ...own.target, url: `http://127.0.0.1:${port}` } }])
    return { suite: { ...suite, name: 'rd', verdict: { level: 'suspect' as const, reasons } }, tests: [], page: 'rd.html' }
  }
  const shown = (...loadTests: readonly ReturnType<typeof rd>[]) => {
    const { sections, cards } = overview(loadTests, 'reports')
    const [table, lines] = sections[0]?.parts ?? []
    return {
      names: 'rows' in (table ?? {}) ? (table as { rows: readonly (readonly unknown[])[] }).rows.map(([name]) => name) : [],
      cards: cards?.map(({ test: name }) => name),
      lines: (lines as { lines: readonly (string | readonly unknown[])[] }).lines.map((line) =>
        typeof line === 'string' ? line : line.map((part) => (typeof part === 'string' ? part : (part as { text: string }).text)).join(''),
      ),
    }
  }

  test('are told apart by their number, and by their target where it differs', () => {
    expect(shown(rd(4801), rd(4801), rd(4802))).toMatchObject({
      names: ['rd, run 1, 127.0.0.1:4801', 'rd, run 2, 127.0.0.1:4801', 'rd, run 3, 127.0.0.1:4802'],
      cards: ['rd, run 1, 127.0.0.1:4801', 'rd, run 2, 127.0.0.1:4801', 'rd, run 3, 127.0.0.1:4802'],
    })
    expect(shown(rd(4801), rd(4801)).names).toEqual(['rd, run 1', 'rd, run 2'])
  })

  test('share one line for a rule that several of them broke', () => {
    const { lines } = shown(rd(1, '3 failed'), rd(1, '4 failed'), rd(1), rd(1, '1,005 failed'))
    expect(lines).toEqual(['suspect rd, runs 1, 2, 4, such as run 1: 3 failed', '  their pages: reports'])
  })

  test('a single result has its name alone, and a line for each reason', () => {
    const { names, lines } = shown(rd(1, 'a1: failed', 'a2: failed'))
    expect(names).toEqual(['rd'])
    expect(lines).toEqual(['suspect rd: a1: failed', 'suspect rd: a2: failed', '  their pages: reports'])
  })
})
