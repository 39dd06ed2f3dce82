import { describe, expect, test } from 'vitest'
import type { WorkloadSummary } from '../../summary/workload-summary.ts'
import { dominantThinking, arrivalDeviations } from '../offered-load.ts'
import { missedPlan } from '../offered-load.ts'
import { brokenPlan, plannedRate } from './load-rules.ts'
import type { Reason } from '../verdict.ts'
import type { SummaryParts } from '../../../../test/result/verdict/summary-fixture.ts'
import {
  iterationsFixture,
  rateFixture,
  rateScenarioFixture,
  summaryFixture,
  threadFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

/** 1,000 iterations per second for 30 s. */
const planned = 30_000

function judgeIterations(
  completed: number,
  dropped: number,
  workload: WorkloadSummary = rateFixture(),
  parts: SummaryParts = {},
): readonly Reason[] {
  const users = usersFixture({ iterations: iterationsFixture({ completed, dropped }) })
  return plannedRate(summaryFixture({ scenarios: [rateScenarioFixture({ workload, users })], ...parts }))
}

function judgeDropped(share: number, more: number): Reason | undefined {
  const dropped = planned * share + more
  return judgeIterations(planned - dropped, dropped)[0]
}

describe('dropped iterations', () => {
  test('dropped iterations are a note, suspect above the first cut-off and invalid above the second', () => {
    expect(judgeIterations(planned, 0)).toEqual([])
    expect(judgeIterations(planned - 1, 1)[0]?.level).toBe('note')
    expect(judgeDropped(missedPlan, 0)?.level).toBe('note')
    expect(judgeDropped(missedPlan, 1)?.level).toBe('suspect')
    expect(judgeDropped(brokenPlan, 0)?.level).toBe('suspect')
    expect(judgeDropped(brokenPlan, 1)?.level).toBe('invalid')
  })

  test('dropped iterations are counted, with advice', () => {
    expect(judgeIterations(28_800, 1200)).toEqual([
      {
        rule: 'planned-rate',
        level: 'suspect',
        text: '1,200 of 30,000 planned iterations were dropped (4 %) because no user was free (maxUsers 100): the response times leave them out; raise maxUsers, unless the target is too slow for the rate',
      },
    ])
  })
})

describe('dropped iterations of users who mostly wait on their own', () => {
  test('dropped iterations of users who mostly wait on their own are no reason to doubt the target', () => {
    const users = usersFixture({ busy: 100, iterations: iterationsFixture({ completed: 27_000, dropped: 3000 }) })
    const judgeShare = (share: number): string | undefined => {
      const scenario = rateScenarioFixture({ users, inFlight: 100 * (1 - share) })
      return plannedRate(summaryFixture({ scenarios: [scenario], thread: { utilization: 0 } }))[0]?.text
    }
    expect(judgeShare(dominantThinking)).toMatch(/; raise maxUsers: users waited on their own 90 % of the time$/)
    expect(judgeShare(dominantThinking - 0.01)).toMatch(/; raise maxUsers, unless the target is too slow for the rate$/)
  })
})

describe('iterations that were never due', () => {
  test('iterations that were never due are missing from the plan of a constant rate, to the last one', () => {
    expect(judgeIterations(planned - 1, 0)).toEqual([])
    expect(judgeIterations(planned - 2, 0)[0]?.level).toBe('note')
    const [reason] = judgeIterations(29_000, 0)
    expect(reason?.level).toBe('suspect')
    expect(reason?.text).toBe(
      '999 of 29,999 planned iterations were not started (3.33 %): the generator did not get to them; use more workers',
    )
  })

  test('iterations that were never due are missing from the plan of stages and of a number', () => {
    const stages = [
      { duration: 30, to: 20 },
      { duration: 60, to: 20 },
    ]
    const ramp = rateFixture({ from: 5, stages, duration: 90 })
    expect(judgeIterations(1575, 0, ramp)).toEqual([])
    expect(judgeIterations(1400, 0, ramp)[0]?.level).toBe('invalid')
    const counted = rateFixture({ stages: [{ duration: null, to: 1000 }], duration: null, iterations: 500 })
    expect(judgeIterations(500, 0, counted)).toEqual([])
    expect(judgeIterations(480, 0, counted)[0]?.level).toBe('suspect')
  })

  test('iterations that were never due are told from chance for Poisson arrivals', () => {
    const poisson = rateFixture({ arrivals: 'poisson' })
    const least = Math.floor(planned - arrivalDeviations * Math.sqrt(planned))
    expect(judgeIterations(least, 0, poisson)).toEqual([])
    expect(judgeIterations(least - 1, 0, poisson)).toHaveLength(1)
  })

  test('iterations that were never due are named beside those that were dropped', () => {
    expect(judgeIterations(27_000, 1000)[0]?.text).toMatch(
      /^2,999 of 29,999 planned iterations were not started \(10 %\), 1,000 of them because no user was free/,
    )
  })

  test('iterations that were never due give no reason in a test that ended early, or lost a worker', () => {
    expect(judgeIterations(9000, 0, rateFixture(), { interrupted: { cause: 'signal', reason: 'SIGINT', at: 9 } })).toEqual([])
    const lost = threadFixture({ lost: { at: 9, reason: 'exit code 134' } })
    expect(judgeIterations(9000, 0, rateFixture(), { generator: { threads: [lost] } })).toEqual([])
  })
})

test('a closed workload plans nothing ahead', () => {
  const users = usersFixture({ iterations: iterationsFixture({ completed: 5 }) })
  expect(plannedRate(summaryFixture({ scenarios: [usersScenarioFixture({ users })] }))).toEqual([])
})
