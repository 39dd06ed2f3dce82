import type { Clock } from '../../base/clock/clock.ts'
import type { CreateAlarm, Alarm } from './alarm.ts'

// Microseconds for leaving, less than a thread may take after its graceful stop; a stopped user can only release what it has.
const longestLeave = 4e6

const longestLeaveStopped = 1e6

/**
 * The users that are leaving: their `afterUser` is running, or their clients are being disposed of.
 *
 * When thousands are stopped at once, all wait for the same thread: as long as others leave, a user that is still there is not stuck.
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
   * Notes that a user begins to leave.
   *
   * @param onLate is called with the seconds when leaving takes too long
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
    // A user that is given up has not left: when many hang, none waits for the others.
    if (leave?.isGivenUp !== true) this.#lastLeftAt = now
  }

  /** When a user that began to leave at `since` is given up if no other user leaves before. */
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

  // Responses that came while the thread was busy are read after its timers: no user is late because of a response that has arrived.
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
