import { describe, expect, test } from 'vitest'
import type { UsersSummary } from '../../summary/users-summary.ts'
import { checksFailed, excessiveFailures, iterationFailures, noSuccess, notableFailures } from './outcome-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  countsFixture,
  iterationsFixture,
  summaryFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

const failures = [
  { reason: 'TypeError: id is undefined', count: 5, first: 0, last: 1 },
  { reason: 'ECONNRESET', count: 2, first: 0, last: 1 },
]

function judgeFailed(failed: number, completed = 10_000 - failed): readonly Reason[] {
  const users = usersFixture({ iterations: iterationsFixture({ completed, failed, aborted: 50 }), failures })
  return iterationFailures(summaryFixture({ scenarios: [usersScenarioFixture({ users })] }))
}

describe('iterations that failed', () => {
  test('are not mentioned up to one in a thousand, a note up to one in twenty, and suspect above', () => {
    expect(judgeFailed(10_000 * notableFailures)).toEqual([])
    expect(judgeFailed(10_000 * notableFailures + 1)).toEqual([
      {
        rule: 'iteration-failures',
        level: 'note',
        text: '0.11 % of the iterations failed (11 of 10,000, most often with TypeError: id is undefined (5))',
      },
    ])
    expect(judgeFailed(10_000 * excessiveFailures)[0]?.level).toBe('note')
    const [reason] = judgeFailed(10_000 * excessiveFailures + 1)
    expect(reason?.level).toBe('suspect')
    expect(reason?.text).toMatch(/: what they did not get to is missing from the load$/)
  })

  test('are the rule no-success when none was completed', () => {
    expect(judgeFailed(100, 0)).toEqual([])
  })

  test('are some of those that were under way until the end, when all last so long', () => {
    const users = usersFixture({ iterations: iterationsFixture({ failed: 20, aborted: 1980 }), failures })
    expect(iterationFailures(summaryFixture({ scenarios: [usersScenarioFixture({ users })] }))).toMatchObject([
      { level: 'note', text: '1 % of the iterations failed (20 of 2,000, most often with TypeError: id is undefined (5))' },
    ])
  })
})

describe('users without success', () => {
  const judge = (users: Partial<UsersSummary>, ok = 100): readonly Reason[] =>
    noSuccess(summaryFixture({ scenarios: [usersScenarioFixture({ counts: countsFixture({ ok }), users: usersFixture(users) })] }))

  test('are invalid when not one iteration was completed, though requests got responses', () => {
    expect(judge({ iterations: iterationsFixture({ failed: 1200, aborted: 3 }), failures })).toEqual([
      {
        rule: 'no-success',
        level: 'invalid',
        text: 'not one of 1,203 iterations was completed: 1,200 failed, 3 aborted, with reasons such as TypeError: id is undefined',
      },
    ])
  })

  test('are not those whose one iteration lasts as long as the test', () => {
    expect(judge({ iterations: iterationsFixture({ aborted: 10 }) })).toEqual([])
    expect(judge({ iterations: iterationsFixture({ aborted: 10, failed: 1 }), failures })).toEqual([])
    expect(judge({ iterations: iterationsFixture({ aborted: 10, failed: 90 }), busy: 10, waiting: 9 })).toEqual([])
    expect(judge({ iterations: iterationsFixture({ completed: 1, failed: 1200 }) })).toEqual([])
  })

  test('need no requests', () => {
    expect(judge({}, 0)).toEqual([])
    expect(judge({ iterations: iterationsFixture({ aborted: 10 }), busy: 10, waiting: 9 }, 0)).toEqual([])
    expect(judge({ iterations: iterationsFixture({ aborted: 10 }) }, 0)).toMatchObject([{ rule: 'no-success' }])
  })

  test('are invalid when no iteration was started, and say what kept it', () => {
    const none = { iterations: iterationsFixture({}) }
    expect(judge(none, 0)[0]?.text).toBe('no iteration was started')
    expect(judge({ ...none, created: 10, completed: 0, failed: 10, failures }, 0)[0]?.text).toBe(
      'no iteration was started: 10 of 10 users failed before, with reasons such as TypeError: id is undefined',
    )
    expect(judge({ iterations: iterationsFixture({ dropped: 40 }) }, 0)[0]?.text).toBe('no iteration was started: 40 were dropped')
  })

  test('are not those that were waiting for the target since the warm-up', () => {
    expect(judge({ iterations: iterationsFixture({}), busy: 10, waiting: 10 }, 0)).toEqual([])
  })
})

describe('checks that failed', () => {
  const judgeChecks = (checks: UsersSummary['checks']): readonly Reason[] =>
    checksFailed(summaryFixture({ scenarios: [usersScenarioFixture({ users: usersFixture({ checks }) })] }))

  test('are a note with their counts, the most frequent first', () => {
    expect(judgeChecks([{ name: 'accepted', passed: 97, failed: 0 }])).toEqual([])
    expect(
      judgeChecks([
        { name: 'accepted', passed: 97, failed: 3 },
        { name: 'fast', passed: 1000, failed: 1200 },
        { name: 'logged in', passed: 2200, failed: 0 },
        { name: 'once', passed: 0, failed: 1 },
      ]),
    ).toEqual([
      {
        rule: 'checks-failed',
        level: 'note',
        text: "checks failed: 'fast' 1,200 of 2,200 times, 'accepted' 3 of 100 times, 'once' 1 of 1 time",
      },
    ])
  })

  test('are named up to three', () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ name: `check ${index}`, passed: 0, failed: 9 - index }))
    expect(judgeChecks(many)[0]?.text).toMatch(/'check 2' 7 of 7 times, and 2 others$/)
  })
})
