import { readFileSync } from 'node:fs'
import type { TestResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import {
  counter,
  nestjsEndpoint,
  nestjsNotRun,
  nestjsTest,
  publishedTests,
  fiveTimes,
  type NestjsCounts,
} from '../../../test/nestjs-fixture.ts'
import { failedThreshold, suiteResult } from '../../../../report/test/suite-fixture.ts'
import { findInNestjs } from './find-in-nestjs.ts'
import { rules } from './recommendation-rules.ts'

const page = readFileSync(new URL('../../../../../docs/presets/nestjs.md', import.meta.url), 'utf8')

test('docs/presets/nestjs.md lists every rule, and no other', () => {
  const [, table = ''] = page.split('| recommendation')
  const [rows = ''] = table.split('\n\n')
  expect([...rows.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(rules))
})

test('the published runs give the recommendations that follow from them', () => {
  const texts = recommendationsOf(publishedTests)
  expect(Object.keys(texts)).toEqual(['websocket-refused', 'bids-refused', 'deposit-conflicts', 'more-runs'])
  const repeated = recommendationsOf(fiveTimes(publishedTests))
  expect(Object.keys(repeated)).toEqual(['more-cores', 'scaling', 'websocket-refused', 'bids-refused', 'deposit-conflicts'])
  expect(repeated['more-cores']).toContain('Success rate of users +86 %')
  expect(texts['bids-refused']).toContain('43,770 of 43,770 bids')
  expect(texts['deposit-conflicts']).toContain('5,669 of 5,669')
  expect(texts['websocket-refused']).toBe(
    'Let WebSocket connections through to multi-core: 3,145 were refused, with polling refused: status 400. With polling, a cluster needs sticky sessions.',
  )
})

describe('more-cores and one-core follow the winner', () => {
  test.each([
    [100, 150, ['more-cores']],
    [100, 101, []],
    [150, 100, []],
  ])('%i reads/s on one core and %i on all recommend %j', (single, multi, expected) => {
    expect(
      Object.keys(recommendationsOf(fiveTimes(pair('max', { perSecond: at(single) }, { perSecond: at(multi) })))).filter(isAboutCores),
    ).toEqual(expected)
  })

  test('one core is recommended where it won both tests over HTTP', () => {
    const load = pair('load', { mean: 1, p99: 5 }, { mean: 1, p99: 9 })
    const with1Core = (reads: number): readonly TestResult[] =>
      fiveTimes([...load, ...pair('max', { perSecond: at(reads) }, { perSecond: at(100) })])
    expect(recommendationsOf(with1Core(150))).toHaveProperty('one-core')
    expect(recommendationsOf(with1Core(100))).not.toHaveProperty('one-core')
  })
})

describe('scaling, on four cores', () => {
  test.each([
    [300, 'Add cores for more reads: they scale almost with the cores, 2.96 to 3.04 times the requests/s on 4 cores.'],
    [260, 'Do not count on more cores alone: 2.57 to 2.63 times the requests/s on 4 cores; find out what else limits the service.'],
    // The interval contains 0.7 x 4.
    [281, undefined],
    [279, undefined],
    [101, undefined],
  ])('scaling from 100 to %i reads/s is judged by the whole interval', (multi, expected) => {
    expect(recommendationsOf(fiveTimes(pair('max', { perSecond: at(100) }, { perSecond: at(multi) })))['scaling']).toBe(expected)
  })
})

describe('adapter, for bids that fewer users receive on the second variant', () => {
  test.each([
    [1000, 800, 100, false],
    [1000, 799, 100, true],
    // Half the bids, each received by the same number of users.
    [1000, 500, 50, false],
    [0, 0, 100, false],
  ])('adapter applies for %i received bids on one core, and %i for %i bids on all: %s', (single, multi, accepted, applies) => {
    const side = (heard: number, bids: number): Partial<NestjsCounts> => ({
      bids: { accepted: bids, refused: 0 },
      metrics: { socketio_emits: counter('event', { auth: 1 }), socketio_events: counter('event', { 'new-bid': heard }) },
    })
    expect('adapter' in recommendationsOf(pair('websocket', side(single, 100), side(multi, accepted)))).toBe(applies)
  })
})

describe('over-limits', () => {
  test('names the tests and variants that failed a threshold', () => {
    const [single, multi] = pair('max', {}, {})
    const failed = { ...single, thresholds: [failedThreshold] } as TestResult
    expect(recommendationsOf([failed, multi as TestResult])['over-limits']).toBe(
      'Plan for less load, or for more machines: beyond the published limits were the HTTP maximum test on single-core.',
    )
    expect(recommendationsOf(pair('max', {}, {}))).not.toHaveProperty('over-limits')
  })

  test('does not name inconclusive thresholds', () => {
    const [single, multi] = pair('max', {}, {})
    const few = {
      ...single,
      thresholds: [{ ...failedThreshold, inconclusive: { cause: 'few-samples', times: 1.5 } }],
    } as TestResult
    expect(recommendationsOf([few, multi as TestResult])).not.toHaveProperty('over-limits')
  })
})

describe('bids-refused', () => {
  test.each([
    [95, 5, false],
    [94, 6, true],
    [0, 0, false],
  ])('bids-refused applies for %i accepted and %i refused bids: %s', (accepted, refused, applies) => {
    expect('bids-refused' in recommendationsOf(pair('load', { bids: { accepted, refused } }, {}))).toBe(applies)
  })
})

describe('deposit-conflicts', () => {
  test.each([
    [99, 1, false],
    [98, 2, true],
  ])('deposit-conflicts applies for %i deposits with 201 and %i with 409: %s', (accepted, conflicts, applies) => {
    const endpoints = [nestjsEndpoint('POST /api/users/deposit', 1, 2, { 201: accepted, 409: conflicts })]
    expect('deposit-conflicts' in recommendationsOf(pair('load', { endpoints }, {}))).toBe(applies)
  })
})

describe('websocket-refused', () => {
  test.each([
    [{ 'websocket refused: status 502': 1 }, true],
    [{ 'no response within 10s': 5, 'websocket refused: ECONNREFUSED': 1 }, true],
    [{ 'no response within 10s': 5 }, false],
    [{}, false],
  ])('websocket-refused applies for %j: %s', (refused, applies) => {
    const metrics = { socketio_emits: counter('event', { auth: 1 }), socketio_refused: counter('reason', refused) }
    expect('websocket-refused' in recommendationsOf(pair('websocket', { metrics }, {}))).toBe(applies)
  })
})

describe('crowded-machine', () => {
  test.each([
    ['shared-cores', 'suspect', true],
    ['shared-cores', 'note', false],
    ['not-stationary', 'suspect', false],
  ] as const)('crowded-machine applies for rule %s with level %s: %s', (rule, level, applies) => {
    const [single, multi] = pair('load', {}, {})
    const judged = { ...single, verdict: { level: 'suspect', reasons: [{ rule, level, text: '' }] } } as TestResult
    expect('crowded-machine' in recommendationsOf([judged, multi as TestResult])).toBe(applies)
  })
})

describe('more-runs', () => {
  test('more-runs is recommended where both sides were run and none won', () => {
    expect(recommendationsOf(pair('load', { mean: 10, p99: 10 }, { mean: 10, p99: 11 }))).toHaveProperty('more-runs')
    expect(recommendationsOf(fiveTimes(pair('load', { mean: 10, p99: 10 }, { mean: 10, p99: 20 })))).not.toHaveProperty('more-runs')
  })

  test('lists the tests without a winner', () => {
    const all = (['load', 'websocket', 'max'] as const).flatMap((name) => pair(name, { mean: 10, p99: 10 }, { mean: 10, p99: 11 }))
    expect(recommendationsOf(all)['more-runs']).toMatch(/: HTTP load test(?:, .+)? and HTTP maximum test had no winner\.$/)
  })

  test('more-runs is not recommended where a side was not run, all figures are the same, or there were five runs', () => {
    const [single] = pair('load', { mean: 10, p99: 10 }, {})
    expect(recommendationsOf([single as TestResult, nestjsNotRun('load', 'multi-core', 'no port')])).not.toHaveProperty('more-runs')
    expect(recommendationsOf(fiveTimes(pair('load', { mean: 10, p99: 10 }, { mean: 10, p99: 10 })))).not.toHaveProperty('more-runs')
    const noisy = (runs: number): readonly TestResult[] =>
      Array.from({ length: runs }, (_, index) => pair('load', { mean: 10, p99: 10 + index }, { mean: 10, p99: 12 - index })).flat()
    expect(recommendationsOf(noisy(4))).toHaveProperty('more-runs')
    expect(recommendationsOf(noisy(5))).not.toHaveProperty('more-runs')
  })
})

function isAboutCores(rule: string): boolean {
  return rule === 'more-cores' || rule === 'one-core'
}

// Twenty seconds with this number of responses each.
function at(perSecond: number): readonly number[] {
  return Array.from({ length: 20 }, () => perSecond)
}

function pair(name: string, single: Partial<NestjsCounts>, multi: Partial<NestjsCounts>): readonly TestResult[] {
  return [
    nestjsTest(name, 'single-core', { created: 100, completed: 100, ...single }),
    nestjsTest(name, 'multi-core', { created: 100, completed: 100, ...multi }),
  ]
}

function recommendationsOf(tests: readonly TestResult[]): Readonly<Record<string, string>> {
  return Object.fromEntries(findInNestjs(suiteResult(tests)).recommendations.map(({ rule, text }) => [rule, text]))
}
