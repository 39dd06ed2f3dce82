import { describe, expect, test } from 'vitest'
import type { TimeFigure, TimeSummary } from '../../../model/metrics/time-summary.ts'
import { timeWithoutResponse } from './outcome-rules.ts'
import { estimatedRequests, unfinished, unknownRequests } from './sample-rules.ts'
import { judge } from '../judge.ts'
import type { Reason } from '../verdict.ts'
import {
  countsFixture,
  pluginRequestsFixture,
  scenarioFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'
import { unfinishedFixture } from '../../../../test/result/verdict/unfinished-fixture.ts'

const bounds = ['mean', 'stdev', 'max'] as const satisfies TimeFigure[]

interface CutOff {
  readonly ok?: number
  readonly count: number
  readonly age: number
  readonly shortest?: number
  readonly percentiles?: readonly TimeFigure[]
  /** Of all requests together: that of 10 in flight for 30 s unless given. */
  readonly time?: number
}

function judgeCutOff({ ok = 30_000, count, age, shortest = age, percentiles = [], time = 300_000 }: CutOff): readonly Reason[] {
  const responseTime: TimeSummary = timesFixture({
    count: ok,
    mean: time / (ok + count),
    unfinished: unfinishedFixture({ count, shortest, mean: (shortest + age) / 2, longest: age, lowerBounds: [...percentiles, ...bounds] }),
  })
  const counts = countsFixture({ ok, aborted: count })
  return unfinished(summaryFixture({ scenarios: [scenarioFixture({ counts, responseTime, serviceTime: responseTime })] }))
}

describe('unfinished', () => {
  test('the rule unfinished gives no reason where nothing was cut off', () => {
    expect(unfinished(summaryFixture())).toEqual([])
  })

  test('unfinished requests are counted, with how long they had waited', () => {
    expect(judgeCutOff({ ok: 44_371, count: 10, age: 4017, shortest: 3990 })).toEqual([
      {
        rule: 'unfinished',
        level: 'suspect',
        text: '10 of 44,381 requests had waited up to 4.02 s and were cut off: max, mean and deviation are lower bounds; they were 13.3 % of the time in flight',
      },
    ])
    expect(judgeCutOff({ count: 1, age: 0.25, shortest: 0.25 })[0]?.text).toBe(
      '1 of 30,001 requests had waited 250 µs and was cut off: max, mean and deviation are lower bounds',
    )
    expect(judgeCutOff({ count: 12, age: 12.4, shortest: 3 })[0]?.text).toContain(
      '12 of 30,012 requests had waited up to 12.4 ms and were cut off: max, mean and deviation are lower bounds',
    )
  })

  test('unfinished requests are reported with their share of the time of all requests, though they waited beyond the run phase', () => {
    const [reason] = judgeCutOff({ ok: 11_570, count: 10, age: 3790, time: 10_000 + 37_900 })
    expect(reason?.text).toContain('; they were 79.1 % of the time in flight')
  })

  test('unfinished requests name the lowest percentile that is only a lower bound', () => {
    const [reason] = judgeCutOff({ count: 60, age: 100, percentiles: ['p97_5', 'p99', 'p99_9'] })
    expect(reason?.text).toContain(': all from p97.5 up, mean and deviation are lower bounds')
  })

  test.each<[Reason['level'], string, CutOff]>([
    ['note', 'p99.9', { count: 20, age: 10, percentiles: ['p99_9'] }],
    ['suspect', 'p99', { count: 20, age: 10, percentiles: ['p99', 'p99_9'] }],
    ['suspect', 'p75', { count: 20, age: 10, percentiles: ['p75', 'p99', 'p99_9'] }],
    ['invalid', 'p50', { count: 20, age: 10, percentiles: ['p50', 'p75', 'p99', 'p99_9'] }],
    ['note', 'none, of few requests', { ok: 1000 * (1 - estimatedRequests), count: 1000 * estimatedRequests, age: 10 }],
    ['suspect', 'none, of more requests', { ok: 1000 * (1 - estimatedRequests) - 1, count: 1000 * estimatedRequests + 1, age: 10 }],
    ['suspect', 'none, of half of the requests', { ok: 1000 * (1 - unknownRequests), count: 1000 * unknownRequests, age: 10 }],
    ['invalid', 'none, of most requests', { ok: 1000 * (1 - unknownRequests) - 1, count: 1000 * unknownRequests + 1, age: 10 }],
    ['note', 'none, for little of the time', { count: 10, age: 30_000 * timeWithoutResponse }],
    ['suspect', 'none, for more of the time', { count: 10, age: 30_000 * timeWithoutResponse + 1 }],
  ])('the rule unfinished is %s where the lower bounds begin at %s', (level, _, cutOff) => {
    expect(judgeCutOff(cutOff).map((reason) => reason.level)).toEqual([level])
  })

  test('unfinished requests are judged for each plugin as for HTTP', () => {
    const responseTime = timesFixture({
      unfinished: unfinishedFixture({ count: 10, shortest: 4000, mean: 4000, longest: 4000, lowerBounds: ['p50', ...bounds] }),
    })
    const pluginRequests = [pluginRequestsFixture({ ok: 90, aborted: 10 }, { responseTime })]
    const scenario = scenarioFixture({ users: usersFixture({ pluginRequests }) })
    expect(unfinished(summaryFixture({ scenarios: [scenario] }))).toEqual([
      {
        rule: 'unfinished',
        level: 'invalid',
        text: expect.stringContaining('10 of 100 requests of redis had waited 4') as string,
      },
    ])
  })

  test('unfinished requests are part of the verdict', () => {
    const responseTime = timesFixture({
      unfinished: unfinishedFixture({ count: 10, shortest: 1, mean: 1, longest: 1, lowerBounds: bounds }),
    })
    const counts = countsFixture({ ok: 30_000, aborted: 10 })
    const { reasons } = judge(summaryFixture({ scenarios: [scenarioFixture({ counts, responseTime })] }))
    expect(reasons.map(({ rule }) => rule)).toContain('unfinished')
  })
})
