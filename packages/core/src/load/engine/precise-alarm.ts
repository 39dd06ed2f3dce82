import type { Clock } from '../../base/clock/clock.ts'
import { systemAlarms, type Alarm, type CreateAlarm } from './alarm.ts'
import type { Timing } from './timing.ts'
import type { WakerSeat } from './waker.ts'

// How late a timer may be that stands in for a waker which is late itself. Microseconds, as all here.
const timerLateness = 2000
// What a waker is not asked for: the times it compares lie nearer to each other.
const longestWait = 60e6
// How long before its time a waker is asked to ring: at first and at most. Waking takes two threads their time, and the system's timers are coarse, too.
const firstAdvance = 60
const longestAdvance = 250
// Later by one step when it was late, earlier by two when it was early: it comes too early one time in three, and on time by turning until then.
const lateStep = 1
const earlyStep = 2

/** Creates alarms that follow a clock of the system: by timers, and of what is planned as `timing` says, for which there can be one. */
export function planAlarms(clock: Clock, timing: Timing | undefined, timers: CreateAlarm = systemAlarms(clock)): CreateAlarm {
  return (ring, purpose = 'any') =>
    purpose === 'plan' && timing !== undefined ? new PreciseAlarm(clock, ring, timing, timers) : timers(ring)
}

/**
 * An alarm that is late by microseconds, without keeping the thread busy: a waker rings a little before the time, and the event loop turns for the rest.
 *
 * How much before is learned from how late it was. While it is not worth it, and should the waker be late, a timer rings.
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

  /** @param timers create what rings where the waker does not */
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
      // What is nearer than waking takes is rung for at once: still sooner than a timer, and nothing to learn from.
      this.#learns = wait > this.#advance
      this.#seat.set(time - this.#advance)
      this.#timer.set(time + timerLateness)
    } else {
      this.#seat.clear()
      // One that is far away is set again on the way there.
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
    // The timer stands in for all times that were set, also for one that has rung.
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
