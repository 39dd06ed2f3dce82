import type { IterationEnd } from '../../measure/recorder/iterations.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { PlannedIteration, User, UserHost, UserSource } from './user.ts'

/** Hears that a user can do something else. */
export interface UserListener {
  /** An iteration has ended, perhaps before the call that started it has returned. `stops` says that the user can do no more. */
  onFree(user: ActiveUser, now: number, stops: boolean): void
}

/** What a user needs of those it is one of. */
export interface UserSurroundings {
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
