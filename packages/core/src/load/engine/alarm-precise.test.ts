import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ManualAlarms } from '../../../test/servers/manual-alarms.ts'
import { ManualClock } from '../../base/clock/clock.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import { planAlarms } from './alarm.ts'
import { Timing } from './timing.ts'
import { createWakerMemory, Waker, WakerSeat } from './waker.ts'

/** A precise alarm whose waker looks on command, and whose timers follow the clock of the test. */
class Bench {
  readonly clock = new ManualClock(2 ** 32 - 10_000)
  readonly timers = new ManualAlarms(this.clock)
  readonly rang: number[] = []
  readonly #memory = createWakerMemory(1)
  readonly #waker = new Waker(this.#memory, () => this.clock.now())
  readonly #start = this.clock.now()
  readonly alarm
  #bells = 0

  constructor(mode: TimingMode = 'precise') {
    const seat = new WakerSeat(this.#memory, 0)
    const listen = seat.listen.bind(seat)
    seat.listen = (onRing) =>
      listen(() => {
        this.#bells += 1
        onRing()
      })
    this.alarm = planAlarms(this.clock, new Timing(seat, mode), this.timers.create)((now) => this.rang.push(now - this.#start), 'plan')
  }

  set(time: number): void {
    this.alarm.set(this.#start + time)
  }

  /** How long the waker would sleep. */
  get wait(): number {
    return this.#waker.ringDue(Math.floor(this.clock.now()) | 0)
  }

  /** Advances to the time the waker is to ring, has the bell heard some microseconds later, and returns that time. */
  async ring(lateness: number): Promise<number> {
    const asked = this.clock.now() + this.wait - this.#start
    this.clock.advance(this.wait)
    const bells = this.#bells
    this.clock.advance(lateness)
    this.#waker.ringDue(Math.floor(this.clock.now()) | 0)
    while (this.#bells === bells) await turn()
    return asked
  }
}

describe('an alarm with a waker', () => {
  test('a waker rings before the time, and the alarm rings at the time', async () => {
    const bench = new Bench()
    bench.set(1000)
    expect(await bench.ring(0)).toBeLessThan(1000)
    await turn()
    expect(bench.rang).toEqual([])
    bench.clock.advance(1000)
    while (bench.rang.length === 0) await turn()
    expect(bench.rang).toHaveLength(1)
  })

  test('an alarm learns how long waking takes, and is hardly late after a while', async () => {
    const bench = new Bench()
    const lateness = 130
    let time = 0
    const late: number[] = []
    for (let iteration = 0; iteration < 400; iteration++) {
      time += 1000
      bench.set(time)
      const asked = await bench.ring(lateness)
      late.push(asked + lateness - time)
      bench.clock.advance(Math.max(0, time - asked - lateness))
      while (bench.rang.length === iteration) await turn()
    }
    expect(late[0]).toBe(70)
    expect(late.slice(-100).map((value) => Math.abs(value))).toSatisfy((values: number[]) => values.every((value) => value <= 2))
  })

  test('a timer rings when the waker does not', async () => {
    const bench = new Bench()
    bench.set(1000)
    await bench.timers.pass(2999)
    expect(bench.rang).toEqual([])
    await bench.timers.pass(1)
    expect(bench.rang).toEqual([3000])
  })

  test('an alarm for a time closer than waking takes rings at once, and learns nothing', async () => {
    const bench = new Bench()
    bench.set(30)
    // Looking, the waker has rung: it waits for nothing more.
    expect(bench.wait).toBe(Infinity)
    bench.clock.advance(40)
    while (bench.rang.length === 0) await turn()
    expect(bench.rang).toEqual([40])
    bench.set(1040)
    expect(bench.wait).toBe(1000 - 60)
  })

  test('past times and far times are left to timers', async () => {
    const bench = new Bench()
    bench.set(0)
    expect(bench.wait).toBe(Infinity)
    await bench.timers.pass(0)
    expect(bench.rang).toEqual([0])
    bench.set(100e6)
    expect(bench.wait).toBe(Infinity)
    await bench.timers.pass(99.9e6)
    expect(bench.wait).toBeLessThan(0.1e6)
    expect(bench.rang).toEqual([0])
  })

  test('a cleared alarm does not ring, even if its waker was about to', async () => {
    const bench = new Bench()
    bench.set(1000)
    bench.alarm.clear()
    expect(bench.wait).toBe(Infinity)
    bench.set(2000)
    await bench.ring(0)
    bench.alarm.clear()
    await bench.timers.pass(10_000)
    expect(bench.rang).toEqual([])
  })

  test('only timers ring when the timing is coarse', async () => {
    const bench = new Bench('coarse')
    bench.set(1000)
    expect(bench.wait).toBe(Infinity)
    await bench.timers.pass(1000)
    expect(bench.rang).toEqual([1000])
  })
})

test('alarms that are not for planned starts use timers', async () => {
  const clock = new ManualClock()
  const timers = new ManualAlarms(clock)
  const timing = new Timing(new WakerSeat(createWakerMemory(1), 0), 'precise')
  const rang: number[] = []
  planAlarms(clock, timing, timers.create)((now) => rang.push(now)).set(500)
  planAlarms(clock, undefined, timers.create)((now) => rang.push(now), 'plan').set(700)
  await timers.pass(1000)
  expect(rang).toEqual([500, 700])
})
