import { describe, expect, test } from 'vitest'
import type { MetricDefinitions } from './own-metric.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import type { UsersSnapshot } from './snapshot.ts'
import { UserRecorder } from './user-recorder.ts'
import { UsersTotals } from './users-totals.ts'

const [runStart, runEnd] = [2e6, 4e6]

function createRecorder(metrics: MetricDefinitions = {}): UserRecorder {
  const recorder = new UserRecorder(new ScenarioRecorder(), metrics)
  recorder.begin(runStart, runEnd)
  return recorder
}

function takeUsers(recorder: UserRecorder, now: number): UsersSnapshot {
  const { users } = recorder.take(now)
  if (users === undefined) throw new Error('a recorder of users took none')
  return users
}

describe('what journeys record', () => {
  test('checks and groups count from the start of the run phase on', () => {
    const recorder = createRecorder()
    for (const now of [runStart - 1, runStart]) {
      recorder.userCreated(now)
      recorder.check('accepted', true)
      recorder.check('accepted', false)
      recorder.group('login', 700)
    }
    const { checks, groups } = takeUsers(recorder, runStart)
    expect(checks).toEqual([{ name: 'accepted', passed: 1, failed: 1 }])
    expect(groups).toMatchObject([{ name: 'login', duration: { count: 1, sum: 700 } }])
  })

  test('there are two hundred names of checks and of groups at most, and no count is lost', () => {
    const recorder = createRecorder()
    recorder.userCreated(runStart)
    for (let index = 0; index < 1000; index++) {
      recorder.check(`check ${index}`, false)
      recorder.group(`group ${index}`, 1)
    }
    const { checks, groups } = takeUsers(recorder, runStart)
    expect(checks.at(-1)).toEqual({ name: 'other', passed: 0, failed: 800 })
    expect(groups.at(-1)).toMatchObject({ name: 'other', duration: { count: 800 } })
  })

  test('own metrics count from the start of the run phase on', () => {
    const recorder = new UserRecorder(new ScenarioRecorder(), { bids: { type: 'counter' }, stock: { type: 'gauge' } })
    recorder.metric('bids', 1, 1e9)
    recorder.begin(runStart, runEnd)
    recorder.metric('bids', 1, runStart - 1)
    recorder.metric('bids', 5, runStart)
    recorder.metric('bids', 2, runEnd)
    expect(takeUsers(recorder, runEnd).metrics).toEqual([{ name: 'bids', type: 'counter', count: 7 }])
  })

  test('an own metric with a tag is taken by its values, from the run phase on', () => {
    const recorder = createRecorder({ events: { type: 'counter', by: 'type' } })
    recorder.metric('events', 1, runStart - 1, 'early')
    recorder.metric('events', 5, runStart, 'message')
    recorder.ownMetric('events').record(2, runEnd, 'heartbeat')
    expect(takeUsers(recorder, runEnd).metrics).toEqual([
      { name: 'events', tag: 'message', type: 'counter', count: 5 },
      { name: 'events', tag: 'heartbeat', type: 'counter', count: 2 },
    ])
    expect(() => recorder.ownMetric('event')).toThrow('there is no metric "event"')
  })

  test('an undeclared own metric, and a value that is not a number, cause an error', () => {
    const recorder = createRecorder({ bids: { type: 'counter' } })
    expect(() => recorder.metric('bid', 1, runStart)).toThrow('there is no metric "bid": declare it under "metrics" in the config')
    for (const value of [Number.NaN, Infinity]) {
      expect(() => recorder.metric('bids', value, runStart)).toThrow(`metric "bids" was given ${value}, which is no finite number`)
    }
  })

  test('rows of feeds count in every phase', () => {
    const recorder = createRecorder()
    recorder.feedUsed('users.csv', 10, 3)
    expect(takeUsers(recorder, 1).feeds).toEqual([{ name: 'users.csv', rows: 10, used: Uint32Array.of(3) }])
  })
})

test('think times of the run phase are recorded with their overshoot, and earlier ones are dropped', () => {
  const recorder = new UserRecorder(new ScenarioRecorder(), {})
  recorder.begin(1000, 5000)
  recorder.thought(7, 999)
  recorder.thought(20, 1000)
  recorder.thought(40, 6000)
  const totals = new UsersTotals()
  const { users } = recorder.take(6000)
  if (users !== undefined) totals.add(users)
  expect(totals.thinkOvershoot).toMatchObject({ count: 2, sum: 60, max: 40 })
  const next = recorder.take(7000).users
  if (next !== undefined) totals.add(next)
  expect(totals.thinkOvershoot.count).toBe(2)
})
