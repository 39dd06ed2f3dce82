import { expect, test } from 'vitest'
import { ManualClock } from './clock.ts'

test('a manual clock stands still until it is moved', () => {
  const clock = new ManualClock(100)
  expect([clock.now(), clock.now()]).toEqual([100, 100])
  clock.advance(7)
  clock.advance(0.5)
  expect(clock.now()).toBe(107.5)
  expect(new ManualClock().now()).toBe(0)
})

test('waits on a manual clock end when their times are reached, in order', async () => {
  const clock = new ManualClock(10)
  const reached: number[] = []
  const waits = [30, 20, 40].map(async (time) => {
    await clock.reached(time)
    reached.push(time)
  })
  await clock.reached(10)
  clock.advance(9)
  await Promise.resolve()
  expect(reached).toEqual([])
  clock.advance(11)
  await Promise.all(waits.slice(0, 2))
  expect(reached).toEqual([20, 30])
  clock.advance(100)
  await Promise.all(waits)
  expect(reached).toEqual([20, 30, 40])
})
