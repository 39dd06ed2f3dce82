import type { ScenarioSummary, SuiteResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { textReport } from '../../test/render.ts'
import { failedThreshold, limitLine, limitOfTwoRuns, scenario, second, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { endpoint, openScenario, times, users } from '../../test/users-fixture.ts'
import { document } from './document.ts'
import { markdown } from '../render/markdown.ts'
import { plainPalette } from '../render/palette.ts'

function screen(suite: SuiteResult, isAnnounced = false): string {
  return textReport(suite, { amount: 'screen', isAnnounced }, plainPalette)
}

function rowsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('│'))
  return lines.map((line) =>
    line
      .split('│')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const journeys = [{ name: 'bid', iterations: users().iterations, duration: times(30) }]

describe('the report of one table', () => {
  test('has one table for one scenario with one endpoint: its requests, and its iterations', () => {
    const checks = [{ name: 'accepted', passed: 10, failed: 2 }]
    const text = screen(suiteResult([testResult({ scenarios: [openScenario({ users: users({ journeys, checks }) })] })]))
    expect(text.match(/┌/g)).toHaveLength(1)
    expect(rowsOf(text)).toEqual([
      ['', 'Count', 'Per second', 'Failed', '50%', '90%', '95%', '99%', 'Max'],
      ['Requests', '4,812', '160', '22 (0.457 %)', '12 ms', '18 ms', '24 ms', '48 ms', '96 ms'],
      ['Iterations', '4,900', '163', '22', '30 ms', '45 ms', '60 ms', '120 ms', '240 ms'],
    ])
    expect(text).toMatch(/^Running 30s test @ http:\/\/localhost:8000: bid\n/)
    expect(text).toContain('\nChecks\n  ✗ accepted: 2 of 12 failed (16.7 %)\n\n┌')
    expect(text).toContain('\n100 of 5,000 iterations that were due (2 %) dropped, because no user was free\n')
  })

  test('has a row for each scenario and each of several endpoints, in one table', () => {
    const endpoints = [endpoint(), endpoint({ name: 'GET /api/auctions' })]
    const scenarios = [openScenario({ name: 'bidding', endpoints, users: users({ journeys }) }), scenario({ name: 'reads' })]
    const text = screen(suiteResult([testResult({ scenarios })]))
    expect(text.match(/┌/g)).toHaveLength(1)
    expect(rowsOf(text).map(([name]) => name)).toEqual([
      '',
      'bidding: requests',
      'POST /api/auctions/{id}/bid',
      'GET /api/auctions',
      'bidding: iterations',
      'reads: requests',
    ])
    expect(text).toMatch(
      /^bidding: 200\/s, arriving uniformly, at most 1,000 users, 30s @ http:\/\/localhost:8000: bid\nreads: 500 connections/,
    )
  })

  test('leaves endpoints out where there are more than 20 rows', () => {
    const endpoints = Array.from({ length: 30 }, (_, index) => endpoint({ name: `GET /${index}` }))
    const text = screen(suiteResult([testResult({ scenarios: [openScenario({ endpoints, users: users({ journeys }) })] })]))
    expect(rowsOf(text).map(([name]) => name)).toEqual(['', 'Requests', 'Iterations'])
  })

  test("has autocannon's tables for connections, and their repeats side by side", () => {
    expect(screen(suiteResult())).toContain('│ Latency │ 13 ms │ 24 ms │')
    const text = screen(suiteResult([testResult(), testResult({ repeat: 2 })]))
    expect(rowsOf(text).map(([name]) => name)).toEqual(['Run', '1', '2', 'Mean', 'Stdev', 'Min', 'Max'])
  })

  test('leaves out what was announced before the run', () => {
    expect(screen(suiteResult(), true)).toMatch(/^┌/)
    expect(screen(suiteResult([testResult({ scenarios: [openScenario()] })]), true)).toMatch(/^seed 42\n\n┌/)
  })

  test('ends with thresholds, verdict and limit, and with two of many notes', () => {
    const notes = [1, 2, 3, 4].map((count) => ({ rule: 'few-samples', level: 'note' as const, text: `there are ${count}` }))
    const verdict = { level: 'suspect' as const, reasons: [{ rule: 'errors', level: 'suspect' as const, text: 'some' }, ...notes] }
    const text = screen(suiteResult([testResult({ verdict, thresholds: [failedThreshold], scenarios: [openScenario()] })]))
    expect(text.slice(text.indexOf('Thresholds'))).toBe(`Thresholds: 0 of 1 passed, 1 failed
  ✗ http_response_time p99 < 15ms: p99 was 48 ms (n=4,812)

Verdict: suspect
  suspect errors: some
  note few-samples: there are 1
  note few-samples: there are 2
  and 2 more notes
${limitLine}
`)
  })

  test('reports once that samples are too few, and keeps the note where no figure on the screen is marked', () => {
    const verdict = { level: 'valid', reasons: [{ rule: 'few-samples', level: 'note', text: 'p99 needs 1,000' }] } as const
    const shown = (count: number): string =>
      screen(suiteResult([testResult({ verdict, scenarios: [openScenario({ responseTime: { ...times(12), count } })] })]))
    expect(shown(312).match(/Imprecise|few-samples/g)).toEqual(['Imprecise'])
    expect(shown(312)).toContain(`Verdict: valid\n${limitLine}`)
    expect(shown(4812)).toContain('note few-samples: p99 needs 1,000')
  })

  test('has the verdict of several runs rule by rule', () => {
    const text = screen(suiteResult([testResult(), testResult({ repeat: 2 })]))
    expect(text.slice(text.indexOf('Verdict:'))).toBe(
      `Verdict: valid\n  note queue-depth, 2 runs, such as run 1: 5,000 in flight make 25 ms\n${limitOfTwoRuns}\n`,
    )
  })

  test('lists the reasons of failed requests, the most frequent first', () => {
    const errors = Array.from({ length: 9 }, (_, index) => ({
      outcome: 'http_error' as const,
      reason: `50${index} No`,
      endpoint: 'GET /',
      count: 9 - index,
      first: 0,
      last: 1,
    }))
    const failing = openScenario({ errors, users: users({ journeys }) })
    const text = screen(suiteResult([testResult({ scenarios: [failing] })]))
    expect(text).toContain('22 of 4,812 requests failed (0.457 %): 22 http_error\n')
    expect(text).toContain('503 No')
    expect(text).not.toContain('504 No')
    expect(text).toMatch(/│ others +│ 5 more lines in the JSON/)
  })

  test('has no table of reasons that are shown by example, nor one of the warm-up after them', () => {
    const example = { at: 0.5, request: 'GET /me', status: 401, expected: 'a status from 200 to 399', received: 'no', isCut: false }
    const error = { outcome: 'http_error' as const, reason: '401 No', endpoint: null, count: 9, first: 0.5, last: 1, examples: [example] }
    const timeout = { outcome: 'timeout' as const, reason: 'no response', endpoint: null, count: 2, first: 0.5, last: 1 }
    const checks = [{ name: 'is logged in', passed: 0, failed: 7, examples: [{ ...example, expected: null }] }]
    const failures = [{ reason: 'no basket', at: 'buy.ts:14:34', count: 13, first: 0, last: 1 }]
    const warmup = { ...openScenario(), errors: [timeout] }
    const shown = (errors: ScenarioSummary['errors']): string =>
      screen(suiteResult([testResult({ scenarios: [openScenario({ errors, warmup, users: users({ journeys, checks, failures }) })] })]))
    const text = shown([error])
    expect(text).not.toContain('Outcome')
    expect(text).toContain('(0.457 %): 22 http_error\n13 iterations failed: no basket (buy.ts:14:34)\n')
    expect(text).toContain(`Failures by example
http_error: 401 No, 9 times; the first after 0.5 s
  GET /me: 401 no (expected a status from 200 to 399)
check: is logged in, 7 times; the first after 0.5 s
`)
    expect(shown([error, timeout]).match(/Outcome.*/g)).toEqual([expect.stringMatching(/^Outcome +│ Reason/)])
    expect(shown([]).match(/Outcome.*/g)).toEqual([expect.stringMatching(/^Outcome in the warm-up/)])
  })

  test('has the sections of a preset in place of its own', () => {
    const sections = [
      { title: 'Documented and measured', parts: [['as fast as ever']] },
      { title: 'How each was measured', detail: true, parts: [['one by one']] },
    ]
    const text = textReport(suiteResult(), { amount: 'screen', sections }, plainPalette)
    expect(text).toMatch(/^Documented and measured\nas fast as ever\n\nVerdict: valid\n/)
  })

  test('leaves a page as it is', () => {
    const suite = suiteResult([testResult({ scenarios: [openScenario({ series: [second(0, 10)] }), scenario({ name: 'reads' })] })])
    expect(markdown(document(suite, { amount: 'screen' }))).toBe(markdown(document(suite)))
  })
})
