import type { IterationEnd } from '../../measure/recorder/iterations.ts'
import type { Schedule } from './schedule.ts'
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
}
