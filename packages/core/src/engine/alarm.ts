import type { Clock } from '../clock/clock.ts'

/** Wakes its owner at a time on the thread's clock: never early, and late by what the event loop is. */
export interface Alarm {
  /** Rings once at `time`, in place of any time set before. A time that has come rings after the event loop has turned. */
  set(time: number): void
  clear(): void
}

/**
 * Creates an alarm that calls `ring` with the time it rings at.
 *
 * Timers are late by half a millisecond on average. One that is to be exact is late by microseconds, if it is set 20 ms before it rings or more.
 */
export type CreateAlarm = (ring: (now: number) => void, precision?: 'timer' | 'exact') => Alarm

/** Creates alarms that follow a clock of the system. */
export function systemAlarms(clock: Clock): CreateAlarm {
  return (ring, precision = 'timer') => new SystemAlarm(clock, ring, precision === 'exact')
}

// Node.js waits no longer than 24 days, and takes a longer time for none.
const longestTimer = 2 ** 31 - 1
// By how much a timer may be late. Before a time that is exact it wakes so much earlier and the rest is polled, which keeps the thread busy for
// a tenth of the time at most. Milliseconds.
const timerLateness = 1
const shortestPolled = 20

class SystemAlarm implements Alarm {
  readonly #clock: Clock
  readonly #ring: (now: number) => void
  readonly #isExact: boolean
  #time = Infinity
  #timer: NodeJS.Timeout | undefined
  #timerEnd = Infinity
  #immediate: NodeJS.Immediate | undefined
  #isPolling = false

  constructor(clock: Clock, ring: (now: number) => void, isExact: boolean) {
    this.#clock = clock
    this.#ring = ring
    this.#isExact = isExact
  }

  set(time: number): void {
    this.#time = time
    // An alarm that is put off again and again costs one timer a millisecond: one that is too early is set again when it fires.
    if (time >= this.#timerEnd) return
    this.#cancel()
    const now = this.#clock.now()
    const wait = (time - now) / 1000
    this.#isPolling = this.#isExact && wait >= shortestPolled
    const timer = Math.min(this.#isPolling ? Math.floor(wait) - timerLateness : Math.ceil(wait), longestTimer)
    this.#timerEnd = now + Math.max(0, timer) * 1000
    if (timer > 0) this.#timer = setTimeout(this.#onTimer, timer)
    else this.#immediate = setImmediate(this.#onTimer)
  }

  clear(): void {
    this.#time = Infinity
    this.#cancel()
  }

  readonly #onTimer = (): void => {
    const now = this.#clock.now()
    const time = this.#time
    this.#timerEnd = Infinity
    if (now >= time) {
      this.#time = Infinity
      this.#ring(now)
    } else if (this.#isPolling && time - now < 2 * timerLateness * 1000) {
      this.#immediate = setImmediate(this.#onTimer)
    } else {
      this.set(time)
    }
  }

  #cancel(): void {
    this.#timerEnd = Infinity
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
  }
}
