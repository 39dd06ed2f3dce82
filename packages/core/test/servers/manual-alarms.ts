import { setImmediate as turn } from 'node:timers/promises'
import type { ManualClock } from '../../src/base/clock/clock.ts'
import type { Alarm, CreateAlarm } from '../../src/load/engine/alarm.ts'

/** Alarms that follow a clock which the test moves: each rings at its time, to the microsecond, and the event loop turns in between. */
export class ManualAlarms {
  readonly #clock: ManualClock
  readonly #set = new Map<object, { readonly time: number; readonly ring: (now: number) => void }>()

  constructor(clock: ManualClock) {
    this.#clock = clock
  }

  readonly create: CreateAlarm = (ring): Alarm => {
    const key = {}
    return {
      set: (time) => {
        this.#set.delete(key)
        this.#set.set(key, { time, ring })
      },
      clear: () => void this.#set.delete(key),
    }
  }

  /** Lets time pass. */
  async pass(microseconds: number): Promise<void> {
    const end = this.#clock.now() + microseconds
    await this.#ringUntil(end)
    this.#clock.advance(end - this.#clock.now())
  }

  /** Lets time pass in which the thread does nothing, as if it were held up: what was due rings afterwards. */
  async block(microseconds: number): Promise<void> {
    this.#clock.advance(microseconds)
    await this.#ringUntil(this.#clock.now())
  }

  async #ringUntil(end: number): Promise<void> {
    await turn()
    for (let next = this.#next(); next !== undefined && next[1].time <= end; next = this.#next()) {
      const [key, { time, ring }] = next
      this.#set.delete(key)
      this.#clock.advance(Math.max(0, time - this.#clock.now()))
      ring(this.#clock.now())
      await turn()
    }
  }

  #next(): [object, { time: number; ring: (now: number) => void }] | undefined {
    let first: [object, { time: number; ring: (now: number) => void }] | undefined
    for (const entry of this.#set) if (first === undefined || entry[1].time < first[1].time) first = entry
    return first
  }
}
