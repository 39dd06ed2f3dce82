import { highestLevel } from '../../model/workload/load-curve.ts'
import { userEvents, type UserEvent } from '../../model/workload/user-events.ts'
import type { UsersWorkload } from '../../model/workload/workload.ts'
import type { Alarm } from './alarm.ts'
import { Budget } from './budget.ts'
import type { Executor, ExecutorTools } from './executor.ts'
import { LoopTurns } from '../../base/clock/loop-turns.ts'
import { LoopingUser, type UserLoop } from './looping-user.ts'
import { unscheduled, type Schedule } from './schedule.ts'
import { iterationsOfPart } from './user-shares.ts'

/**
 * Closed: a number of users at a time, each of which starts its next iteration when its last one has ended.
 *
 * A user that is to leave ends its iteration before; one that is to join again while it does so stays.
 */
export class ClosedExecutor implements Executor, UserLoop {
  readonly tools: ExecutorTools
  readonly turns: LoopTurns = new LoopTurns()
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

  onLeft(user: number, stopped: boolean, now: number): void {
    this.#users.delete(user)
    if (stopped) this.#hasGivenUp = true
    this.#finishWithoutUsers(now)
  }

  /** Has users join and leave as the events up to `now` say. */
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

  // Those that are there from the start join at the start and not, by a rounding, a moment before or after.
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
      // Behind it, where the thread was held up until then, it would have nothing to do.
      const { iterations } = this.#workload
      const joined = new LoopingUser(user, this, new Budget(this.#schedule, iterations?.of === 'user' ? iterations.count : undefined), now)
      this.#users.set(user, joined)
      joined.next(now)
    }
  }

  // While a duration runs somebody may still join, and a level of 0 is a level; users that could not go on do not come back.
  #finishWithoutUsers(now: number): void {
    if (this.#isOver || this.#users.size > 0 || this.#nextEvent < this.#events.length) return
    if (this.#schedule.runEnd === Infinity || this.#hasGivenUp) this.#finish(now)
  }

  #finish(now: number): void {
    this.stop(now)
    this.tools.onOver(now)
  }
}
