import type { Clock } from '../base/clock/clock.ts'
import type { Alarm, CreateAlarm } from '../load/engine/alarm.ts'
import type { LoadThreads } from './load-threads.ts'

// What a thread may take beyond its graceful stop, and between two reports behind that. Microseconds, as is all here.
const patience = 5e6
// How long threads that go on reporting are waited for: they have much to close, on a machine that has little time for it.
const longestPatience = 30e6

/** Ends load threads that do not end by themselves, such as one that is busy for ever: they must not keep a test from ending. */
export class ThreadDeadline {
  readonly #clock: Clock
  readonly #alarm: Alarm
  readonly #threads: Pick<LoadThreads, 'silence' | 'terminate'>
  #latest = Infinity
  #immediate: NodeJS.Immediate | undefined

  constructor(threads: Pick<LoadThreads, 'silence' | 'terminate'>, clock: Clock, createAlarm: CreateAlarm) {
    this.#threads = threads
    this.#clock = clock
    // What threads have reported is read behind the timers.
    this.#alarm = createAlarm(() => (this.#immediate = setImmediate(this.#onDue)))
  }

  /** The threads are to have ended by `endAt`, their graceful stop included; in place of any time set before. */
  set(endAt: number): void {
    this.clear()
    this.#latest = endAt + longestPatience
    this.#alarm.set(endAt + patience)
  }

  clear(): void {
    this.#alarm.clear()
    clearImmediate(this.#immediate)
  }

  readonly #onDue = (): void => {
    const now = this.#clock.now()
    const left = patience - this.#threads.silence()
    if (left <= 0 || now >= this.#latest) void this.#threads.terminate()
    else this.#alarm.set(Math.min(now + left, this.#latest))
  }
}
