import { expect, test } from 'vitest'
import { systemClock } from '../../base/clock/clock.ts'
import { Waits } from './waits.ts'

test('resolves at the time and never before', async () => {
  const waits = new Waits(systemClock)
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const time = systemClock.now() + index * 777
      await waits.until(time)
      expect(systemClock.now()).toBeGreaterThanOrEqual(time)
    }),
  )
})

test('lets the event loop turn, although the time has come', async () => {
  const microtasks = async (): Promise<string> => {
    for (let count = 0; count < 1000; count++) await Promise.resolve()
    return 'microtasks'
  }
  const waited = new Waits(systemClock).until(0)
  expect(await Promise.race([waited, microtasks()])).toBe('microtasks')
  await waited
})

test('is broken off at once, all of it, and can be used again', async () => {
  const waits = new Waits(systemClock)
  const reason = new Error('enough')
  const pending = [waits.until(Infinity), waits.until(systemClock.now() + 3600e6)]
  const ended = Promise.allSettled(pending)
  waits.abort(reason)
  expect(await ended).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  await waits.until(systemClock.now() + 1000)
})
