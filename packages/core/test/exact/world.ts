import type { Clock } from '../../src/base/clock/clock.ts'
import type { CreateAlarm } from '../../src/load/engine/alarm.ts'

/** From one time to another, the second one excluded, in microseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface Happening {
  readonly at: number
  readonly due: number
  act: (() => void) | undefined
}

/** When a world begins. */
const worldStart = 1_000_000
/** When the test of every world starts: what is opened beforehand is open by then. */
export const playStart = worldStart + 100_000
const worldEnd = 60_000_000

/**
 * Time in which nothing passes but what happens: each event at its microsecond, in order.
 *
 * While the threads are held up nothing happens: what was due meanwhile happens afterwards, all at once, in the order in which it was due.
 */
export class World implements Clock {
  readonly #stalls: readonly Span[]
  readonly #happenings: Happening[] = []
  #now = worldStart

  /** @param stalls when the threads are held up, in order and apart from each other */
  constructor(stalls: readonly Span[]) {
    this.#stalls = stalls
  }

  now(): number {
    return this.#now
  }

  /** Has something happen at a time, behind what was due before. Returns how to call it off. */
  at(time: number, act: () => void): () => void {
    const due = Math.max(time, this.#now)
    const at = this.#stalls.find(({ from, to }) => due >= from && due < to)?.to ?? due
    const happening: Happening = { at, due, act }
    const place = this.#happenings.findLastIndex((other) => other.at < at || (other.at === at && other.due <= due))
    this.#happenings.splice(place + 1, 0, happening)
    return () => void (happening.act = undefined)
  }

  /** A timer as the event loop has it, which counts from the whole millisecond and so may be early. Returns how to call it off. */
  timer(milliseconds: number, act: () => void): () => void {
    return this.at(Math.floor(this.#now / 1000) * 1000 + Math.max(1, milliseconds) * 1000, act)
  }

  /** Alarms that ring at their time, to the microsecond. */
  readonly createAlarm: CreateAlarm = (ring) => {
    let clear = (): void => {}
    const set = (time: number): void => {
      clear()
      clear = this.at(time, () => ring(this.#now))
    }
    return { set, clear: () => clear() }
  }

  /** Goes on to the next thing that happens; `false` when there is none. */
  advance(): boolean {
    const next = this.#happenings.shift()
    if (next === undefined) return false
    this.#now = Math.max(this.#now, next.at)
    if (this.#now > worldEnd) throw new Error('nothing has come to an end for a minute')
    next.act?.()
    return true
  }
}
