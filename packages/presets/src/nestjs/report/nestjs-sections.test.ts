import type { TestResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import type { PresetRun } from '@benchpress/core/preset'
import { htmlPages, presetSections } from '@benchpress/report'
import { nestjsNotRun, nestjsTest, publishedTests, fiveTimes } from '../../../test/nestjs-fixture.ts'
import { suiteResult } from '../../../../report/test/suite-fixture.ts'
import { nestjs } from '../nestjs.ts'
import { documentedNestjs } from '../findings/documented-nestjs.ts'
import { sectionsMarkdown, sectionsText } from '../../../../cli/test/render.ts'

const presetRun: PresetRun = { preset: nestjs, part: undefined, isEmbedded: true, changes: ['runs 1 -> 2'], code: [] }

describe('the report of the auctions', () => {
  const text = textOf(publishedTests)
  const repeated = textOf(fiveTimes(publishedTests))

  test('has a table for each test, with documented beside measured figures', () => {
    expect(text).toMatch(/^HTTP load test: documented and measured\n┌/m)
    expect(row(text, 'Users completed', 1)).toBe('1,918 | 1,832 | 1,918 | 1,832 | -4.5 % |')
    expect(row(text, 'Success rate of users', 3)).toBe('53.8 % | 99.96 % | 53.8 % | 99.96 % | +86 % | none')
    expect(row(repeated, 'Success rate of users', 3)).toBe('53.8 % | 99.96 % | 53.8 % | 99.96 % | +86 % | multi-core')
    expect(row(text, 'Requests ', 2)).toBe('1,053,088 | 1,883,311 | 1,060,336 | 1,883,311 | +78 % |')
  })

  test('begins with the most important figures of each test', () => {
    expect(row(text, 'max: Success rate of users', 1)).toBe('documented | 53.8 % | 99.96 % |')
    expect(text).toMatch(/│ max: Success rate of users +│ documented .*\n.*\n│ +│ measured +│ 53\.8 % +│ 99\.96 % +│ none +│\n/)
    expect(row(repeated, 'load: All requests, p99', 1)).toBe('measured | 10.9 ms | 6 ms | multi-core')
  })

  test('has the times of each endpoint, and the round trips of each event', () => {
    expect(row(text, 'POST /api/auctions/{id}/bid', 1)).toBe('3.1 ms | 2.9 ms | 3.1 ms | 2.9 ms | -6.5 % | none')
    expect(row(text, 'POST /api/auctions/{id}/bid', 2)).toBe('15 ms | 6 ms | 15 ms | 6 ms | -60 % | none')
    expect(row(repeated, 'POST /api/auctions/{id}/bid', 2)).toBe('15 ms | 6 ms | 15 ms | 6 ms | -60 % | multi-core')
    expect(text).toMatch(/│ Round trip, p99 +│ single-core │ multi-core │ Difference │ Better │\n.*\n│ place-bid +│ 9 ms +│ n\/a/)
    expect(row(text, 'Round trip, p99', 1)).toBe('100 µs | n/a | 9 ms | n/a |  |')
  })

  test('names the winner of each test and the figure it won by, or why there is none', () => {
    expect(repeated).toContain(
      'Key finding: multi-core won. Success rate of users: 53.8 % on single-core, 99.96 % on multi-core (+86 %).\n',
    )
    expect(repeated).toContain('Key finding: single-core won. Success rate of users: 100 % on single-core, 0 % on multi-core (-100 %).\n')
    expect(text).toContain('better is none: one run a side is too few, it takes at least 5\n')
    expect(text).toContain('Key finding: no winner. All requests, mean: one run a side is too few, it takes at least 5.\n')
  })

  test('counts the reasons why users failed, bids were refused, and connections were refused', () => {
    expect(text).toContain('users failed on single-core: 5,516 with ECONNREFUSED; 1,732 with ETIMEDOUT\n')
    expect(text).toContain('bids refused on single-core: 22,400 with Insufficient balance. Need n, have n\n')
    expect(text).toContain('connections refused on multi-core: 3,145 with polling refused: status 400\n')
  })

  test('lists the winners, documented and measured, and recommends by rules', () => {
    expect(row(repeated, 'WebSocket test', 1)).toContain('single-core: 100 % success, less than a millisecond | single-core |')
    expect(row(text, 'WebSocket test', 1)).toContain('less than a millisecond | none | ')
    expect(text).toContain('changed from the documented test: runs 1 -> 2\n')
    expect(repeated).toMatch(/\(more-cores\)\n.*\(scaling\)\n/)
  })

  test('has the same contents in Markdown', () => {
    const markdown = sectionsMarkdown(presetSections(suiteResult(fiveTimes(publishedTests)), presetRun))
    expect(markdown).toContain('### HTTP maximum test\n\nDocumented and measured.\n\n| Figure |')
    expect(markdown).toContain('- Key finding: multi-core won. Success rate of users: ')
    expect(markdown).not.toContain('\n\n\n')
  })
})

test('the pages of a report folder have the names of those of the document', () => {
  const pages = htmlPages(suiteResult(publishedTests), { pages: nestjs.pages ?? {} })
  expect(pages.map(({ name }) => name).toSorted()).toEqual([
    'index.html',
    'multi-core-http-max.html',
    'multi-core-load-test.html',
    'multi-core-websocket-test.html',
    'single-core-http-max.html',
    'single-core-load-test.html',
    'single-core-websocket-test.html',
  ])
})

test('a variant that was not run is n/a, with its cause, and there is no winner', () => {
  const text = textOf([
    nestjsTest('load', 'single-core', { created: 10, completed: 10, requests: 100, mean: 2, p99: 5 }),
    nestjsNotRun('load', 'multi-core', 'the command "node server.js" exited with code 3\n  no database'),
  ])
  expect(row(text, 'Users completed', 1)).toBe('1,918 | 1,832 | 10 | n/a |  |')
  expect(text).toContain('n/a on multi-core: the command "node server.js" exited with code 3 no database\n')
  expect(text).toContain('Key finding: no winner. multi-core was not run.\n')
})

test('a run that ended on its first variant is reported with the name of the variant', () => {
  const text = textOf([nestjsTest('load', 'single-core', { created: 4, completed: 4 })])
  expect(text).toMatch(/│ Documented, 12 cores │ single-core │\n/)
  expect(text).toContain('Only single-core was tested before the run ended, so there is nothing to compare it with.\n')
})

test('users who were still active at the end are counted where there were any', () => {
  const [run] = [nestjsTest('load', 'default', { created: 10, completed: 7 })]
  const late = {
    ...run,
    scenarios: run.scenarios.map((scenario) => ({ ...scenario, users: scenario.users && { ...scenario.users, failed: 0, aborted: 3 } })),
  }
  expect(row(textOf([late]), 'Users still there at the end', 1)).toBe('|  | 3')
  expect(textOf([run])).not.toContain('Users still there')
})

function textOf(tests: readonly TestResult[]): string {
  return sectionsText(presetSections(suiteResult(tests), presetRun))
}

// The cells of the n-th row with this beginning.
function row(text: string, name: string, occurrence: number): string {
  const line = text.split('\n').filter((each) => each.startsWith(`│ ${name}`))[occurrence - 1]
  const cells = line?.split('│').slice(2, -1) ?? []
  return cells
    .map((cell) => cell.trim())
    .join(' | ')
    .trim()
}

test('the corrections of two published figures name both sides, for readers of the document alone', () => {
  const corrections = documentedNestjs.flatMap((one) => one.corrections)
  expect(corrections.length).toBeGreaterThan(0)
  for (const text of corrections.filter((one) => one.includes('twelve'))) expect(text).toContain('one core')
  expect(corrections.filter((text) => / [\d,]+(?: of [\d,]+)? and [\d,]{4,}/.test(text))).toEqual([
    expect.stringContaining('the whole test 5,569 and 5,757'),
  ])
})
