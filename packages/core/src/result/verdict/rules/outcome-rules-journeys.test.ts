import { describe, expect, test } from 'vitest'
import type { UsersSummary } from '../../summary/users-summary.ts'
import { excessiveFailures, iterationFailures, noSuccess, notableFailures } from './outcome-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  countsFixture,
  iterationsFixture,
  summaryFixture,
  timesFixture,
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
  test('failed iterations are not mentioned up to one in a thousand, a note up to one in twenty, and suspect above', () => {
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

  test('failed iterations are the rule no-success where none was completed', () => {
    expect(judgeFailed(100, 0)).toEqual([])
  })

  test('failed iterations are compared with those under way at the end where all last that long', () => {
    const iterationDuration = timesFixture({ count: 20, mean: 5 })
    const users = usersFixture({ iterations: iterationsFixture({ failed: 20, aborted: 1980 }), failures, iterationDuration })
    expect(iterationFailures(summaryFixture({ scenarios: [usersScenarioFixture({ users })] }))).toMatchObject([
      { level: 'note', text: '1 % of the iterations failed (20 of 2,000, most often with TypeError: id is undefined (5))' },
    ])
  })
})

describe('users without success', () => {
  const judge = (users: Partial<UsersSummary>, ok = 100): readonly Reason[] =>
    noSuccess(summaryFixture({ scenarios: [usersScenarioFixture({ counts: countsFixture({ ok }), users: usersFixture(users) })] }))

  test('users are without success where not one iteration was completed, though requests got responses', () => {
    expect(judge({ iterations: iterationsFixture({ failed: 1200, aborted: 3 }), failures })).toEqual([
      {
        rule: 'no-success',
        level: 'invalid',
        text: 'not one of 1,203 iterations was completed: 1,200 failed, 3 aborted, with reasons such as TypeError: id is undefined',
      },
    ])
  })

  // Two users whose iterations end after 400 ms, in 30 s.
  const inVain = { failures, busy: 2, waiting: 2, iterationDuration: timesFixture({ count: 148, mean: 400 }) }

  test.each([
    ['waited in vain', { ...inVain, iterations: iterationsFixture({ failed: 150 }) }],
    ['waited in vain until the last ones were cut off', { ...inVain, iterations: iterationsFixture({ failed: 148, aborted: 2 }) }],
    ['waited in vain, once', { ...inVain, iterations: iterationsFixture({ failed: 1 }) }],
  ])('users are without success where every iteration %s, though requests got responses', (_, users) => {
    expect(judge(users)).toMatchObject([{ rule: 'no-success', level: 'invalid' }])
  })

  test('users are not without success where iterations last as long as the test', () => {
    const brief = { failures, iterationDuration: timesFixture({ count: 90, mean: 5 }) }
    expect(judge({ iterations: iterationsFixture({ aborted: 10 }) })).toEqual([])
    expect(judge({ ...brief, iterations: iterationsFixture({ aborted: 10, failed: 1 }) })).toEqual([])
    expect(judge({ ...brief, iterations: iterationsFixture({ aborted: 10, failed: 90 }), busy: 10, waiting: 9 })).toEqual([])
  })

  test('users are not without success where all iterations but one failed', () => {
    const users = { ...inVain, iterations: iterationsFixture({ completed: 1, failed: 1200 }) }
    expect(judge(users)).toEqual([])
    expect(iterationFailures(summaryFixture({ scenarios: [usersScenarioFixture({ users: usersFixture(users) })] }))).toMatchObject([
      { level: 'suspect' },
    ])
  })

  test('one of several scenarios without success makes the test invalid, by its name', () => {
    const users = usersFixture({ ...inVain, iterations: iterationsFixture({ failed: 150 }) })
    const scenarios = [usersScenarioFixture(), usersScenarioFixture({ name: 'waiting', users })]
    expect(noSuccess(summaryFixture({ scenarios }))).toMatchObject([
      { level: 'invalid', text: expect.stringMatching(/^waiting: /) as string },
    ])
  })

  test('users without success need no requests', () => {
    expect(judge({}, 0)).toEqual([])
    expect(judge({ iterations: iterationsFixture({ aborted: 10 }), busy: 10, waiting: 9 }, 0)).toEqual([])
    expect(judge({ iterations: iterationsFixture({ aborted: 10 }) }, 0)).toMatchObject([{ rule: 'no-success' }])
  })

  test('users without success are invalid where no iteration was started, and the reason names the cause', () => {
    const none = { iterations: iterationsFixture({}) }
    expect(judge(none, 0)[0]?.text).toBe('no iteration was started')
    expect(judge({ ...none, created: 10, completed: 0, failed: 10, failures }, 0)[0]?.text).toBe(
      'no iteration was started: 10 of 10 users failed before, with reasons such as TypeError: id is undefined',
    )
    expect(judge({ iterations: iterationsFixture({ dropped: 40 }) }, 0)[0]?.text).toBe('no iteration was started: 40 were dropped')
  })

  test('users that were waiting for the target since the warm-up are not without success', () => {
    expect(judge({ iterations: iterationsFixture({}), busy: 10, waiting: 10 }, 0)).toEqual([])
  })
})
