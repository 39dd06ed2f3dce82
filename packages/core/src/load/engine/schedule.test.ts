import { expect, test } from 'vitest'
import { constantCurve } from '../../model/workload/load-curve.ts'
import type { Workload } from '../../model/workload/workload.ts'
import { scheduleOf, Budget } from './schedule.ts'
import fc from 'fast-check'

const phases = { startAfter: 3e6, warmup: 2e6, gracefulStop: 5e6 }
const connections = {
  ...phases,
  kind: 'connections',
  connections: 1,
  pipelining: 1,
  refill: 'each',
  duration: undefined,
  requests: undefined,
} as const
const users = { ...phases, kind: 'users', curve: constantCurve(5, 10e6), iterations: undefined, pacing: 0 } as const
const rate = {
  ...phases,
  kind: 'rate',
  curve: constantCurve(5, 10e6),
  arrivals: 'uniform',
  iterations: undefined,
  maxUsers: 1,
  reuseUsers: true,
} as const
const batch = { ...phases, kind: 'batch', batch: 5, duration: undefined, iterations: undefined } as const
const stages = { from: 0, steps: [4e6, 0, 6e6].map((duration) => ({ duration, to: 7 })) }

test.each<[Workload, number]>([
  [{ ...connections, duration: 10e6 }, 10e6],
  [{ ...connections, requests: 5 }, Infinity],
  [users, 10e6],
  [{ ...users, curve: stages }, 10e6],
  [{ ...users, curve: constantCurve(5, Infinity), iterations: { of: 'run', count: 7 } }, Infinity],
  [rate, 10e6],
  [{ ...rate, curve: stages }, 10e6],
  [{ ...rate, curve: constantCurve(5, Infinity), iterations: 7 }, Infinity],
  [{ ...batch, duration: 10e6 }, 10e6],
  [{ ...batch, iterations: 7 }, Infinity],
])('%o starts after its delay and its warm-up, and runs for %d', (workload, duration) => {
  const runStart = 7 + phases.startAfter + phases.warmup
  expect(scheduleOf(workload, 7)).toEqual({ start: 7 + phases.startAfter, runStart, runEnd: runStart + duration })
})

const schedule = { start: 0, runStart: 1000, runEnd: 5000 }
const endless = { ...schedule, runEnd: Infinity }

test('a budget grants everything in the warm-up, which does not count for the run phase', () => {
  const budget = new Budget(endless, 10)
  expect(budget.take(1e6, 0)).toBe(1e6)
  expect(budget.take(7, 999.9)).toBe(7)
  expect(budget.take(11, 1000)).toBe(10)
})

test('a duration ends a budget at its last microsecond, and no earlier', () => {
  const budget = new Budget(schedule, undefined)
  expect([budget.take(3, 4999.9), budget.isSpent(4999.9)]).toEqual([3, false])
  expect([budget.take(3, 5000), budget.isSpent(5000)]).toEqual([0, true])
})

test('a budget grants its exact number, however it is divided into calls', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.array(fc.nat(50)), (requests, asked) => {
      const budget = new Budget(endless, requests)
      let granted = 0
      for (const wanted of asked) {
        expect(budget.isSpent(2000)).toBe(granted === requests)
        const given = budget.take(wanted, 2000)
        expect(given).toBe(Math.min(wanted, requests - granted))
        granted += given
      }
      expect(granted + budget.take(Infinity, 2000)).toBe(requests)
      expect(budget.isSpent(2000)).toBe(true)
    }),
  )
})

test.each([0, 1500])('a stopped budget grants nothing, at %d', (now) => {
  const budget = new Budget(endless, 10)
  expect(budget.isSpent(now)).toBe(false)
  budget.stop()
  expect([budget.take(1, now), budget.isSpent(now)]).toEqual([0, true])
})
