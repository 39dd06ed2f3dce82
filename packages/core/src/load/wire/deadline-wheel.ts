import type { Clock } from '../../base/clock/clock.ts'

/** Something with a deadline. */
export interface Deadline {
  /**
   * Is called once the scheduled time has passed. Returns the next time to be called, or 0 when there is no deadline any more.
   *
   * So a deadline that keeps moving, such as that of a connection's oldest request, costs nothing until its slot is reached.
   */
  expire(now: number): number
}

const slotCount = 1024

/**
 * Deadlines of one thread, watched by a single timer: a wheel of slots, each some milliseconds wide.
 *
 * A deadline is never called early, and late by one slot plus the delay of the event loop. The timer runs only while a deadline is watched.
 */
export class DeadlineWheel {
  readonly #clock: Clock
  readonly #width: number
  readonly #slots: (Map<Deadline, number> | undefined)[] = Array.from({ length: slotCount })
  #watched = 0
  #turnedTo = 0
  #timer: NodeJS.Timeout | undefined

  /** @param width the width of a slot in microseconds */
  constructor(clock: Clock, width = 10_000) {
    this.#clock = clock
    this.#width = width
  }

  get watched(): number {
    return this.#watched
  }

  /** Watches a deadline until its `expire` returns 0; a deadline at `Infinity` is not watched. */
  schedule(deadline: Deadline, dueAt: number): void {
    if (dueAt === Infinity) return
    if (this.#watched === 0) {
      this.#turnedTo = Math.floor(this.#clock.now() / this.#width)
      this.#timer ??= setInterval(() => this.turn(), this.#width / 1000)
    }
    this.#place(deadline, dueAt)
  }

  /** Removes a deadline that was scheduled for this time, so that its object is not kept in memory until then. */
  cancel(deadline: Deadline, dueAt: number): void {
    if (this.#slots[this.#slotOf(dueAt) % slotCount]?.delete(deadline) === true) this.#watched -= 1
  }

  /** Expires the deadlines that are due now; the timer does this by itself. */
  turn(): void {
    const now = this.#clock.now()
    const slot = Math.floor(now / this.#width)
    // After a pause longer than a whole turn every slot is due, once.
    const first = Math.max(this.#turnedTo, slot - slotCount)
    this.#turnedTo = slot
    for (let index = first; index < slot; index++) this.#visit(index % slotCount, now)
    if (this.#watched === 0) this.stop()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#watched = 0
    this.#slots.fill(undefined)
  }

  #visit(index: number, now: number): void {
    const slot = this.#slots[index]
    if (slot === undefined) return
    this.#slots[index] = undefined
    this.#watched -= slot.size
    for (const [deadline, dueAt] of slot) {
      // Far deadlines stay in their slot for a later turn.
      const next = dueAt > now ? dueAt : deadline.expire(now)
      if (next > 0) this.#place(deadline, next)
    }
  }

  #place(deadline: Deadline, dueAt: number): void {
    const slot = (this.#slots[this.#slotOf(dueAt) % slotCount] ??= new Map())
    const known = slot.get(deadline)
    slot.set(deadline, known === undefined ? dueAt : Math.min(known, dueAt))
    if (known === undefined) this.#watched += 1
  }

  #slotOf(dueAt: number): number {
    return Math.max(Math.floor(dueAt / this.#width), this.#turnedTo)
  }
}
