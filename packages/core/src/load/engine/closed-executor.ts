import { highestLevel } from '../../model/workload/load-curve.ts'
import { userEvents, type UserEvent } from '../../model/workload/schedule.ts'
import type { UsersWorkload } from '../../model/workload/workload.ts'
import type { Alarm } from './alarm.ts'
import { Budget, unscheduled, type Schedule } from './schedule.ts'
import type { Executor, ExecutorTools, ActiveUser, UserListener } from './executor.ts'
import { LoopTurns } from '../../base/clock/clock.ts'
import { iterationsOfPart } from './scenario-share.ts'
import { BackOff } from '../wire/dial.ts'

/**
 * Executes a closed workload: a number of users, each of which starts its next iteration when its last one has ended.
 *
 * A user that is asked to leave ends its iteration first, and stays if it is asked to join again meanwhile.
 */
export class ClosedExecutor implements Executor {
  readonly tools: ExecutorTools
  readonly turns: LoopTurns = new LoopTurns()
  /** Least time between two starts of iterations of one user, in microseconds. */
  readonly pacing: number
  readonly #workload: UsersWorkload
  readonly #events: readonly UserEvent[]
  readonly #users = new Map<number, LoopingUser>()
  readonly #alarm: Alarm
  #schedule = unscheduled
  #budget = new Budget(unscheduled, undefined)
  #nextEvent = 0
  #started = 0
  #hasGivenUp = false
  #isOver = false

  constructor(workload: UsersWorkload, tools: ExecutorTools) {
    this.tools = tools
    this.pacing = workload.pacing
    this.#workload = workload
    this.#events = userEvents(workload, tools.part)
    this.#alarm = tools.createAlarm((now) => this.#follow(now))
  }

  start(schedule: Schedule): void {
    const { iterations, curve } = this.#workload
    const ofRun =
      iterations?.of === 'run' ? iterationsOfPart(iterations.count, Math.round(highestLevel(curve)), this.tools.part) : undefined
    this.#schedule = schedule
    this.#budget = new Budget(schedule, ofRun)
    this.#follow(this.tools.clock.now())
  }

  stop(now: number): void {
    this.#isOver = true
    this.#alarm.clear()
    for (const user of this.#users.values()) user.askToLeave(now)
  }

  /** The number of an iteration that may start at `now`; `undefined` when none may. */
  take(now: number): number | undefined {
    if (this.#budget.take(1, now) === 0) return undefined
    const { worker, workers } = this.tools.part
    const globalIndex = this.#started * workers + worker
    this.#started += 1
    return globalIndex
  }

  onStarted(now: number): void {
    if (!this.#isOver && this.#budget.isSpent(now) && now < this.#schedule.runEnd) this.#finish(now)
  }

  /** Is called when a user has left; `stopped` if it could not continue. */
  onLeft(user: number, stopped: boolean, now: number): void {
    this.#users.delete(user)
    if (stopped) this.#hasGivenUp = true
    this.#finishWithoutUsers(now)
  }

  #follow(now: number): void {
    for (; this.#nextEvent < this.#events.length && !this.#isOver; this.#nextEvent++) {
      const event = this.#events[this.#nextEvent]!
      const at = this.#timeOf(event)
      if (at > now) {
        this.#alarm.set(at)
        return
      }
      this.#apply(event)
    }
    this.#finishWithoutUsers(now)
  }

  // Users that are there from the start join exactly at the start, and not slightly before or after because of rounding.
  #timeOf({ at }: UserEvent): number {
    return at <= 0 - this.#workload.warmup ? this.#schedule.start : this.#schedule.runStart + at
  }

  #apply({ user, joins }: UserEvent): void {
    const now = this.tools.clock.now()
    const known = this.#users.get(user)
    if (!joins) {
      known?.askToLeave(now)
    } else if (known !== undefined) {
      known.stay()
    } else if (now < this.#schedule.runEnd) {
      // A user that joins after the end, because the thread was held up, would have nothing to do.
      const { iterations } = this.#workload
      const joined = new LoopingUser(user, this, new Budget(this.#schedule, iterations?.of === 'user' ? iterations.count : undefined), now)
      this.#users.set(user, joined)
      joined.next(now)
    }
  }

  // With a duration, users may still join after a level of 0; users that could not continue do not return.
  #finishWithoutUsers(now: number): void {
    if (this.#isOver || this.#users.size > 0 || this.#nextEvent < this.#events.length) return
    if (this.#schedule.runEnd === Infinity || this.#hasGivenUp) this.#finish(now)
  }

  #finish(now: number): void {
    this.stop(now)
    this.tools.onOver(now)
  }
}

// Iterations started by an alarm begin at the end of a turn, which counts as the next turn until that ends, too. A response that came meanwhile was
// waited for, so the user need not wait for an alarm again, as it otherwise would each time.
const mostStartsInTurn = 2

/**
 * A user that starts its next iteration when its last one has ended, but no earlier than its pacing says.
 *
 * After iterations without a response it waits like a connection that cannot be opened: from the start of the last iteration, so that an iteration that
 * took long is not followed by a long wait.
 */
class LoopingUser implements UserListener {
  readonly #id: number
  readonly #loop: ClosedExecutor
  readonly #budget: Budget
  readonly #user: ActiveUser
  readonly #alarm: Alarm
  #backOff: BackOff | undefined
  #startedAt = 0
  #mayStartAt = -Infinity
  // Whether the next iteration waits for this time, and so is due at it, however late the alarm rings.
  #isPaced = false
  #turn = -1
  #startsInTurn = 0
  #isLeaving = false
  #hasLeft = false

  constructor(id: number, loop: ClosedExecutor, budget: Budget, now: number) {
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
      // Iterations that wait for nothing would block the thread.
      this.#alarm.set(now)
    } else {
      this.#start(now)
    }
  }

  askToLeave(now: number): void {
    this.#isLeaving = true
    if (!this.#user.isBusy) this.#leave(now, false)
  }

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
