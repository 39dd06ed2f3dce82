import type { Clock } from '../../base/clock/clock.ts'
import type { Part } from '../../model/workload/workload.ts'
import type { CreateAlarm } from './alarm.ts'
import type { Schedule } from './schedule.ts'
import type { IterationEnd } from '../../measure/recorder/iterations.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { ThreadPlugins } from '../plugin/thread-plugins.ts'
import type { WireThread } from '../wire/connection-owner.ts'
import type { ThreadTimings } from './timing.ts'

/** One pass of a user through its request or journey, as an executor plans it. */
export interface PlannedIteration {
  /** Number of the iteration over all users of the scenario and all workers, from 0. */
  readonly globalIndex: number
  /** When the iteration was due, on the thread's clock; in a closed workload, when it is started. */
  readonly plannedAt: number
}

/** One simulated user, as its executor sees it: it does iterations, one at a time. */
export interface User {
  /** Number of the user, consecutive over the scenario. */
  readonly id: number
  /** Whether its last iteration failed or lost a request, and got no response at all: a user that fails at once must not continue at full speed. */
  readonly isFruitless?: boolean
  /** Starts an iteration; exactly one call of `onIterationEnd` follows, perhaps before this returns. */
  iterate(iteration: PlannedIteration, now: number): void
  /** Ends the current iteration as `aborted`, at once. */
  abort(now: number): void
  /** Makes the user leave and close everything; called once, between iterations. Resolves when everything is closed. */
  leave(): Promise<void> | undefined
}

/** The driver of users. */
export interface UserHost {
  /**
   * Is called when an iteration of a user has ended. `reason` is why it did not complete; `stops` is set when the user cannot continue, as when its
   * feed is used up.
   */
  onIterationEnd(user: User, end: IterationEnd, now: number, reason?: string, stops?: boolean): void
}

/** Creates the users of a scenario on one thread, which send a request or do a journey. */
export interface UserSource {
  /** Opens the connections that are opened before the test; resolves when each is open or has failed to open once. */
  prepare(): Promise<void>
  begin(schedule: Schedule): void
  create(id: number, host: UserHost): User
  /** Name of the journey that an iteration does; `undefined` for requests. */
  journeyOf(globalIndex: number): string | undefined
  readonly opened: number
  end(): Promise<void>
}

/** What the users of all scenarios share on one thread. */
export interface UserThread extends WireThread {
  readonly plugins?: ThreadPlugins
  /** The timings of open workloads; without it, timers start iterations. */
  readonly timings?: ThreadTimings
  /** Microseconds for which the thread may stand still and still start iterations that were due meanwhile; missing when there is no limit. */
  readonly patience?: number
}

/** Decides when users join and leave and when iterations start, for one kind of workload on one thread. */
export interface Executor {
  /** Follows the schedule from `schedule.start` on, which may be in the future. */
  start(schedule: Schedule): void
  /** Starts nothing more: users leave, after the end of their current iteration. */
  stop(now: number): void
}

/** The surroundings of an executor. */
export interface ExecutorTools {
  readonly clock: Clock
  /** Microseconds after which due iterations are no longer started. */
  readonly patience: number
  readonly createAlarm: CreateAlarm
  readonly users: ActiveUsers
  readonly part: Part
  /** Is called when nothing more will be started although the executor was not stopped: everything was started, or no user can continue. */
  readonly onOver: (now: number) => void
}

/**
 * The active users of a scenario on one thread.
 *
 * A user is active from when it joins until it has left. It ends as its last iteration did.
 */
export class ActiveUsers {
  readonly #around: UserSurroundings
  readonly #clock: Clock
  readonly #onGone: () => void
  readonly #users = new Set<ActiveUser>()

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

  /** Makes a user leave that is not in an iteration. */
  leave(user: ActiveUser, now: number): void {
    const leaving = user.leave()
    if (leaving === undefined) this.#remove(user, now)
    else void leaving.finally(() => this.#remove(user, this.#clock.now()))
  }

  drop(globalIndex: number, plannedAt: number): void {
    this.#around.recorder.iterationDropped(plannedAt, this.#around.source.journeyOf(globalIndex))
  }

  /** Stops all users at once: current iterations are aborted, and users that are leaving hurry. */
  abort(): void {
    for (const user of this.#users) user.abort(this.#clock.now())
  }

  #remove(user: ActiveUser, now: number): void {
    this.#users.delete(user)
    this.#around.recorder.userEnded(user.lastEnd, now)
    this.#onGone()
  }
}

/** Is notified when a user is free. */
export interface UserListener {
  /** Is called when an iteration has ended, perhaps before the call that started it has returned; `stops` when the user cannot continue. */
  onFree(user: ActiveUser, now: number, stops: boolean): void
}

/** What a user needs from its load. */
interface UserSurroundings {
  readonly source: UserSource
  readonly recorder: UserRecorder
  /** Is called when an iteration has ended, before its user continues. */
  onIterationEnd(now: number): void
}

/** Drives one user of the load through one iteration after the other, and records them. */
export class ActiveUser implements UserHost {
  readonly #user: User
  readonly #around: UserSurroundings
  readonly #listener: UserListener
  /** Whether the user is in an iteration. */
  isBusy = false
  /** How the last iteration ended; `completed` when there was none. */
  lastEnd: IterationEnd = 'completed'
  #plannedAt = 0
  #journey: string | undefined

  constructor(id: number, around: UserSurroundings, listener: UserListener) {
    this.#around = around
    this.#listener = listener
    this.#user = around.source.create(id, this)
  }

  /** Whether the last iteration got no response although it should have. */
  get isFruitless(): boolean {
    return this.#user.isFruitless === true
  }

  iterate(iteration: PlannedIteration, now: number): void {
    this.isBusy = true
    this.#plannedAt = iteration.plannedAt
    this.#journey = this.#around.source.journeyOf(iteration.globalIndex)
    this.#around.recorder.iterationStarted(iteration.plannedAt, now, this.#journey)
    this.#user.iterate(iteration, now)
  }

  onIterationEnd(_user: User, end: IterationEnd, now: number, reason?: string, stops = false): void {
    this.lastEnd = end
    this.#around.recorder.iterationEnded(end, this.#plannedAt, now, this.#journey, reason)
    this.#around.onIterationEnd(now)
    this.isBusy = false
    this.#listener.onFree(this, now, stops)
  }

  abort(now: number): void {
    this.#user.abort(now)
  }

  leave(): Promise<void> | undefined {
    return this.#user.leave()
  }
}
