import type { Clock } from '../../base/clock/clock.ts'
import { ActiveUser, type UserListener, type UserSurroundings } from './active-user.ts'

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

  /** @param onGone hears that nothing of a user is left */
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

  /** Counts an iteration that nobody was free for. */
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
