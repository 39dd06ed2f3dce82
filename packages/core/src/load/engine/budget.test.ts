import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Budget } from './budget.ts'

const schedule = { start: 0, runStart: 1000, runEnd: 5000 }
const endless = { ...schedule, runEnd: Infinity }

test('grants anything in the warm-up, which costs the run phase nothing', () => {
  const budget = new Budget(endless, 10)
  expect(budget.take(1e6, 0)).toBe(1e6)
  expect(budget.take(7, 999.9)).toBe(7)
  expect(budget.take(11, 1000)).toBe(10)
})

test('a duration ends it at its last microsecond, and no earlier', () => {
  const budget = new Budget(schedule, undefined)
  expect([budget.take(3, 4999.9), budget.isSpent(4999.9)]).toEqual([3, false])
  expect([budget.take(3, 5000), budget.isSpent(5000)]).toEqual([0, true])
})

test('grants the number exactly, however it is asked for', () => {
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

test.each([0, 1500])('grants nothing once it is stopped, at %d', (now) => {
  const budget = new Budget(endless, 10)
  expect(budget.isSpent(now)).toBe(false)
  budget.stop()
  expect([budget.take(1, now), budget.isSpent(now)]).toEqual([0, true])
})
