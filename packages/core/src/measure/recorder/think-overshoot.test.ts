import { expect, test } from 'vitest'
import { ScenarioRecorder } from './scenario-recorder.ts'
import { UserRecorder } from './user-recorder.ts'
import { UsersTotals } from './users-totals.ts'

test('think times of the run phase are kept with how much longer they took, and those before it are forgotten', () => {
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
