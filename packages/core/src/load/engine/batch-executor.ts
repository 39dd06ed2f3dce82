import { shareOf, type BatchWorkload } from '../../model/workload/workload.ts'
import type { ActiveUser, UserListener, Executor, ExecutorTools } from './executor.ts'
import type { Alarm } from './alarm.ts'
import { Budget, unscheduled, type Schedule } from './schedule.ts'
import { LoopTurns } from '../../base/clock/clock.ts'
import { BackOff } from '../wire/dial.ts'
import { iterationsOfPart } from './scenario-share.ts'

/**
 * Executes a closed workload with a barrier: a batch of iterations starts at once, and the next batch when all of them have ended.
 *
 * The users stay from batch to batch. Each thread does its share of a batch and waits for this share only: several threads have several barriers, so
 * that a single barrier needs a single thread.
 */
export class BatchExecutor implements Executor, UserListener {
  readonly #workload: BatchWorkload
  readonly #tools: ExecutorTools
  readonly #turns = new LoopTurns()
  readonly #alarm: Alarm
  readonly #members = new Set<ActiveUser>()
  readonly #users: number
  #schedule = unscheduled
  #budget = new Budget(unscheduled, undefined)
  #hasJoined = false
  #started = 0
  #underWay = 0
  #turn = -1
  // Whether no iteration of the batch got a response so far, although it should have.
  #isFruitless = false
  readonly #backOff = new BackOff()
  #startedAt = 0
  #mayStartAt = -Infinity
  #isOver = false

  constructor(workload: BatchWorkload, tools: ExecutorTools) {
    this.#workload = workload
    this.#tools = tools
    this.#users = shareOf(workload.batch, tools.part)
    this.#alarm = tools.createAlarm((now) => this.#next(now))
  }

  start(schedule: Schedule): void {
    const { batch, iterations } = this.#workload
    const total = iterations === undefined ? undefined : iterationsOfPart(iterations, batch, this.#tools.part)
    this.#schedule = schedule
    this.#budget = new Budget(schedule, total)
    const now = this.#tools.clock.now()
    if (now < schedule.start) this.#alarm.set(schedule.start)
    else this.#next(now)
  }

  stop(now: number): void {
    this.#isOver = true
    this.#alarm.clear()
    for (const member of this.#members) if (!member.isBusy) this.#leave(member, now)
  }

  onFree(user: ActiveUser, now: number, stops: boolean): void {
    this.#underWay -= 1
    this.#isFruitless &&= user.isFruitless
    if (stops || this.#isOver) this.#leave(user, now)
    if (this.#underWay > 0 || this.#isOver) return
    if (this.#isFruitless) this.#mayStartAt = this.#startedAt + this.#backOff.next() * 1000
    else this.#backOff.reset()
    this.#next(now)
  }

  #next(now: number): void {
    // A batch that waits for nothing would block the thread.
    if (now < this.#mayStartAt || this.#turns.isHeld(this.#turn)) this.#alarm.set(Math.max(now, this.#mayStartAt))
    else this.#startBatch(now)
  }

  #startBatch(now: number): void {
    if (!this.#hasJoined) this.#joinAll(now)
    const members = [...this.#members].slice(0, this.#budget.take(this.#members.size, now))
    this.#underWay = members.length
    this.#isFruitless = true
    this.#startedAt = now
    this.#turn = this.#turns.current()
    for (const member of members) this.#iterate(member)
    if (now < this.#schedule.runEnd && this.#isLast(now)) this.#finish(now)
  }

  // A thread without users has nothing to do for the duration, and users that could not continue do not return.
  #isLast(now: number): boolean {
    const hasGivenUp = this.#members.size === 0 && this.#users > 0
    return this.#budget.isSpent(now) || hasGivenUp || (this.#users === 0 && this.#schedule.runEnd === Infinity)
  }

  #joinAll(now: number): void {
    const { users, part } = this.#tools
    this.#hasJoined = true
    for (let index = 0; index < this.#users; index++) this.#members.add(users.join(index * part.workers + part.worker, this, now))
  }

  #iterate(member: ActiveUser): void {
    const { worker, workers } = this.#tools.part
    const globalIndex = this.#started * workers + worker
    const now = this.#tools.clock.now()
    this.#started += 1
    member.iterate({ globalIndex, plannedAt: now }, now)
  }

  #leave(user: ActiveUser, now: number): void {
    this.#members.delete(user)
    this.#tools.users.leave(user, now)
  }

  #finish(now: number): void {
    this.stop(now)
    this.#tools.onOver(now)
  }
}
