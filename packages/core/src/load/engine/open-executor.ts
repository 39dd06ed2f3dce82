import { Arrivals } from '../../model/workload/schedule.ts'
import { shareOf, type RateWorkload } from '../../model/workload/workload.ts'
import type { ActiveUser, UserListener, Executor, ExecutorTools } from './executor.ts'
import type { Alarm } from './alarm.ts'
import type { Schedule } from './schedule.ts'

/**
 * Executes an open workload: iterations start at their planned times, whatever the responses do.
 *
 * Whenever the thread is awake, because an alarm rang or an iteration ended, every due iteration starts with its planned time: a thread that was held
 * up catches up, which the send lag shows. Iterations that are due while all users are busy are dropped.
 */
export class OpenExecutor implements Executor, UserListener {
  readonly #tools: ExecutorTools
  readonly #arrivals: Arrivals
  readonly #mostUsers: number
  readonly #reusesUsers: boolean
  readonly #alarm: Alarm
  readonly #free: ActiveUser[] = []
  #schedule: Schedule | undefined
  #nextDue = Infinity
  #joined = 0
  #isStarting = false
  #isOver = false

  constructor(workload: RateWorkload, seed: number, tools: ExecutorTools) {
    const { part } = tools
    this.#tools = tools
    this.#arrivals = new Arrivals(workload, part, seed)
    this.#mostUsers = shareOf(workload.maxUsers, part)
    this.#reusesUsers = workload.reuseUsers
    this.#alarm = tools.createAlarm((now) => this.#startDue(now), 'plan')
  }

  start(schedule: Schedule): void {
    this.#schedule = schedule
    this.#readNext(schedule)
    this.#startDue(this.#tools.clock.now())
  }

  stop(now: number): void {
    // Iterations that were due before the end belong to the run phase, even if the thread was held up at that moment.
    if (this.#schedule !== undefined && now >= this.#schedule.runEnd) this.#startDue(now)
    this.#end(now)
  }

  onFree(user: ActiveUser, now: number, stops: boolean): void {
    if (this.#isOver || stops || !this.#reusesUsers) this.#tools.users.leave(user, now)
    else this.#free.push(user)
    if (now >= this.#nextDue && !this.#isStarting) this.#startDue(now)
  }

  /** Starts iterations that were due by `now`; those that become due meanwhile wait, so that responses are read in between. */
  #startDue(now: number): void {
    if (this.#schedule === undefined || this.#isOver) return
    // A machine that stood still was given up by the others, so that its missed iterations would be load after their end.
    if (now - this.#nextDue > this.#tools.patience) return this.#giveUp(now)
    this.#isStarting = true
    // An iteration that ends at once may end the load.
    while (this.#nextDue <= now && !this.#isOver) {
      this.#startNext()
      this.#readNext(this.#schedule)
    }
    this.#isStarting = false
    if (this.#isOver) return
    if (this.#nextDue < Infinity) this.#alarm.set(this.#nextDue)
    else if (this.#schedule.runEnd === Infinity) this.#giveUp(now)
  }

  #startNext(): void {
    const { users, clock } = this.#tools
    const iteration = { globalIndex: this.#arrivals.index, plannedAt: this.#nextDue }
    const now = clock.now()
    const user = this.#userFor(iteration.globalIndex, now)
    if (user === undefined) users.drop(iteration.globalIndex, iteration.plannedAt)
    else user.iterate(iteration, now)
  }

  // The user that was freed last goes first, so that few connections are kept busy, which are then unlikely to be closed as idle.
  #userFor(arrival: number, now: number): ActiveUser | undefined {
    const free = this.#free.pop()
    if (free !== undefined) return free
    const { users, part } = this.#tools
    if (users.count >= this.#mostUsers) return undefined
    const id = this.#reusesUsers ? this.#joined * part.workers + part.worker : arrival
    this.#joined += 1
    return users.join(id, this, now)
  }

  #readNext(schedule: Schedule): void {
    if (this.#nextDue < Infinity) this.#arrivals.advance()
    const due = schedule.runStart + this.#arrivals.dueAt
    this.#nextDue = due < schedule.runEnd ? due : Infinity
  }

  #giveUp(now: number): void {
    this.#end(now)
    this.#tools.onOver(now)
  }

  #end(now: number): void {
    this.#isOver = true
    this.#alarm.clear()
    for (const user of this.#free.splice(0)) this.#tools.users.leave(user, now)
  }
}
