import { expect, test } from 'vitest'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { leastUneven } from '../stationarity.ts'
import { judge } from '../judge.ts'
import { unevenSeconds } from './sample-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  scenarioFixture,
  seriesFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

function judgeSeconds(requests: readonly number[], scenario: Partial<ScenarioSummary> = {}): readonly Reason[] {
  return unevenSeconds(summaryFixture({ scenarios: [scenarioFixture({ series: seriesFixture(requests), ...scenario })] }))
}

const even = Array.from({ length: 28 }, (_, second) => 27_000 + ((second * 397) % 1200))

test('a run whose seconds range from 6,760 to 28,191 is suspect, and the reason names both', () => {
  const series = [...even, 6760]
  expect(judgeSeconds(series)).toEqual([
    {
      rule: 'uneven-seconds',
      level: 'suspect',
      text: expect.stringMatching(/^its seconds range from 6,760 to 28,191 responses, with a median of 27,749: /) as string,
    },
  ])
  expect(judge(summaryFixture({ scenarios: [scenarioFixture({ series: seriesFixture(series) })] })).level).toBe('suspect')
})

test('half or double of the median is the limit', () => {
  const around = (odd: number): readonly Reason[] => judgeSeconds([1000, 1000, 1000, odd])
  expect([around(500), around(2000)]).toEqual([[], []])
  expect([around(499), around(2001)].map(([reason]) => reason?.level)).toEqual(['suspect', 'suspect'])
  expect(judgeSeconds(even)).toEqual([])
})

test('chance variation of a few responses a second is not uneven', () => {
  expect(judgeSeconds([10, 9, 3, 17, 10, 21])).toEqual([])
})

test('incomplete seconds, or too few of them, give no reason', () => {
  expect(judgeSeconds([1000, 1000, 1000, 300].slice(4 - leastUneven))).toHaveLength(1)
  expect(judgeSeconds([1000, 300])).toEqual([])
  expect(judgeSeconds([])).toEqual([])
  expect(unevenSeconds(summaryFixture({ scenarios: [scenarioFixture({ series: seriesFixture([1000, 1000, 1000, 100], 0.1) })] }))).toEqual(
    [],
  )
})

test('responses that take so long that all of them fall into every other second are not uneven', () => {
  expect(judgeSeconds([1000, 0, 1000, 0, 1000], { responseTime: timesFixture({ p50: 101 }) })).toEqual([])
  expect(judgeSeconds([1000, 0, 1000, 0, 1000], { responseTime: timesFixture({ p50: 99 }) })).toHaveLength(1)
})

test('subscribers who open their streams at once and stay give no reason', () => {
  const stays = { ...usersFixture(), iterationDuration: timesFixture({ count: 0, p50: null }) }
  expect(judgeSeconds([2000, 0, 0, 0, 0], { users: stays })).toEqual([])
  expect(judgeSeconds([2000, 0, 0, 0, 0], { users: { ...stays, iterationDuration: timesFixture({ p50: 5 }) } })).toHaveLength(1)
})
