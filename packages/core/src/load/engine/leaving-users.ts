import type { Clock } from '../../base/clock/clock.ts'
import type { CreateAlarm, Alarm } from './alarm.ts'

// Less than what a thread may take after its graceful stop; a user that was stopped can only let go of what it has. Microseconds.
const longestLeave = 4e6

const longestLeaveStopped = 1e6

/**
 * Users that are about to leave: their `afterUser` is under way, or clients of theirs are being disposed of.
 *
 * Of thousands that are stopped at once, all wait for the same thread: while others get away, one that is still there is not stuck.
 */
export class LeavingUsers<User> implements Iterable<User> {
  readonly #clock: Clock
  readonly #createAlarm: CreateAlarm
  readonly #leaves = new Map<User, Leave>()
  #lastLeftAt = -Infinity

  constructor(clock: Clock, createAlarm: CreateAlarm) {
    this.#clock = clock
    this.#createAlarm = createAlarm
  }

  /**
   * A user begins to leave.
   *
   * @param onLate is called with seconds when it takes longer than it may
   */
  add(user: User, isStopped: boolean, onLate: (seconds: number) => void): void {
    const since = this.#clock.now()
    const giveUp = (at: number): void => onLate(Math.round((at - since) / 1e6))
    this.#leaves.set(user, new Leave(this.#clock, this.#createAlarm, () => this.giveUpAt(since, isStopped), giveUp))
  }

  [Symbol.iterator](): IterableIterator<User> {
    return this.#leaves.keys()
  }

  left(user: User, now: number = this.#clock.now()): void {
    const leave = this.#leaves.get(user)
    leave?.end()
    this.#leaves.delete(user)
    // Who is given up has not got away: of many that hang, none waits for the others.
    if (leave?.isGivenUp !== true) this.#lastLeftAt = now
  }

  /** When a user that began to leave at `since` is given up, should no other user leave until then. */
  giveUpAt(since: number, isStopped: boolean): number {
    const longest = isStopped ? longestLeaveStopped : longestLeave
    return Math.min(Math.max(since, this.#lastLeftAt) + longest, since + longestLeave)
  }
}

class Leave {
  readonly #clock: Clock
  readonly #giveUpAt: () => number
  readonly #giveUp: (at: number) => void
  readonly #alarm: Alarm
  #immediate: NodeJS.Immediate | undefined
  isGivenUp = false

  constructor(clock: Clock, createAlarm: CreateAlarm, giveUpAt: () => number, giveUp: (at: number) => void) {
    this.#clock = clock
    this.#giveUpAt = giveUpAt
    this.#giveUp = giveUp
    this.#alarm = createAlarm(this.#onAlarm)
    this.#alarm.set(giveUpAt())
  }

  end(): void {
    this.#alarm.clear()
    clearImmediate(this.#immediate)
  }

  // What came while the thread did something else is read after its timers: no user is late for a response that is there.
  readonly #onAlarm = (): void => {
    this.#immediate = setImmediate(this.#onTurn)
  }

  readonly #onTurn = (): void => {
    const until = this.#giveUpAt()
    if (until > this.#clock.now()) {
      this.#alarm.set(until)
      return
    }
    this.isGivenUp = true
    this.#giveUp(until)
  }
}
