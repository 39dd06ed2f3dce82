import type { Clock } from '../../base/clock/clock.ts'

/** Wakes its owner at a time on the thread's clock: never early, and as late as the event loop. */
export interface Alarm {
  /** Rings once at `time`, instead of any time set before. For a time in the past it rings after a turn of the event loop. */
  set(time: number): void
  clear(): void
}

/**
 * Creates an alarm that calls `ring` with the time it rings at.
 *
 * Timers are late by half a millisecond on average. An alarm for planned starts is late by microseconds if it has a waker.
 */
export type CreateAlarm = (ring: (now: number) => void, purpose?: 'any' | 'plan') => Alarm

/** Creates alarms that follow a clock of the system, by timers. */
export function systemAlarms(clock: Clock): CreateAlarm {
  return (ring) => new SystemAlarm(clock, ring)
}

// Node.js waits at most 24 days, and treats a longer time as none.
const longestTimer = 2 ** 31 - 1

class SystemAlarm implements Alarm {
  readonly #clock: Clock
  readonly #ring: (now: number) => void
  #time = Infinity
  #timer: NodeJS.Timeout | undefined
  #timerEnd = Infinity
  #immediate: NodeJS.Immediate | undefined

  constructor(clock: Clock, ring: (now: number) => void) {
    this.#clock = clock
    this.#ring = ring
  }

  set(time: number): void {
    this.#time = time
    // An alarm that is postponed repeatedly costs one timer a millisecond: a timer that fires too early is set again.
    if (time >= this.#timerEnd) return
    this.#cancel()
    const now = this.#clock.now()
    const timer = Math.min(Math.ceil((time - now) / 1000), longestTimer)
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
