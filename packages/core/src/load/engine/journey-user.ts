import type { IterationEnd } from '../../measure/recorder/iterations.ts'
import { failureReason, RequestError, userStopped } from '../user/failure.ts'
import { failurePlace } from '../user/failure-place.ts'
import { isFeedExhausted } from '../user/feed/feed-access.ts'
import type { HeldClient } from '../user/user-clients.ts'
import type { JourneyUser as UserOfJourney } from '../user/journey.ts'
import type { LoadedJourney } from '../user/load-journey.ts'
import type { UserContext } from '../user/user-context.ts'
import { UserState, type UserScenario } from '../user/user-state.ts'
import type { LeavingUsers } from './leaving-users.ts'
import type { PlannedIteration, User, UserHost } from './executor.ts'

/** A journey on one thread. */
export interface ThreadJourney extends LoadedJourney {
  readonly name: string
  /** What its `beforeAll` returned. */
  readonly shared: unknown
}

/** Where the users of a scenario get what they need to do their journeys. */
export interface JourneyHost {
  readonly scenario: UserScenario
  /** What journeys are given, with the clients of plugins. */
  readonly Context: typeof UserContext
  readonly leaving: LeavingUsers<JourneyUser>
  journeyAt(globalIndex: number): ThreadJourney
}

interface Ending {
  readonly end: IterationEnd
  readonly reason?: string
  readonly stops?: boolean
}

/**
 * A user that does a journey, or several by weight.
 *
 * `beforeUser` of a journey runs as part of the user's first iteration of that journey, `afterUser` when the user leaves, for each journey
 * whose `beforeUser` did not throw. An iteration ends once: what a journey does after it was aborted has no effect. It never ends before
 * `iterate` has returned, so that iterations do not pile up on the stack; that the event loop turns between those that wait for nothing is
 * left to who drives the user, because the time of that turn belongs to none of them.
 */
export class JourneyUser implements User {
  readonly id: number
  readonly #source: JourneyHost
  readonly #host: UserHost
  readonly #state: UserState
  readonly #context: UserOfJourney<never, never>
  #entered: Set<ThreadJourney> | undefined
  // The one it does, or did last.
  #journey: ThreadJourney | undefined
  #isUnderWay = false
  #isFruitless = false
  #hurry: (() => void) | undefined

  constructor(id: number, source: JourneyHost, host: UserHost) {
    this.id = id
    this.#source = source
    this.#host = host
    this.#state = new UserState(id, source.scenario)
    // Which clients of plugins it has is known where the plugins are, and no journey knows which types its own user has.
    this.#context = new source.Context(this.#state) as unknown as UserOfJourney<never, never>
  }

  get isFruitless(): boolean {
    return this.#isFruitless
  }

  iterate({ globalIndex, plannedAt }: PlannedIteration, now: number): void {
    this.#isUnderWay = true
    if (this.#state.isStopped) return this.#end('aborted', now, undefined, true)
    const journey = this.#source.journeyAt(globalIndex)
    this.#journey = journey
    this.#state.begin(globalIndex, now - plannedAt)
    this.#state.shared = journey.shared
    void this.#begin(journey).then(this.#onDone, this.#onFailed)
  }

  abort(now: number): void {
    this.#state.stop()
    this.#hurry?.()
    if (this.#isUnderWay) this.#end('aborted', now, undefined, true)
  }

  leave(): Promise<void> | undefined {
    if (this.#entered === undefined && !this.#state.hasClients) {
      this.#state.leave()
      return undefined
    }
    return this.#leaveInTime()
  }

  // Waits without a function of its own: for each user that waits for its journey, what waits for it is held.
  #begin(journey: ThreadJourney): Promise<unknown> {
    if (!this.#isEntered(journey)) return this.#enter(journey)
    try {
      return Promise.resolve(journey.run(this.#context))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async #enter(journey: ThreadJourney): Promise<void> {
    await journey.hooks.beforeUser?.(this.#context)
    this.#state.throwIfStopped()
    this.#entered = (this.#entered ?? new Set()).add(journey)
    await journey.run(this.#context)
  }

  #isEntered(journey: ThreadJourney): boolean {
    const { beforeUser, afterUser } = journey.hooks
    return (beforeUser === undefined && afterUser === undefined) || this.#entered?.has(journey) === true
  }

  // Both are called for what was aborted too, for which it is too late.
  readonly #onDone = (): void => {
    if (this.#isUnderWay) this.#end('completed', this.#source.scenario.clock.now())
  }

  readonly #onFailed = (error: unknown): void => {
    if (!this.#isUnderWay || this.#journey === undefined) return
    const { end, reason, stops } = endingOf(error, this.#isEntered(this.#journey))
    const { recorder } = this.#source.scenario
    // To read a stack takes longer than many an iteration.
    if (end === 'failed' && reason !== undefined && recorder.wantsPlace(reason)) recorder.failedAt(reason, failurePlace(error))
    this.#end(end, this.#source.scenario.clock.now(), reason, stops)
  }

  #end(end: IterationEnd, now: number, reason?: string, stops?: boolean): void {
    this.#isUnderWay = false
    this.#state.rest()
    this.#isFruitless = !this.#state.hasResponse && (end === 'failed' || this.#state.hasLoss)
    this.#host.onIterationEnd(this, end, now, reason, stops)
  }

  /** Once there is no more time nothing is waited for, but each client is still disposed of. */
  async #leaveInTime(): Promise<void> {
    const { leaving } = this.#source
    const isHurried = new Promise<void>((resolve) => {
      this.#hurry = resolve
    })
    let current: string | undefined
    leaving.add(this, this.#state.isStopped, (seconds) => {
      const late = `did not end within ${seconds} s`
      if (current === undefined) this.#state.check(`afterUser: ${late}`, false)
      else this.#failDispose(current, late)
      this.#hurry?.()
    })
    await Promise.race([this.#runAfterUser(), isHurried])
    for (const client of this.#state.giveUpClients()) {
      current = client.name
      await Promise.race([this.#dispose(client), isHurried])
    }
    leaving.left(this)
    this.#state.leave()
  }

  // No iteration can fail any more for what goes wrong now, yet it must not go unseen.
  async #runAfterUser(): Promise<void> {
    for (const { hooks, shared } of this.#entered ?? []) {
      this.#state.shared = shared
      try {
        await hooks.afterUser?.(this.#context)
      } catch (error) {
        this.#state.check(`afterUser: ${failureReason(error)}`, false)
      }
    }
  }

  async #dispose(client: HeldClient): Promise<void> {
    try {
      await client.dispose()
    } catch (error) {
      // That a request of its own was cut off with its user is no mistake of a client.
      const isCutOff = error === userStopped || (error instanceof RequestError && error.outcome === 'aborted')
      if (!isCutOff) this.#failDispose(client.name, failureReason(error))
    }
  }

  // Also of a user that was stopped, as users that hold a connection are at the end: what is disposed of then is most of all there is.
  #failDispose(plugin: string, reason: string): void {
    this.#source.scenario.recorder.check(`plugin ${plugin}: dispose: ${reason}`, false)
  }
}

/**
 * How an iteration ended that threw.
 *
 * One that found a feed used up is `aborted`, not completed and not failed: it did not do what a journey does, and the target has no part in
 * that. So the completed iterations are those that had a row.
 */
function endingOf(error: unknown, isPrepared: boolean): Ending {
  if (isFeedExhausted(error)) return { end: 'aborted', reason: error.message, stops: true }
  const reason = failureReason(error)
  return isPrepared ? { end: 'failed', reason } : { end: 'failed', reason: `beforeUser: ${reason}`, stops: true }
}
