import { describe, expect, test } from 'vitest'
import { summaryFixture, usersFixture, usersScenarioFixture } from '../../../../test/result/verdict/summary-fixture.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import type { UsersSummary } from '../../summary/users-summary.ts'
import type { Reason } from '../verdict.ts'
import { checksFailed, excessiveWrong } from './outcome-rules.ts'

describe('checks that failed', () => {
  const judgeChecks = (checks: UsersSummary['checks'], thresholds: TestSummary['thresholds'] = []): readonly Reason[] =>
    checksFailed(summaryFixture({ scenarios: [usersScenarioFixture({ users: usersFixture({ checks }) })], thresholds }))

  test('failed checks are a note with their counts, the most frequent first', () => {
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

  test('failed checks are named up to three', () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ name: `check ${index}`, passed: 0, failed: 9 - index }))
    expect(judgeChecks(many)[0]?.text).toMatch(/'check 2' 7 of 7 times, and 2 others$/)
  })

  const thresholdOf = (actual: number | null, selector = 'checks'): TestSummary['thresholds'][number] => ({
    selector,
    condition: 'rate > 50%',
    passed: true,
    inconclusive: null,
    actual,
    interval: null,
    text: '',
    aborted: false,
  })

  test('failed checks make a result suspect where a threshold counts correct responses by them, whatever its limit', () => {
    const checks = [{ name: 'correct data', passed: 98, failed: 2 }]
    expect(judgeChecks(checks, [thresholdOf(0.98)]).map(({ level, text }) => [level, text])).toEqual([
      [
        'suspect',
        '2 % of the checks failed that the threshold checks rate > 50% counts right responses by: the times are those of a target that did other work',
      ],
      ['note', "checks failed: 'correct data' 2 of 100 times"],
    ])
    expect(judgeChecks(checks, [thresholdOf(0.98, 'checks{check:correct data}')])[0]?.level).toBe('suspect')
  })

  test('a result is invalid where no check passed that a threshold counts correct responses by', () => {
    const checks = [{ name: 'bid accepted', passed: 0, failed: 22_400 }]
    const levels = (actual: number): unknown => judgeChecks(checks, [thresholdOf(actual, 'checks{check:bid accepted}')])[0]?.level
    expect([levels(0), levels(1 / 22_400)]).toEqual(['invalid', 'suspect'])
  })

  test('failed checks are a note where they are one in a hundred, or no threshold counts correct responses by them', () => {
    const checks = [{ name: 'correct data', passed: 99, failed: 1 }]
    for (const threshold of [thresholdOf(1 - excessiveWrong), thresholdOf(null), thresholdOf(0.5, 'bids_refused')]) {
      expect(judgeChecks(checks, [threshold]).map(({ level }) => level)).toEqual(['note'])
    }
  })
})
