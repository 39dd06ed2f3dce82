import type { Clock } from '../clock/clock.ts'
import type { UserRecorder } from '../recorder/user-recorder.ts'

/**
 * Whether one user waits for the target by other means than a request, as one does that has subscribed to something.
 *
 * However many waits are open, the user counts once. It does not count while a request of it is in flight: then it waits for the target in any
 * case, and is counted as a request in flight. Nor does it while its journey pauses: what it does next waits for no event then.
 */
export class TargetWaits {
  readonly #recorder: Pick<UserRecorder, 'waiting'>
  readonly #clock: Clock
  #open = 0
  #pauses = 0
  #hasRequests: boolean
  #isCounted = false
  #isOver = false

  /** @param hasRequests whether a request of the user is in flight */
  constructor(recorder: Pick<UserRecorder, 'waiting'>, clock: Clock, hasRequests: boolean) {
    this.#recorder = recorder
    this.#clock = clock
    this.#hasRequests = hasRequests
  }

  /** Opens one; the returned function closes it, once. */
  open(): () => void {
    this.#change(1)
    let isOpen = true
    return () => {
      if (isOpen) this.#change(-1)
      isOpen = false
    }
  }

  /** The first of its requests is in flight, or none is any more. */
  onRequests(hasRequests: boolean, now: number): void {
    this.#hasRequests = hasRequests
    this.#count(now)
  }

  /** So many pauses of its journey more, or fewer, are under way. */
  onPause(difference: 1 | -1): void {
    this.#pauses += difference
    this.#count(this.#clock.now())
  }

  /** Ends all of them, for good. */
  end(): void {
    this.#isOver = true
    this.#count(this.#clock.now())
  }

  #change(difference: number): void {
    this.#open += difference
    this.#count(this.#clock.now())
  }

  #count(now: number): void {
    const counts = this.#open > 0 && this.#pauses === 0 && !this.#hasRequests && !this.#isOver
    if (counts === this.#isCounted) return
    this.#isCounted = counts
    this.#recorder.waiting(counts ? 1 : -1, now)
  }
}
