import type { Clock } from '../../base/clock/clock.ts'
import type { Timing } from './timing.ts'
import type { WakerSeat } from './waker.ts'

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

// Microseconds by which the timer that replaces a late waker may be late. All times here are in microseconds.
const timerLateness = 2000
// The longest time for a waker, which compares only times that are closer to each other.
const longestWait = 60e6
// The lead of a waker before its time, at first and at most: waking takes time in two threads, and the system's timers are coarse, too.
const firstAdvance = 60
const longestAdvance = 250
// The lead grows by one step when the waker was late and shrinks by two when it was early, so that it is early one time in three, and the event loop
// turns until the time.
const lateStep = 1
const earlyStep = 2

/** Creates alarms that follow a clock of the system: by timers, or for planned starts as `timing` decides, if there is one. */
export function planAlarms(clock: Clock, timing: Timing | undefined, timers: CreateAlarm = systemAlarms(clock)): CreateAlarm {
  return (ring, purpose = 'any') =>
    purpose === 'plan' && timing !== undefined ? new PreciseAlarm(clock, ring, timing, timers) : timers(ring)
}

/**
 * An alarm that is late by microseconds, without keeping the thread busy: a waker rings a little before the time, and the event loop turns for the
 * rest.
 *
 * The lead is learned from how late the waker was. A timer rings when a waker is not worthwhile, and when it is late.
 */
class PreciseAlarm implements Alarm {
  readonly #clock: Clock
  readonly #ring: (now: number) => void
  readonly #seat: WakerSeat
  readonly #timing: Timing
  readonly #timer: Alarm
  #time = Infinity
  #advance = firstAdvance
  #isPrecise = false
  #learns = false
  #immediate: NodeJS.Immediate | undefined

  /** @param timers creates the alarm that rings when the waker does not */
  constructor(clock: Clock, ring: (now: number) => void, timing: Timing, timers: CreateAlarm) {
    this.#clock = clock
    this.#ring = ring
    this.#seat = timing.seat
    this.#timing = timing
    this.#timer = timers((now) => this.#wake(now))
    this.#seat.listen(() => this.#onRung())
  }

  set(time: number): void {
    this.#time = time
    clearImmediate(this.#immediate)
    const wait = time - this.#clock.now()
    this.#isPrecise = this.#timing.isPrecise
    if (wait > 0 && wait < longestWait && this.#isPrecise) {
      // A time that is closer than waking takes rings at once, still sooner than a timer; nothing is learned from it.
      this.#learns = wait > this.#advance
      this.#seat.set(time - this.#advance)
      this.#timer.set(time + timerLateness)
    } else {
      this.#seat.clear()
      // A far time is set again on the way.
      this.#timer.set(wait < longestWait ? time : Math.min(time, this.#clock.now() + longestWait / 2))
    }
  }

  clear(): void {
    this.#time = Infinity
    this.#seat.clear()
    this.#timer.clear()
    clearImmediate(this.#immediate)
  }

  #onRung(): void {
    if (this.#time === Infinity) return
    const now = this.#clock.now()
    const isLate = now >= this.#time
    if (this.#learns) this.#advance = Math.min(longestAdvance, Math.max(0, this.#advance + (isLate ? lateStep : -earlyStep)))
    this.#wake(now)
  }

  #wake(now: number): void {
    const time = this.#time
    // The timer covers all times that were set, even one that has rung.
    if (time === Infinity) return
    if (now >= time) {
      this.#time = Infinity
      this.#timing.used(this.#isPrecise, now)
      this.#ring(now)
    } else if (time - now <= longestAdvance) {
      clearImmediate(this.#immediate)
      this.#immediate = setImmediate(this.#turn)
    } else {
      this.set(time)
    }
  }

  readonly #turn = (): void => this.#wake(this.#clock.now())
}
