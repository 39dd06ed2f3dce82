import type { IterationEnd } from '../../measure/recorder/iterations.ts'
import { failurePlace, failureReason, isCutOff } from '../user/failure.ts'
import { isFeedExhausted } from '../user/feed/feed-access.ts'
import type { HeldClient } from '../user/user-clients.ts'
import type { JourneyUser as UserOfJourney } from '../user/journey.ts'
import type { LoadedJourney } from '../user/load-journey.ts'
import type { UserContext } from '../user/user-context.ts'
import { UserState, type UserScenario } from '../user/user-state.ts'
import type { PlannedIteration, User, UserHost } from './executor.ts'
import type { CreateAlarm } from './alarm.ts'

/** A journey on one thread. */
export interface ThreadJourney extends LoadedJourney {
  readonly name: string
  readonly shared: unknown
}

/** What the users of a scenario need to do their journeys. */
export interface JourneyHost {
  readonly scenario: UserScenario
  /** The class of the users that journeys get, with the clients of plugins. */
  readonly Context: typeof UserContext
  readonly createAlarm: CreateAlarm
  /** The users whose `afterUser` is running, or whose clients are being disposed of. */
  readonly leaving: Set<JourneyUser>
  journeyAt(globalIndex: number): ThreadJourney
}

/**
 * A user that does a journey, or several by weight.
 *
 * `beforeUser` of a journey runs as part of the user's first iteration of that journey, `afterUser` when the user leaves, for each journey whose
 * `beforeUser` did not throw. An iteration ends once: what a journey does after an abort has no effect. It never ends before `iterate` has returned, so
 * that iterations do not pile up on the stack. The driver of the user must let the event loop turn between iterations that wait for nothing, because
 * the time of that turn belongs to none of them.
 */
export class JourneyUser implements User {
  readonly id: number
  readonly #source: JourneyHost
  readonly #host: UserHost
  readonly #state: UserState
  readonly #context: UserOfJourney<never, never>
  #entered: Set<ThreadJourney> | undefined
  // The current journey, or the last one.
  #journey: ThreadJourney | undefined
  #isUnderWay = false
  #isFruitless = false
  #hurry: (() => void) | undefined

  constructor(id: number, source: JourneyHost, host: UserHost) {
    this.id = id
    this.#source = source
    this.#host = host
    this.#state = new UserState(id, source.scenario)
    // The types of clients are known only where the plugins are, and the journey cannot check the type of its user.
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
    this.#state.begin(globalIndex, now - plannedAt, now)
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

  // Waits without an extra function, which would be kept in memory for every user that waits for its journey.
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

  // Both are also called for an aborted iteration, for which it is too late.
  readonly #onDone = (): void => {
    if (!this.#isUnderWay) return
    const rest = this.#state.settle(true)
    if (rest === undefined) this.#complete()
    else void rest.then(this.#complete)
  }

  readonly #onFailed = (thrown: unknown): void => {
    if (!this.#isUnderWay) return
    const rest = this.#state.settle(false)
    if (rest === undefined) this.#fail(thrown)
    else void rest.then(() => this.#fail(thrown))
  }

  readonly #complete = (): void => {
    const { failure } = this.#state
    if (failure !== undefined) this.#fail(failure.error)
    else if (this.#isUnderWay) this.#end('completed', this.#source.scenario.clock.now())
  }

  #fail(error: unknown): void {
    if (!this.#isUnderWay || this.#journey === undefined) return
    // It did not do the whole journey, and not because of the target: so every completed iteration had a row.
    if (isFeedExhausted(error)) return this.#end('aborted', this.#source.scenario.clock.now(), error.message, true)
    const { recorder, clock } = this.#source.scenario
    const isPrepared = this.#isEntered(this.#journey)
    const reason = isPrepared ? failureReason(error) : `beforeUser: ${failureReason(error)}`
    recorder.failedAt(reason, () => failurePlace(error))
    this.#end('failed', clock.now(), reason, !isPrepared)
  }

  #end(end: IterationEnd, now: number, reason?: string, stops?: boolean): void {
    this.#isUnderWay = false
    this.#state.rest()
    this.#isFruitless = !this.#state.hasResponse && (end === 'failed' || this.#state.hasLoss)
    this.#host.onIterationEnd(this, end, now, reason, stops)
  }

  /** Disposes of every client, but does not wait once the time is over. */
  async #leaveInTime(): Promise<void> {
    const { leaving, createAlarm, scenario } = this.#source
    const isHurried = new Promise<void>((resolve) => {
      this.#hurry = resolve
    })
    let current: string | undefined
    const giveUp = (): void => {
      const late = `did not end within ${longestLeave / 1e6} s`
      if (current === undefined) this.#state.check(`afterUser: ${late}`, false)
      else this.#failDispose(current, late)
      this.#hurry?.()
    }
    // Responses that came while the thread was busy are read after its timers: no user is late because of one that has arrived.
    let turn: NodeJS.Immediate | undefined
    const alarm = createAlarm(() => (turn = setImmediate(giveUp)))
    alarm.set(scenario.clock.now() + longestLeave)
    leaving.add(this)
    await Promise.race([this.#runAfterUser(), isHurried])
    for (const client of this.#state.giveUpClients()) {
      current = client.name
      await Promise.race([this.#dispose(client), isHurried])
    }
    alarm.clear()
    clearImmediate(turn)
    leaving.delete(this)
    this.#state.leave()
  }

  // No iteration can fail for this error any more, but it must be reported.
  async #runAfterUser(): Promise<void> {
    for (const { hooks, shared } of this.#entered ?? []) {
      this.#state.shared = shared
      try {
        await hooks.afterUser?.(this.#context)
        await this.#state.settle(true)
      } catch (error) {
        this.#state.check(`afterUser: ${failureReason(error)}`, false)
      }
    }
  }

  async #dispose(client: HeldClient): Promise<void> {
    try {
      await client.dispose()
    } catch (error) {
      // An error about a request that was cut off with the user is not a mistake of the client.
      if (!isCutOff(error)) this.#failDispose(client.name, failureReason(error))
    }
  }

  // This includes stopped users, such as those that hold a connection at the end, which have most of the clients.
  #failDispose(plugin: string, reason: string): void {
    this.#source.scenario.recorder.check(`plugin ${plugin}: dispose: ${reason}`, false)
  }
}

// Microseconds for leaving, less than a thread may take after its graceful stop.
const longestLeave = 4e6
