import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ManualAlarms } from '../../../test/servers/manual-alarms.ts'
import { ManualClock } from '../../base/clock/clock.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import { planAlarms } from './precise-alarm.ts'
import { Timing } from './timing.ts'
import { createWakerMemory, Waker, WakerSeat } from './waker.ts'

/** An alarm of what is planned, whose waker looks when it is told to and whose timers follow the clock of the test. */
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

  /** Goes on to when the waker is to ring, has the bell heard some microseconds after that, and tells when that was. */
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
  test('is rung before its time, and rings when the time has come', async () => {
    const bench = new Bench()
    bench.set(1000)
    expect(await bench.ring(0)).toBeLessThan(1000)
    await turn()
    expect(bench.rang).toEqual([])
    bench.clock.advance(1000)
    while (bench.rang.length === 0) await turn()
    expect(bench.rang).toHaveLength(1)
  })

  test('learns how long waking takes: it is late by next to nothing after a while', async () => {
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

  test('is rung by a timer when the waker is silent', async () => {
    const bench = new Bench()
    bench.set(1000)
    await bench.timers.pass(2999)
    expect(bench.rang).toEqual([])
    await bench.timers.pass(1)
    expect(bench.rang).toEqual([3000])
  })

  test('is rung at once for a time that is nearer than waking takes, and learns nothing from it', async () => {
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

  test('leaves a time that has come, and one that is far away, to timers', async () => {
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

  test('does not ring once it is cleared, also when the waker was about to', async () => {
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

  test('goes by timers alone where they are asked for', async () => {
    const bench = new Bench('coarse')
    bench.set(1000)
    expect(bench.wait).toBe(Infinity)
    await bench.timers.pass(1000)
    expect(bench.rang).toEqual([1000])
  })
})

test('other alarms than that of what is planned go by timers', async () => {
  const clock = new ManualClock()
  const timers = new ManualAlarms(clock)
  const timing = new Timing(new WakerSeat(createWakerMemory(1), 0), 'precise')
  const rang: number[] = []
  planAlarms(clock, timing, timers.create)((now) => rang.push(now)).set(500)
  planAlarms(clock, undefined, timers.create)((now) => rang.push(now), 'plan').set(700)
  await timers.pass(1000)
  expect(rang).toEqual([500, 700])
})
