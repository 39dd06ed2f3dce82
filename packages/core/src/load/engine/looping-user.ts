import type { ActiveUser, UserListener } from './active-user.ts'
import type { Alarm } from './alarm.ts'
import type { Budget } from './budget.ts'
import type { ExecutorTools } from './executor.ts'
import type { LoopTurns } from '../../base/clock/loop-turns.ts'
import { BackOff } from '../wire/dial.ts'

/** What a looping user needs of the load it belongs to. */
export interface UserLoop {
  readonly tools: ExecutorTools
  readonly turns: LoopTurns
  /** Least time between two starts of one user, in microseconds. */
  readonly pacing: number
  /** The number of an iteration that may start at `now`; `undefined` when none may. */
  take(now: number): number | undefined
  /** An iteration has been started. */
  onStarted(now: number): void
  /** A user has left. `stopped` says that it could do no more. */
  onLeft(user: number, stopped: boolean, now: number): void
}

// What an alarm starts is started at the end of a turn, which then counts as the next one until it ends too: an answer that has come meanwhile was
// waited for. Who had to wait for an alarm then would do so each time.
const mostStartsInTurn = 2

/**
 * A user that starts its next iteration when its last one has ended, but no earlier than its pacing says.
 *
 * Behind iterations without a response it waits as a connection does that cannot be opened: from the start of the last one, so that what took long
 * by itself is not made longer.
 */
export class LoopingUser implements UserListener {
  readonly #id: number
  readonly #loop: UserLoop
  readonly #budget: Budget
  readonly #user: ActiveUser
  readonly #alarm: Alarm
  #backOff: BackOff | undefined
  #startedAt = 0
  #mayStartAt = -Infinity
  // Whether the next one waits for that time: then it is due at it, however late the alarm rings.
  #isPaced = false
  #turn = -1
  #startsInTurn = 0
  #isLeaving = false
  #hasLeft = false

  /** @param budget how many iterations this user may do */
  constructor(id: number, loop: UserLoop, budget: Budget, now: number) {
    this.#id = id
    this.#loop = loop
    this.#budget = budget
    this.#user = loop.tools.users.join(id, this, now)
    this.#alarm = loop.tools.createAlarm((time) => this.next(time))
  }

  /** Starts the next iteration, now or later; leaves when there is none. */
  next(now: number): void {
    if (this.#isLeaving || this.#budget.isSpent(now)) {
      this.#leave(now, false)
    } else if (now < this.#mayStartAt) {
      this.#isPaced = true
      this.#alarm.set(this.#mayStartAt)
    } else if (this.#startsInTurn >= mostStartsInTurn && this.#loop.turns.isHeld(this.#turn)) {
      // Iterations that wait for nothing would keep the thread to themselves.
      this.#alarm.set(now)
    } else {
      this.#start(now)
    }
  }

  /** Leaves when its iteration has ended. */
  askToLeave(now: number): void {
    this.#isLeaving = true
    if (!this.#user.isBusy) this.#leave(now, false)
  }

  /** Does not leave, though it was asked to. */
  stay(): void {
    this.#isLeaving = false
  }

  onFree(_user: ActiveUser, now: number, stops: boolean): void {
    if (this.#user.isFruitless) this.#backOffFrom(this.#startedAt)
    else this.#backOff?.reset()
    if (stops) this.#leave(now, true)
    else this.next(now)
  }

  #backOffFrom(startedAt: number): void {
    this.#backOff ??= new BackOff()
    this.#mayStartAt = Math.max(this.#mayStartAt, startedAt + this.#backOff.next() * 1000)
  }

  #start(now: number): void {
    const globalIndex = this.#loop.take(now)
    if (globalIndex === undefined) {
      this.#leave(now, false)
      return
    }
    this.#budget.take(1, now)
    this.#mayStartAt = (this.#isPaced ? this.#mayStartAt : now) + this.#loop.pacing
    this.#isPaced = false
    this.#startedAt = now
    const turn = this.#loop.turns.current()
    this.#startsInTurn = turn === this.#turn ? this.#startsInTurn + 1 : 1
    this.#turn = turn
    this.#user.iterate({ globalIndex, plannedAt: now }, now)
    this.#loop.onStarted(now)
  }

  #leave(now: number, stopped: boolean): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#alarm.clear()
    this.#loop.tools.users.leave(this.#user, now)
    this.#loop.onLeft(this.#id, stopped, now)
  }
}
