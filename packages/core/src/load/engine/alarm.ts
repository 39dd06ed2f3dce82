import type { Clock } from '../../base/clock/clock.ts'

/** Wakes its owner at a time on the thread's clock: never early, and late by what the event loop is. */
export interface Alarm {
  /** Rings once at `time`, in place of any time set before. A time that has come rings after the event loop has turned. */
  set(time: number): void
  clear(): void
}

/**
 * Creates an alarm that calls `ring` with the time it rings at.
 *
 * Timers are late by half a millisecond on average. One that starts what is planned is late by microseconds, where there is a waker for it.
 */
export type CreateAlarm = (ring: (now: number) => void, purpose?: 'any' | 'plan') => Alarm

/** Creates alarms that follow a clock of the system, by timers. */
export function systemAlarms(clock: Clock): CreateAlarm {
  return (ring) => new SystemAlarm(clock, ring)
}

// Node.js waits no longer than 24 days, and takes a longer time for none.
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
    // An alarm that is put off again and again costs one timer a millisecond: one that is too early is set again when it fires.
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
