import type { Clock } from '../../base/clock/clock.ts'

const longestTimer = 2 ** 31 - 1

interface Wait {
  readonly reject: (reason: Error) => void
  timer: NodeJS.Timeout
}

/** The waits of one user, which can be broken off together. Times on the thread's clock in microseconds. */
export class Waits {
  readonly #clock: Clock
  readonly #pending = new Set<Wait>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves at a time, never before; lets the event loop turn even when it has come. Rejects when it is broken off. */
  until(time: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.#clock.now() < time) {
          // A timer may fire up to a millisecond early.
          wait.timer = setTimeout(look, this.#millisecondsUntil(time))
        } else {
          this.#pending.delete(wait)
          resolve()
        }
      }
      const wait: Wait = { reject, timer: setTimeout(look, this.#millisecondsUntil(time)) }
      this.#pending.add(wait)
    })
  }

  /** Breaks off all that is under way. */
  abort(reason: Error): void {
    for (const { reject, timer } of this.#pending) {
      clearTimeout(timer)
      reject(reason)
    }
    this.#pending.clear()
  }

  #millisecondsUntil(time: number): number {
    return Math.min(Math.max(0, Math.ceil((time - this.#clock.now()) / 1000)), longestTimer)
  }
}
