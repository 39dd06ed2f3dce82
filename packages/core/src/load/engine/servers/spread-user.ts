import type { IterationEnd } from '../../../measure/recorder/iterations.ts'
import type { ServerTurn } from '../../../model/workload/server-turn.ts'
import type { RequestUser } from '../request-user.ts'
import type { PlannedIteration, User, UserHost } from '../user.ts'

/** A user that sends one request in each iteration, to the server whose turn it is: it is a user of each of them, one at a time. */
export class SpreadUser implements User, UserHost {
  readonly id: number
  readonly #users: readonly RequestUser[]
  readonly #turn: ServerTurn
  readonly #host: UserHost

  /** @param create makes it a user of each server */
  constructor(id: number, host: UserHost, turn: ServerTurn, create: (host: UserHost) => readonly RequestUser[]) {
    this.id = id
    this.#host = host
    this.#turn = turn
    this.#users = create(this)
  }

  iterate(iteration: PlannedIteration, now: number): void {
    this.#users[this.#turn.next(iteration.plannedAt)]!.iterate(iteration, now)
  }

  abort(now: number): void {
    for (const user of this.#users) user.abort(now)
  }

  leave(): undefined {
    for (const user of this.#users) user.leave()
  }

  onIterationEnd(_user: User, end: IterationEnd, now: number, reason?: string, stops?: boolean): void {
    this.#host.onIterationEnd(this, end, now, reason, stops)
  }
}
