import { expect, test } from 'vitest'
import { ManualClock } from './manual-clock.ts'

test('stands still until it is told to move', () => {
  const clock = new ManualClock(100)
  expect([clock.now(), clock.now()]).toEqual([100, 100])
  clock.advance(7)
  clock.advance(0.5)
  expect(clock.now()).toBe(107.5)
  expect(new ManualClock().now()).toBe(0)
})
