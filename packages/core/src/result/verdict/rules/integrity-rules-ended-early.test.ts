import { describe, expect, test } from 'vitest'
import type { UsersSummary } from '../../summary/users-summary.ts'
import { endedEarly } from './integrity-rules.ts'
import { usedUpFeed } from './load-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  iterationsFixture,
  rateScenarioFixture,
  summaryFixture,
  usersFixture,
  usersScenarioFixture,
  limitText,
} from '../../../../test/result/verdict/summary-fixture.ts'

describe('a scenario that was over before its time', () => {
  test('a scenario that was over early is suspect, and the reason names how long it lasted', () => {
    expect(endedEarly(summaryFixture({ scenarios: [usersScenarioFixture({ duration: 4.5 })] }))).toEqual([
      { rule: 'ended-early', level: 'suspect', text: 'the run phase lasted 4.5 s of 30 s: no user could go on' },
    ])
  })

  test('a scenario that was over early is left to the rule for interruptions where there was one', () => {
    const interrupted = { cause: 'signal', reason: 'interrupted', at: 4.5 } as const
    expect(endedEarly(summaryFixture({ scenarios: [usersScenarioFixture({ duration: 4.5 })], interrupted }))).toEqual([])
  })

  test('a run phase of the planned length gives no reason', () => {
    expect(endedEarly(summaryFixture({ scenarios: [usersScenarioFixture()] }))).toEqual([])
  })

  test('a difference by rounding a sum of stages gives no reason', () => {
    expect(endedEarly(summaryFixture({ scenarios: [usersScenarioFixture({ duration: 30 - 4e-15 })] }))).toEqual([])
    expect(endedEarly(summaryFixture({ scenarios: [usersScenarioFixture({ duration: 30 - 2e-6 })] }))).toHaveLength(1)
  })
})

describe('a feed that was used up', () => {
  const judge = (ended: Parameters<typeof iterationsFixture>[0], feed: Partial<UsersSummary['feeds'][number]> = {}): readonly Reason[] => {
    const users = usersFixture({
      iterations: iterationsFixture(ended),
      feeds: [{ name: 'bids', rows: 100, used: 100, duplicates: 0, ...feed }],
    })
    return usedUpFeed(summaryFixture({ scenarios: [rateScenarioFixture({ users })] }))
  }

  test('a feed that was used up is suspect where more than one iteration in a hundred was aborted', () => {
    expect(judge({ completed: 100, aborted: 200 })).toEqual([
      {
        rule: 'used-up-feed',
        level: 'suspect',
        text: 'the feed bids was used up (100 rows), and 200 of 300 iterations were aborted (66.7 %)',
      },
    ])
    expect(judge({ completed: 9990, aborted: 10 })).toMatchObject([{ level: 'note' }])
  })

  test('a feed gives no reason while there are rows, or where nobody asked for more', () => {
    expect(judge({ completed: 99, aborted: 10 }, { used: 99 })).toEqual([])
    expect(judge({ completed: 100 })).toEqual([])
  })
})

test('a test whose worker died is limited by that, whatever the other workers started', () => {
  const summary = summaryFixture({ scenarios: [rateScenarioFixture()], thread: { lost: { at: 3, reason: 'out of memory' } } })
  expect(limitText(summary)).toBe('generator: worker 0 was lost')
})
