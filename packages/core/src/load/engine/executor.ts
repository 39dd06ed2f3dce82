import type { Clock } from '../../base/clock/clock.ts'
import type { Part } from '../../model/workload/part.ts'
import type { CreateAlarm } from './alarm.ts'
import type { Schedule } from './schedule.ts'
import type { IterationEnd } from '../../measure/recorder/iterations.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { ThreadPlugins } from '../plugin/thread-plugins.ts'
import type { WireThread } from '../wire/connection.ts'
import type { Timing } from './timing.ts'

/** One pass of a user through its request or journey, as an executor plans it. */
export interface PlannedIteration {
  /** Over all users of the scenario and all workers, from 0. */
  readonly globalIndex: number
  /** When it was due, on the thread's clock: of a closed workload the time it is started. */
  readonly plannedAt: number
}

/** One simulated user, seen from the executor that drives it: it does iterations, one at a time. */
export interface User {
  /** Dense over the scenario. */
  readonly id: number
  /** Whether its last iteration failed or lost a request, and got no response at all: one that does that at once does not continue as fast as it can. */
  readonly isFruitless?: boolean
  /** Starts an iteration; exactly one call of `onIterationEnd` follows, perhaps before this returns. */
  iterate(iteration: PlannedIteration, now: number): void
  /** Ends an iteration that is under way as `aborted`, at once. */
  abort(now: number): void
  /** Leaves for good: closes what it has; called once, when no iteration is under way. Resolves when nothing of it is left. */
  leave(): Promise<void> | undefined
}

/** Who drives users. */
export interface UserHost {
  /** An iteration of a user has ended. `reason` says why it did not complete; `stops` that the user can do no more, as when its feed is used up. */
  onIterationEnd(user: User, end: IterationEnd, now: number, reason?: string, stops?: boolean): void
}

/** Creates the users of a scenario on one thread: those that send a request, or those that do a journey. */
export interface UserSource {
  /** Opens what is opened before the test; resolves when it is open or has failed to open once. */
  prepare(): Promise<void>
  /** Hears when the phases are, before the first user. */
  begin(schedule: Schedule): void
  create(id: number, host: UserHost): User
  /** Name of the journey that an iteration does; `undefined` for requests. */
  journeyOf(globalIndex: number): string | undefined
  /** Connections that are open. */
  readonly opened: number
  end(): Promise<void>
}

/** What the users of all scenarios on one thread share. */
export interface UserThread extends WireThread {
  readonly plugins: ThreadPlugins
  /** Gives each open workload what decides how it is started; without it, or where it gives none, that is timers. */
  readonly takeTiming?: () => Timing | undefined
  /** Microseconds for which it may stand still and still start what was due meanwhile; missing where it always may. */
  readonly patience?: number
}

/** Decides when users join and leave and when their iterations start, by one kind of workload, on one thread. */
export interface Executor {
  /** Follows the schedule from `schedule.start` on, which may be ahead. */
  start(schedule: Schedule): void
  /** Starts nothing more: users leave, those in an iteration when it has ended. */
  stop(now: number): void
}

/** What an executor works with. */
export interface ExecutorTools {
  readonly clock: Clock
  /** Microseconds after which nothing is started any more that was due. */
  readonly patience: number
  readonly createAlarm: CreateAlarm
  readonly users: ActiveUsers
  readonly part: Part
  /** Is called when nothing more will be started, though the executor was not stopped: all that was asked for was, or no user can continue. */
  readonly onOver: (now: number) => void
}

/**
 * The users of a scenario that are there at the moment, on one thread.
 *
 * A user is there from when it joins until nothing of it is left. It ends as its last iteration did.
 */
export class ActiveUsers {
  readonly #around: UserSurroundings
  readonly #clock: Clock
  readonly #onGone: () => void
  readonly #users = new Set<ActiveUser>()

  /** @param onGone is called when nothing of a user is left */
  constructor(around: UserSurroundings, clock: Clock, onGone: () => void) {
    this.#around = around
    this.#clock = clock
    this.#onGone = onGone
  }

  get count(): number {
    return this.#users.size
  }

  join(id: number, listener: UserListener, now: number): ActiveUser {
    this.#around.recorder.userCreated(now)
    const user = new ActiveUser(id, this.#around, listener)
    this.#users.add(user)
    return user
  }

  /** Has a user leave that is not in an iteration. */
  leave(user: ActiveUser, now: number): void {
    const leaving = user.leave()
    if (leaving === undefined) this.#remove(user, now)
    else void leaving.finally(() => this.#remove(user, this.#clock.now()))
  }

  /** Counts an iteration that no user was free for. */
  drop(globalIndex: number, plannedAt: number): void {
    this.#around.recorder.iterationDropped(plannedAt, this.#around.source.journeyOf(globalIndex))
  }

  /** Ends at once what users do: iterations that are under way are aborted, and those who leave hurry. */
  abort(): void {
    for (const user of this.#users) user.abort(this.#clock.now())
  }

  #remove(user: ActiveUser, now: number): void {
    this.#users.delete(user)
    this.#around.recorder.userEnded(user.lastEnd, now)
    this.#onGone()
  }
}

/** Hears that a user can do something else. */
export interface UserListener {
  /** An iteration has ended, perhaps before the call that started it has returned. `stops` says that the user can do no more. */
  onFree(user: ActiveUser, now: number, stops: boolean): void
}

/** What a user needs of the load it belongs to. */
interface UserSurroundings {
  readonly source: UserSource
  readonly recorder: UserRecorder
  /** An iteration has ended, and its user is about to do something else. */
  onIterationEnd(now: number): void
}

/** One user of the load: has it do one iteration after the other, and records them. */
export class ActiveUser implements UserHost {
  readonly #user: User
  readonly #around: UserSurroundings
  readonly #listener: UserListener
  #isBusy = false
  #plannedAt = 0
  #journey: string | undefined
  #lastEnd: IterationEnd = 'completed'

  constructor(id: number, around: UserSurroundings, listener: UserListener) {
    this.#around = around
    this.#listener = listener
    this.#user = around.source.create(id, this)
  }

  /** Whether an iteration is under way. */
  get isBusy(): boolean {
    return this.#isBusy
  }

  /** How its last iteration ended; `completed` when it has done none. */
  get lastEnd(): IterationEnd {
    return this.#lastEnd
  }

  /** Whether its last iteration got no response, where it should have had one. */
  get isFruitless(): boolean {
    return this.#user.isFruitless === true
  }

  iterate(iteration: PlannedIteration, now: number): void {
    this.#isBusy = true
    this.#plannedAt = iteration.plannedAt
    this.#journey = this.#around.source.journeyOf(iteration.globalIndex)
    this.#around.recorder.iterationStarted(iteration.plannedAt, now, this.#journey)
    this.#user.iterate(iteration, now)
  }

  onIterationEnd(_user: User, end: IterationEnd, now: number, reason?: string, stops = false): void {
    this.#lastEnd = end
    this.#around.recorder.iterationEnded(end, this.#plannedAt, now, this.#journey, reason)
    this.#around.onIterationEnd(now)
    this.#isBusy = false
    this.#listener.onFree(this, now, stops)
  }

  /** Ends what it does at once: an iteration is aborted. */
  abort(now: number): void {
    this.#user.abort(now)
  }

  /** Leaves for good. Resolves when nothing of it is left. */
  leave(): Promise<void> | undefined {
    return this.#user.leave()
  }
}
