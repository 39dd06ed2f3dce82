import type { TestResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { htmlPages } from '@benchpress/report'
import { presetJson } from '@benchpress/report/outputs'
import { describe, expect, test } from 'vitest'
import {
  counter,
  fiveTimes,
  nestjsEndpoint,
  nestjsNotRun,
  nestjsTest,
  publishedTests,
  type NestjsCounts,
} from '../../test/nestjs-fixture.ts'
import { suiteResult } from '../../../report/test/suite-fixture.ts'
import { nestjs } from './nestjs.ts'

describe('the tables of the auctions', () => {
  test('have the figures of the published runs on both sides, with the change of those that were published with one', () => {
    const { documented } = reportOf(publishedTests)
    expect(documented['HTTP Load Test']).toMatchObject({
      'VUs Created': sides(3145, 3145),
      'VUs Completed': { ...sides(1918, 1832), Improvement: [expect.closeTo(-0.0448)] },
      'VUs Failed': sides(1227, 1313),
      'Bids accepted': { ...sides(0, 0), Improvement: [] },
      'Deposits accepted': sides(0, 0),
    })
    expect(documented['WebSocket Test']).toMatchObject({
      'VUs Completed': sides(3145, 0),
      'Total Emits': sides(16_150, 0),
      'Emit Rate': { 'Single-Core': [expect.closeTo(81.07)] },
      'Response Time p99': { 'Single-Core': [9] },
    })
    expect(documented['HTTP Max Throughput Test']).toMatchObject({
      'Total Requests': sides(1_060_336, 1_883_311),
      'VUs Completed': sides(8452, 15_693),
      'Success Rate': { ...sides(8452 / 15_700, 15_693 / 15_700), Improvement: [expect.closeTo(0.857)] },
      'Sustained req/sec': sides(6778.5, 10_577),
      'Peak req/sec': sides(8557, 12_154),
      'Successful Reads': sides(263_377, 470_827),
    })
    expect(documented['HTTP Max Throughput Test, response times of /api/auctions']).toMatchObject({
      Mean: sides(790, 856),
      p99: sides(4965, 9416),
    })
    expect(documented['HTTP Load Test, response times']).toMatchObject({
      'POST /api/auctions/{id}/bid': {
        'Single-Core Mean': [3.1],
        'Single-Core p99': [15],
        'Multi-Core Mean': [2.9],
        'Multi-Core p99': [6],
      },
    })
  })

  test('have one column for a target without a variant, and no figure of a side that was not run', () => {
    expect(reportOf([nestjsTest('load', 'default', { created: 4, completed: 4 })]).documented['HTTP Load Test']).toMatchObject({
      'VUs Completed': { 'Single-Core': [], 'Multi-Core': [], 'One target': [4], Improvement: [] },
    })
    const half = [nestjsTest('load', 'single-core', { created: 4, completed: 4 }), nestjsNotRun('load', 'multi-core', 'no database')]
    expect(reportOf(half).documented['HTTP Load Test']).toMatchObject({ 'VUs Completed': { 'Single-Core': [4], 'Multi-Core': [] } })
  })
})

describe('the claims of the auctions', () => {
  const [load, socket, max, twice, useMulti, linear, adapter] = [0, 1, 2, 3, 4, 5, 6] as const

  test('are open after one run a side, and left out where nothing is compared', () => {
    expect(reportOf(publishedTests).holds).toEqual(Array.from({ length: 7 }, () => 'unknown'))
    expect(reportOf([nestjsTest('load', 'default', { created: 4, completed: 4 })]).holds).toEqual([])
  })

  test('hold for the published figures, five times, except the one of linear scaling over twelve cores', () => {
    const { holds } = reportOf(fiveTimes(publishedTests), 12)
    expect([load, socket, max, twice, useMulti].map((claim) => holds[claim])).toEqual(['yes', 'yes', 'yes', 'yes', 'yes'])
    expect(holds[linear]).toBe('no')
  })

  test.each([
    [300, 'yes'],
    [260, 'no'],
  ])('near-linear scaling on four cores is decided by the whole interval: from 100 to %i', (multi, expected) => {
    const tests = fiveTimes(pair('max', { perSecond: at(100) }, { perSecond: at(multi) }))
    expect(reportOf(tests).claims.find(({ says }) => says.startsWith('near-linear'))?.holds).toBe(expected)
  })

  test.each([
    [900, 100, 'yes'],
    [700, 100, 'no'],
    // Half the bids, each received by as many users.
    [500, 50, 'yes'],
  ])('users of all workers receive %i of 1,000 new bids for %i accepted ones: %s', (received, accepted, expected) => {
    const side = (heard: number, bids: number): Partial<NestjsCounts> => ({
      bids: { accepted: bids, refused: 0 },
      metrics: { socketio_events: counter('event', { 'new-bid': heard }) },
    })
    expect(reportOf(fiveTimes(pair('websocket', side(1000, 100), side(received, accepted)))).holds[adapter - 5]).toBe(expected)
  })

  test('are not decided by invalid runs', () => {
    const invalid = fiveTimes(publishedTests).map((run): TestResult => ({ ...run, verdict: { level: 'invalid', reasons: [] } }))
    expect(new Set(reportOf(invalid).holds)).toEqual(new Set(['unknown']))
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

test('the corrections of two published figures name both sides, for readers of the document alone', () => {
  for (const text of (nestjs.corrections ?? []).map(String).filter((one) => one.includes('twelve'))) expect(text).toContain('one core')
})

const sides = (single: number, multi: number): object => ({ 'Single-Core': [single], 'Multi-Core': [multi] })
const at = (rate: number): readonly number[] => Array.from({ length: 20 }, () => rate)

function pair(name: string, single: Partial<NestjsCounts>, multi: Partial<NestjsCounts>): readonly TestResult[] {
  const users = { created: 100, completed: 100, mean: 1, p99: 5, endpoints: [nestjsEndpoint('GET /api/auctions', 1, 5, { 200: 100 })] }
  return [nestjsTest(name, 'single-core', { ...users, ...single }), nestjsTest(name, 'multi-core', { ...users, ...multi })]
}

interface Report {
  /** The figures of each run by table, row and column. */
  readonly documented: Readonly<Record<string, unknown>>
  readonly claims: readonly { readonly says: string; readonly holds: string }[]
  readonly holds: readonly string[]
}

function reportOf(tests: readonly TestResult[], cpus: number = 4): Report {
  const presetRun: PresetRun = { preset: nestjs, part: undefined, isEmbedded: true, changes: [], code: [] }
  const suite = suiteResult(tests)
  const environment = { ...suite.environment, cpu: { ...suite.environment.cpu, usable: cpus } }
  const { documented, claims } = JSON.parse(
    presetJson({ ...suite, environment }, { allPercentiles: false, statusCodes: false, presetRun }) ?? '',
  ) as Pick<Report, 'claims'> & {
    readonly documented: readonly {
      readonly title: string
      readonly rows: readonly { readonly name: string; readonly measured: unknown }[]
    }[]
  }
  const tables = documented.map(({ title, rows }) => [title, Object.fromEntries(rows.map(({ name, measured }) => [name, measured]))])
  return { documented: Object.fromEntries(tables), claims, holds: claims.map(({ holds }) => holds) }
}
