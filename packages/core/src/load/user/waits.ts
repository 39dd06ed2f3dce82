import type { Clock } from '../../base/clock/clock.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'

const longestTimer = 2 ** 31 - 1

interface Wait {
  readonly reject: (reason: Error) => void
  timer: NodeJS.Timeout
}

/** The waits of one user, which can be aborted together. Times are in microseconds on the thread's clock. */
export class Waits {
  readonly #clock: Clock
  readonly #pending = new Set<Wait>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves at a time, never before, and after a turn of the event loop even for a time in the past. Rejects when aborted. */
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

/** What a user waits for besides the response to an HTTP request. */
type Awaited = 'reply' | 'event' | undefined

/**
 * Records what one user waits for besides HTTP requests: the reply to a request of a plugin, or events that the target sends by itself, such as those
 * of a subscription.
 *
 * A user counts once for any number of open waits. It does not count while an HTTP request is in flight, which counts already. A user that waits for a
 * reply, or whose journey pauses, does not count as waiting for events, because its next step does not depend on them.
 */
export class TargetWaits {
  readonly #recorder: Pick<UserRecorder, 'level'>
  readonly #clock: Clock
  #open = 0
  #replies = 0
  #pauses = 0
  #hasRequests: boolean
  #counted: Awaited = undefined
  #isOver = false

  /** @param hasRequests whether an HTTP request of the user is in flight */
  constructor(recorder: Pick<UserRecorder, 'level'>, clock: Clock, hasRequests: boolean) {
    this.#recorder = recorder
    this.#clock = clock
    this.#hasRequests = hasRequests
  }

  /** Opens a wait for events; the returned function closes it, once. */
  open(): () => void {
    this.#change(1)
    let isOpen = true
    return () => {
      if (isOpen) this.#change(-1)
      isOpen = false
    }
  }

  /** Notes that one request of a plugin more, or fewer, is in flight. */
  onReplies(difference: 1 | -1, now: number): void {
    this.#replies += difference
    this.#count(now)
  }

  onRequests(hasRequests: boolean, now: number): void {
    this.#hasRequests = hasRequests
    this.#count(now)
  }

  /** Notes that one pause of its journey more, or fewer, is running. */
  onPause(difference: 1 | -1): void {
    this.#pauses += difference
    this.#count(this.#clock.now())
  }

  end(): void {
    this.#isOver = true
    this.#count(this.#clock.now())
  }

  #change(difference: number): void {
    this.#open += difference
    this.#count(this.#clock.now())
  }

  #count(now: number): void {
    const awaited = this.#awaited()
    if (awaited === this.#counted) return
    this.#record(this.#counted, -1, now)
    this.#record(awaited, 1, now)
    this.#counted = awaited
  }

  #awaited(): Awaited {
    if (this.#isOver || this.#hasRequests) return undefined
    if (this.#replies > 0) return 'reply'
    return this.#open > 0 && this.#pauses === 0 ? 'event' : undefined
  }

  #record(awaited: Awaited, difference: 1 | -1, now: number): void {
    if (awaited === 'reply') this.#recorder.level('waitingForReplies', difference, now)
    else if (awaited === 'event') this.#recorder.level('waiting', difference, now)
  }
}
