import type { Part } from '../../model/workload/workload.ts'
import type { Clock, LoopTurns } from '../../base/clock/clock.ts'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { HttpScenario, HttpSession } from './http/http-session.ts'
import type { MetricRecorders } from './metric-recorders.ts'
import { inReverse, type ClientSource, type ClientUser, type HeldClient } from './user-clients.ts'
import type { FeedAccess } from './feed/feed-access.ts'
import type { HttpClient } from './http/http-client.ts'
import type { UserCookies } from './http/user-cookies.ts'
import type { PlannedTime } from './http/exchange.ts'
import type { Iteration, SeededRandom } from './journey.ts'
import { UserRequests, type PluginRequests } from './plugin-requests.ts'
import { StreamRandom } from './seeded-random.ts'
import { TargetWaits, Waits } from './waits.ts'
import { ActiveList } from './active-list.ts'
import type { CallPlaces, Calls } from './call.ts'
import { failureReason, userStopped } from './failure.ts'
import { awaitRest, countUnawaited } from './iteration-rest.ts'

/** What the users of one scenario share on one thread. */
export interface UserScenario {
  readonly clock: Clock
  readonly turns: LoopTurns
  readonly recorder: UserRecorder
  readonly http: HttpScenario
  readonly metrics: MetricRecorders<MetricDefinitions>
  readonly env: Readonly<Record<string, string>>
  readonly seed: number
  readonly part: Part
  /** One object for each thread and test: the key of data that the scenarios of a thread share, which ends with it. */
  readonly thread: object
  readonly places: CallPlaces
  /** Start of the run phase on the thread's clock; `Infinity` until it is set. */
  runStart: number
}

// A separate stream, so that what a journey draws does not depend on how often it thinks.
const journeyStream = 1
const thinkStream = 2

/**
 * The state of one user behind the object that its journey sees.
 *
 * Most of it is created when it is first read, because a user may be created for each of thousands of arrivals a second. A stopped user records nothing
 * more: its journey may still run, but its iteration has ended.
 */
export class UserState implements PlannedTime, FeedAccess, ClientUser {
  readonly id: number
  readonly scenario: UserScenario
  /** The value that `beforeAll` of the current journey returned. */
  shared: unknown
  isStopped = false
  /** Whether any request of the iteration, over HTTP or of a plugin, got a response so far, and whether any ended without. */
  hasResponse = false
  hasLoss = false
  /** An error of the iteration that its journey may not have got. */
  failure: { readonly error: unknown } | undefined
  // Number of the current iteration, or the last one.
  #index = -1
  #globalIndex = -1
  #iteration: Iteration | undefined
  #begunAt = 0
  // Send lag of the iteration in microseconds, as long as its first request may take it over.
  #lag = 0
  #turn = 0
  #isLeaving = false
  #session: HttpSession | undefined
  #cookies: UserCookies | undefined
  #controller: AbortController | undefined
  #waits: Waits | undefined
  #targetWaits: TargetWaits | undefined
  #calls: Calls | undefined
  #hasRequests = false
  // Requests of its clients.
  #requests: UserRequests[] | undefined
  // Its clients of plugins, each created when it is first read.
  #clients: Map<ClientSource, AsyncDisposable | Disposable> | undefined
  #random: SeededRandom | undefined
  #thinkTimes: SeededRandom | undefined

  constructor(id: number, scenario: UserScenario) {
    this.id = id
    this.scenario = scenario
  }

  /** Starts the next iteration, with its send lag in microseconds. */
  begin(globalIndex: number, lag: number, now: number): void {
    this.#begunAt = now
    this.#index += 1
    this.#globalIndex = globalIndex
    this.#iteration = undefined
    this.hasResponse = false
    this.hasLoss = false
    this.#lag = lag
    if (lag > 0) this.#turn = this.scenario.turns.current()
  }

  get calls(): Calls {
    return (this.#calls ??= { places: this.scenario.places, unawaited: new ActiveList() })
  }

  /**
   * Resolves when everything has ended that the iteration has begun, requests and what it did not await; `undefined` when it has.
   *
   * @param hasReturned whether its journey has returned, and with that left something; one that threw did not get to all that it has to await
   */
  settle(hasReturned: boolean): Promise<void> | undefined {
    const unawaited = this.#calls?.unawaited.take() ?? []
    const underWay = this.#session?.underWay ?? []
    const ofPlugins = this.#requests?.filter((requests) => requests.isUnderWaySince(this.#begunAt)) ?? []
    const rest = { unawaited: hasReturned ? unawaited : [], underWay, ofPlugins, since: this.#begunAt }
    if (rest.unawaited.length + underWay.length + ofPlugins.length === 0) return undefined
    if (hasReturned) countUnawaited(rest, this)
    return awaitRest(rest, this)
  }

  /** Notes that the iteration has ended, and releases what was kept for its checks. */
  rest(): void {
    this.failure = undefined
    this.#session?.lookedAt.forget()
  }

  /** The numbers of the iteration, created on demand because most journeys do not read them and users may do thousands a second. */
  get iteration(): Iteration {
    return (this.#iteration ??= { index: this.#index, globalIndex: this.#globalIndex })
  }

  /**
   * Returns when a request that the journey makes now was due: the first request of an iteration takes over its send lag, unless the journey has spent
   * a turn of the event loop elsewhere. The time that the journey itself took since then does not count as waiting.
   */
  take(now: number): number {
    const lag = this.#lag
    if (lag === 0) return now
    this.#lag = 0
    return this.scenario.turns.isHeld(this.#turn) ? now - lag : now
  }

  onRequests(hasRequests: boolean, now: number): void {
    this.#hasRequests = hasRequests
    this.#targetWaits?.onRequests(hasRequests, now)
  }

  onEnded(hasResponse: boolean): void {
    if (hasResponse) this.hasResponse = true
    else this.hasLoss = true
  }

  onReply(hasReply: boolean, now: number): void {
    this.onEnded(hasReply)
    this.#session?.lookedAt.lose(now)
  }

  throwIfStopped(): void {
    if (this.isStopped) throw userStopped
  }

  get cookies(): UserCookies {
    return (this.#cookies ??= this.scenario.http.cookiesOf(this.id))
  }

  get http(): HttpClient {
    if (this.#session === undefined) {
      this.#session = this.scenario.http.session(this, this.id, this.cookies)
      if (this.isStopped) this.#session.abort(userStopped.message)
    }
    return this.#session
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.isStopped) this.#controller.abort(userStopped)
    }
    return this.#controller.signal
  }

  get hasClients(): boolean {
    return this.#clients !== undefined
  }

  get random(): SeededRandom {
    return (this.#random ??= new StreamRandom(this.scenario.seed, journeyStream, this.id))
  }

  /** The user's client from a source, created if there is none. */
  clientOf(source: ClientSource): object {
    const known = this.#clients?.get(source)
    if (known !== undefined) return known
    // A client that is created now would not be disposed of.
    if (this.isStopped || this.#isLeaving) throw userStopped
    const client = source.create(this)
    ;(this.#clients ??= new Map()).set(source, client)
    return client
  }

  /** Returns the user's clients in the order of their disposal. No more are created. */
  giveUpClients(): readonly HeldClient[] {
    this.#isLeaving = true
    return this.#clients === undefined ? [] : inReverse(this.#clients)
  }

  check(name: string, hasPassed: boolean): void {
    if (!this.isStopped) this.scenario.recorder.check(name, hasPassed)
  }

  fail(error: unknown): void {
    if (!this.isStopped) this.failure ??= { error }
  }

  /** Counts a check of the journey, which is about what it has read last. */
  checkResponse(name: string, hasPassed: boolean): void {
    if (!this.isStopped) this.scenario.recorder.check(name, hasPassed, this.#session?.lookedAt)
  }

  wait(): () => void {
    if (this.isStopped) return () => undefined
    this.#lag = 0
    return this.#waitForTarget().open()
  }

  requests(name: string): PluginRequests {
    const { recorder, clock } = this.scenario
    const requests = new UserRequests({
      plugin: name,
      recorder: recorder.pluginRequests.of(name),
      waits: this.#waitForTarget(),
      clock,
      planned: this,
    })
    if (this.isStopped) requests.end()
    else (this.#requests ??= []).push(requests)
    return requests
  }

  /** Waits for a random time between two, in microseconds. */
  async think(least: number, most: number): Promise<void> {
    const extra = least === most ? 0 : (most - least) * this.#drawThinkTime()
    const { clock, recorder } = this.scenario
    const begun = clock.now()
    const end = begun + least + extra
    recorder.level('thinking', 1, begun)
    try {
      await this.waitUntil(end)
    } finally {
      recorder.level('thinking', -1, clock.now())
    }
    const now = clock.now()
    if (!this.isStopped) recorder.thought(now - end, now)
  }

  async waitUntil(time: number): Promise<void> {
    this.throwIfStopped()
    this.#lag = 0
    const wait = (this.#waits ??= new Waits(this.scenario.clock)).until(time)
    const targetWaits = this.#targetWaits
    if (targetWaits === undefined) return await wait
    targetWaits.onPause(1)
    try {
      await wait
    } finally {
      targetWaits.onPause(-1)
    }
  }

  /** Stops the user: aborts its requests, its waits and its signal, in this order. */
  stop(): void {
    if (this.isStopped) return
    this.isStopped = true
    this.#session?.abort(userStopped.message)
    this.#breakOff()
  }

  /** Closes everything that the user has open, and stops what its journeys left running. */
  leave(): void {
    // No iteration can fail for this error any more.
    if (this.failure !== undefined) this.check(`after the last iteration: ${failureReason(this.failure.error)}`, false)
    this.isStopped = true
    this.#session?.leave()
    this.#breakOff()
  }

  #waitForTarget(): TargetWaits {
    return (this.#targetWaits ??= new TargetWaits(this.scenario.recorder, this.scenario.clock, this.#hasRequests))
  }

  #drawThinkTime(): number {
    return (this.#thinkTimes ??= new StreamRandom(this.scenario.seed, thinkStream, this.id)).next()
  }

  #breakOff(): void {
    this.#waits?.abort(userStopped)
    this.#targetWaits?.end()
    for (const requests of this.#requests ?? []) requests.end()
    this.#controller?.abort(userStopped)
  }
}
