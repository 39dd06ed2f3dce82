import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { UsersSummary } from '../summary/users-summary.ts'
import { dominantThinking, thinkingShare } from './offered-load.ts'
import { queueDepth, thinkTime } from './rules/load-rules.ts'
import type { Reason } from './verdict.ts'
import {
  batchFixture,
  connectionsFixture,
  countsFixture,
  pluginRequestsFixture,
  rateFixture,
  summaryFixture,
  threadFixture,
  usersFixture,
  usersScenarioFixture,
  usersWorkloadFixture,
  limitText,
} from '../../../test/result/verdict/summary-fixture.ts'

/** Fifty users, a given number of whom wait for a response at a time; the thread has nothing to compute. */
function fifty(inFlight: number, users: Partial<UsersSummary> = {}, scenario: Partial<ScenarioSummary> = {}): ScenarioSummary {
  const workload = usersWorkloadFixture({ from: 50, stages: [{ duration: 30, to: 50 }] })
  return usersScenarioFixture({ workload, inFlight, users: usersFixture({ busy: 50, mostActive: 50, ...users }), ...scenario })
}

function judgeUsers(scenario: ScenarioSummary, utilization = 0): readonly Reason[] {
  return thinkTime(summaryFixture({ scenarios: [scenario], thread: { utilization } }))
}

describe('users who wait on their own', () => {
  test('users who wait on their own are a note from the cut-off on, which says what a faster target could change', () => {
    expect(judgeUsers(fifty(50 * (1 - thinkingShare) + 0.1))).toEqual([])
    expect(judgeUsers(fifty(50 * (1 - thinkingShare)))).toEqual([
      {
        rule: 'think-time',
        level: 'note',
        text: 'users waited on their own 50 % of the time (50 users, 25 in flight): a target that responded at once would raise the rate by 100 % at most',
      },
    ])
    expect(judgeUsers(fifty(2.1))[0]?.text).toBe(
      'users waited on their own 95.8 % of the time (50 users, 2.1 in flight): a target that responded at once would raise the rate by 4.38 % at most',
    )
  })

  test('users who wait for what the target sends by itself do not count as waiting on their own', () => {
    expect(judgeUsers(fifty(1, { waiting: 24.1 }))).toEqual([])
    expect(judgeUsers(fifty(1, { waiting: 23 }))[0]?.text).toMatch(/^users waited on their own 52 % of the time /)
    expect(judgeUsers(fifty(1, { waiting: 60 }))).toEqual([])
  })

  test('users who wait for responses to requests of a plugin do not count as waiting on their own', () => {
    const pluginRequests = [pluginRequestsFixture({ ok: 1000 })]
    expect(judgeUsers(fifty(1, { waitingForReplies: 24.1, pluginRequests }))).toEqual([])
    expect(judgeUsers(fifty(1, { waitingForReplies: 15, waiting: 8, pluginRequests }))[0]?.text).toMatch(
      /^users waited on their own 52 % of the time \(50 users, 1 in flight, 15 waiting for replies of redis\)/,
    )
  })

  test('users who only send requests of a plugin can wait on their own', () => {
    const alone = { counts: countsFixture({}) }
    const pluginRequests = [pluginRequestsFixture({ ok: 1000 })]
    expect(judgeUsers(fifty(0, { waitingForReplies: 2, pluginRequests }, alone))[0]?.text).toMatch(
      /^users waited on their own 96 % of the time \(50 users, 2 waiting for replies of redis\)/,
    )
    expect(judgeUsers(fifty(0, { waitingForReplies: 40, pluginRequests }, alone))).toEqual([])
  })

  test('users who wait while the generator computes for them do not count as waiting on their own', () => {
    // one user who sends one request after another, and whose journey takes as long as the responses
    const workload = usersWorkloadFixture({ from: 1, stages: [{ duration: 30, to: 1 }] })
    const alone = usersScenarioFixture({ workload, inFlight: 0.45, users: usersFixture({ busy: 1, mostActive: 1 }) })
    expect(judgeUsers(alone, 0.45)).toEqual([])
    expect(judgeUsers(alone, 0)).toHaveLength(1)
    const threads = [threadFixture({ utilization: 0.3 }), threadFixture({ worker: 1, utilization: 0.3 })]
    expect(thinkTime(summaryFixture({ scenarios: [alone], generator: { threads } }))).toEqual([])
  })

  test('users with a pacing wait on their own between iterations, too', () => {
    const paced = usersWorkloadFixture({ from: 50, stages: [{ duration: 30, to: 50 }], pacing: 1 })
    expect(judgeUsers(fifty(2, { busy: 2 }, { workload: paced }))[0]?.text).toMatch(
      /^users waited on their own 96 % of the time \(50 users, 2 in flight\)/,
    )
    expect(judgeUsers(fifty(2, { busy: 2 }))).toEqual([])
  })

  test('users who have left or never came do not count as waiting on their own', () => {
    const paced = usersWorkloadFixture({ from: 50, stages: [{ duration: 30, to: 50 }], pacing: 1 })
    expect(judgeUsers(fifty(2, { busy: 2, mostActive: 3 }, { workload: paced }))).toEqual([])
    // a ramp from 0 to 50 has 25 users on average
    const ramp = usersWorkloadFixture({ from: 0, stages: [{ duration: 30, to: 50 }], pacing: 1 })
    expect(judgeUsers(fifty(2, { busy: 2 }, { workload: ramp }))[0]?.text).toMatch(
      /^users waited on their own 92 % of the time \(25 users,/,
    )
  })

  test('only users of a closed workload that sends requests count as waiting on their own', () => {
    for (const workload of [rateFixture(), batchFixture(), connectionsFixture()]) expect(judgeUsers(fifty(2, {}, { workload }))).toEqual([])
    expect(judgeUsers(fifty(0, {}, { counts: countsFixture({}) }))).toEqual([])
  })

  test('users who wait on their own are not said to queue', () => {
    const queueing = { fastest: 0.5, responseTime: { ...usersScenarioFixture().responseTime, mean: 2, count: 30_000 } }
    const hasQueue = (inFlight: number, busy: number): boolean =>
      queueDepth(summaryFixture({ scenarios: [fifty(inFlight, { busy }, queueing)], target: { cpu: 1 } })).length > 0
    expect(hasQueue(2, 2)).toBe(true)
    expect(hasQueue(2, 50)).toBe(false)
  })
})

describe('a rate that think time sets', () => {
  test('a throughput that think time sets is limited by it', () => {
    expect(limitText(summaryFixture({ scenarios: [fifty(2.1)], thread: { utilization: 0 } }))).toBe(
      'think time: users waited on their own 95.8 % of the time (50 users, 2.1 in flight)',
    )
  })

  test('think time is the limit while others are busy only where it outweighs all of them', () => {
    const limit = (share: number, more: object): string =>
      limitText(summaryFixture({ scenarios: [fifty(50 * (1 - share), {}, { fastest: 0.5 })], thread: { utilization: 0 }, ...more }))
    const busyTarget = { target: { cpu: 1 } }
    expect(limit(dominantThinking, busyTarget)).toMatch(/^think time/)
    expect(limit(dominantThinking - 0.01, busyTarget)).toMatch(/^target CPU/)
    const busyMachine = { target: { cpu: 0.2 }, generator: { cpu: 0.1 }, hostCpu: 1.9 }
    expect(limit(dominantThinking, busyMachine)).toMatch(/^think time/)
    expect(limit(dominantThinking - 0.01, busyMachine)).toMatch(/^other processes/)
    expect(limit(dominantThinking - 0.01, {})).toMatch(/^think time/)
    expect(limit(thinkingShare - 0.01, {})).toMatch(/^concurrency/)
    expect(limit(dominantThinking, { thread: { utilization: 0.97 } })).toMatch(/^generator/)
  })
})
