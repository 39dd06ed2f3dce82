import { afterEach, expect, test } from 'vitest'
import fc from 'fast-check'
import { ManualClock } from '../../base/clock/clock.ts'
import { DeadlineWheel, type Deadline } from './deadline-wheel.ts'

const width = 10_000
let wheel: DeadlineWheel | undefined

afterEach(() => wheel?.stop())

/** A deadline that notes when it was called, and is not called again. */
class Once implements Deadline {
  readonly calls: number[] = []
  expire(now: number): number {
    this.calls.push(now)
    return 0
  }
}

test('the wheel calls each deadline once, never early and at most one slot late', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30e6 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 1e12 }),
      (delays, start) => {
        const clock = new ManualClock(start)
        const turning = new DeadlineWheel(clock, width)
        const deadlines = delays.map((delay) => ({ once: new Once(), dueAt: start + delay }))
        for (const { once, dueAt } of deadlines) turning.schedule(once, dueAt)
        for (let elapsed = 0; elapsed <= 31e6; elapsed += width) {
          clock.advance(width)
          turning.turn()
        }
        turning.stop()
        for (const { once, dueAt } of deadlines) {
          expect(once.calls).toHaveLength(1)
          expect(once.calls[0]).toBeGreaterThanOrEqual(dueAt)
          expect(once.calls[0]).toBeLessThanOrEqual(dueAt + 2 * width)
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('the wheel calls every due deadline after a pause of many turns', () => {
  const clock = new ManualClock(5)
  wheel = new DeadlineWheel(clock, width)
  const [near, far] = [new Once(), new Once()]
  wheel.schedule(near, 20_000)
  wheel.schedule(far, 40e6)
  clock.advance(60e6)
  wheel.turn()
  expect([near.calls.length, far.calls.length]).toEqual([1, 1])
})

test('a deadline that moved is called again at its new time', () => {
  const clock = new ManualClock(0)
  wheel = new DeadlineWheel(clock, width)
  const calls: number[] = []
  wheel.schedule({ expire: (now) => (calls.push(now) === 1 ? now + 100_000 : 0) }, 10_000)
  for (let turn = 0; turn < 30; turn++) {
    clock.advance(width)
    wheel.turn()
  }
  expect(calls).toEqual([20_000, 130_000])
})

test('a cancelled deadline is neither called nor kept, and the others are called', () => {
  const scheduled = fc.record({
    delay: fc.integer({ min: 0, max: 30e6 }),
    elapsed: fc.integer({ min: 0, max: 30e6 }),
    isCancelled: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(scheduled, { maxLength: 20 }), (each) => {
      const clock = new ManualClock(7)
      const turning = new DeadlineWheel(clock, width)
      const deadlines = each.map((one) => ({ ...one, once: new Once(), dueAt: 7 + one.delay }))
      for (const { once, dueAt } of deadlines) turning.schedule(once, dueAt)
      for (let elapsed = 0; elapsed <= 31e6; elapsed += width) {
        for (const one of deadlines) {
          if (one.isCancelled && one.elapsed >= elapsed && one.elapsed < elapsed + width) turning.cancel(one.once, one.dueAt)
        }
        clock.advance(width)
        turning.turn()
      }
      expect(turning.watched).toBe(0)
      // Near its time it may have been called before it was cancelled.
      const certain = deadlines.filter(({ isCancelled, elapsed, delay }) => !isCancelled || Math.abs(elapsed - delay) > 3 * width)
      for (const { once, isCancelled, elapsed, delay } of certain) expect(once.calls).toHaveLength(isCancelled && elapsed < delay ? 0 : 1)
    }),
    { numRuns: 30 },
  )
})

test('a deadline that is never due is not watched', () => {
  wheel = new DeadlineWheel(new ManualClock(), width)
  wheel.schedule(new Once(), Infinity)
  expect(wheel.watched).toBe(0)
})
