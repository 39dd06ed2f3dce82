import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../base/clock/clock.ts'
import { createWakerMemory, endWaker, reportScarcity, Waker, WakerSeat } from './waker.ts'

/** A waker with seats, each of which counts how often it was rung. */
function seated(count: number, start = 0) {
  const memory = createWakerMemory(count)
  const clock = new ManualClock(start)
  const waker = new Waker(memory, () => clock.now())
  const seats = Array.from({ length: count }, (_, index) => new WakerSeat(memory, index))
  return { memory, clock, waker, seats }
}

/** Has the waker look for alarms that are due at a time. */
function look(waker: Waker, at: number): number {
  return waker.ringDue(at | 0)
}

/** How often a seat rings until nothing more is under way. */
async function rings(seat: WakerSeat, act: () => void): Promise<number> {
  let count = 0
  let heard = (): void => undefined
  const first = new Promise<void>((resolve) => (heard = resolve))
  seat.listen(() => {
    count += 1
    heard()
  })
  act()
  await first
  return count
}

describe('a waker', () => {
  test('a waker rings a seat once, at its time and not before', async () => {
    const { waker, seats } = seated(1)
    const count = await rings(seats[0]!, () => {
      seats[0]!.set(1000.7)
      expect([look(waker, 0), look(waker, 999)]).toEqual([1000, 1])
      look(waker, 1000)
      look(waker, 1001)
    })
    expect(count).toBe(1)
  })

  test('a waker sleeps until the first of its seats, and for ever when none is set', () => {
    const { waker, seats } = seated(3)
    expect(look(waker, 10)).toBe(Infinity)
    seats[0]!.set(900)
    seats[2]!.set(400)
    expect(look(waker, 10)).toBe(390)
    seats[2]!.clear()
    expect(look(waker, 10)).toBe(890)
  })

  test('a waker expects a seat to be set again at the same distance', () => {
    const { waker, seats } = seated(1)
    for (const time of [1000, 1500]) {
      seats[0]!.set(time)
      look(waker, time)
    }
    expect(look(waker, 1600)).toBe(400)
    expect(look(waker, 2001)).toBe(Infinity)
  })

  test.each([2 ** 31, 2 ** 32, 2 ** 40])('a waker continues when the clock passes %d microseconds', (turn) => {
    const { waker, seats } = seated(1, turn - 100)
    seats[0]!.set(turn + 50)
    expect([look(waker, turn - 100), look(waker, turn + 20)]).toEqual([150, 30])
  })

  test('a waker is in time for everything that is set while it sleeps, and never sleeps too long', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 5000 })), { maxLength: 40 }), (plan) => {
        const { memory, clock, waker, seats } = seated(4, 2 ** 31 - 3000)
        const words = new Int32Array(memory)
        const due = new Map<number, number>()
        let next = 0
        waker.run((_words, bell, seen, timeout) => {
          const until = clock.now() + (timeout ?? Infinity) * 1000
          // What was due by now must have been rung: the seat is no longer set.
          const late = [...due].filter(([seat, time]) => time <= clock.now() && words[4 + seat * 3] === 1)
          expect(late).toEqual([])
          const [seat, gap] = plan[next++] ?? []
          if (seat === undefined || gap === undefined) endWaker(memory)
          else {
            due.set(seat, clock.now() + gap)
            seats[seat]!.set(clock.now() + gap)
          }
          const isAwake = Atomics.load(words, bell) !== seen
          const first = Math.min(...[...due.values()].filter((time) => time > clock.now()), Infinity)
          // A thread that is late by less than waking takes is not woken.
          expect(isAwake || until <= first + 10).toBe(true)
          if (!isAwake) clock.advance(until - clock.now())
          return isAwake ? 'not-equal' : 'timed-out'
        })
        expect(next).toBe(plan.length + 1)
      }),
    )
  })

  test('a waker is not woken for a time at which it wakes anyway, within a tolerance', () => {
    const { memory, clock, waker, seats } = seated(1)
    const words = new Int32Array(memory)
    let woken = 0
    let next = 1000
    seats[0]!.set(next)
    waker.run((_words, bell, seen, timeout = Infinity) => {
      const before = clock.now()
      if (words[4] === 0) seats[0]!.set((next += 500) - (next % 7))
      if (Atomics.load(words, bell) === seen) clock.advance(Math.round(timeout * 1000))
      else woken += 1
      if (next > 50_000) endWaker(memory)
      return clock.now() > before ? 'timed-out' : 'not-equal'
    })
    expect(woken).toBeLessThan(5)
  })
})

test('seats are notified whether CPU is scarce', () => {
  const { memory, seats } = seated(2)
  expect(seats[1]!.isCpuScarce).toBe(false)
  reportScarcity(memory, true)
  expect([seats[0]!.isCpuScarce, seats[1]!.isCpuScarce]).toEqual([true, true])
  reportScarcity(memory, false)
  expect(seats[0]!.isCpuScarce).toBe(false)
})
