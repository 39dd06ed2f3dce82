import { judgeStatuses } from '../http/judge-answer.ts'
import type { ScenarioSnapshot } from '../recorder/snapshot.ts'
import { ScenarioRecorder } from '../recorder/scenario-recorder.ts'
import type { Closing, ConnectionLimits, WireThread } from '../wire/connection.ts'
import { createDial, type Dial } from '../wire/dial.ts'
import { startAutocannon, type AutocannonClient, type AutocannonRun } from './autocannon.ts'
import { RequestBudget } from './request-budget.ts'
import { RequestConnection, type ConnectionLoad } from './request-connection.ts'
import { RequestSequence } from './request-sequence.ts'
import { LargeRequests, PrebuiltRequests, UniqueRequests, type RequestSource } from './request-source.ts'
import type { ScenarioShare } from './scenario-share.ts'
import { scheduleOf } from './schedule.ts'

const mostOpening = 256
const longestTimer = 2 ** 31 - 1
// Larger requests are not laid out again and again for batches.
const mostLaidOut = 1 << 20

/** What a load tells the thread it runs on. */
export interface LoadEvents {
  /** Every connection is open or has failed to open once. */
  onReady(): void
  /** Nothing more will be sent. */
  onRunEnd(): void
  /** Nothing is in flight any more, after `onRunEnd`. */
  onDrained(): void
  /** More requests failed than the scenario allows. */
  onBailout(failures: number): void
}

/**
 * The load of one `request` scenario on one thread: autocannon's clients over our own connections.
 *
 * Life: `create` opens the connections and `onReady` follows; `start` sends; by itself or by `stop` it sends nothing more
 * (`onRunEnd`) and, when the last request has ended or the graceful stop is over, it is drained (`onDrained`); `end` closes everything.
 */
export class RequestLoad implements ConnectionLoad {
  readonly thread: WireThread
  readonly dial: Dial
  readonly limits: ConnectionLimits
  readonly reconnectAfter: number
  readonly isSecure: boolean
  readonly checksBodies: boolean
  readonly recorder: ScenarioRecorder = new ScenarioRecorder()
  readonly #share: ScenarioShare
  readonly #events: LoadEvents
  readonly #statusOutcomes: readonly Uint8Array[]
  readonly #headFlags: readonly boolean[]
  readonly #connections: RequestConnection[] = []
  readonly #unsettled = new Set<RequestConnection>()
  readonly #waiting: RequestConnection[] = []
  #budget = new RequestBudget({ start: Infinity, runStart: Infinity, runEnd: Infinity }, undefined)
  #autocannon: AutocannonRun | undefined
  #requests: readonly Buffer[] | undefined
  #sequence: RequestSequence | undefined
  #mostFailures: number
  #isStarted = false
  #isRunOver = false
  #isDrained = false
  #timer: NodeJS.Timeout | undefined

  private constructor(share: ScenarioShare, thread: WireThread, readBuffer: Buffer, events: LoadEvents) {
    this.#share = share
    this.#events = events
    this.thread = thread
    this.dial = createDial(share.route, readBuffer)
    this.#mostFailures = share.bailout ?? Infinity
    this.limits = { pipelining: share.workload.pipelining, timeout: share.timeout, connectTimeout: share.connectTimeout }
    this.reconnectAfter = share.reconnectAfter ?? Infinity
    this.isSecure = share.route.tls !== undefined
    this.checksBodies = share.requests.some((request) => request.expect.body !== undefined)
    this.#statusOutcomes = share.requests.map((request) => judgeStatuses(request.expect))
    this.#headFlags = share.requests.map((request) => request.method === 'HEAD')
  }

  /**
   * Has autocannon build the requests and opens the connections, a few hundred at a time.
   *
   * @throws Error of autocannon for options it refuses
   */
  static async create(share: ScenarioShare, thread: WireThread, readBuffer: Buffer, events: LoadEvents): Promise<RequestLoad> {
    const load = new RequestLoad(share, thread, readBuffer, events)
    load.#autocannon = await startAutocannon({
      url: share.url,
      connections: share.workload.connections,
      pipelining: share.workload.pipelining,
      idReplacement: share.uniqueIds,
      requests: share.requests.map(({ method, path, headers, body }) => ({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
      })),
      setupClient: (client) => load.#adopt(client),
    })
    load.#openAll()
    return load
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  /** Connections that are open. */
  get opened(): number {
    return this.#connections.filter((connection) => connection.isOpen).length
  }

  /** Starts the phases at `start`, which has come. */
  start(start: number): void {
    const schedule = scheduleOf(this.#share.workload, start)
    this.#budget = new RequestBudget(schedule, this.#share.workload.requests)
    this.recorder.begin(schedule.runStart, schedule.runEnd)
    this.#isStarted = true
    if (schedule.runEnd < Infinity) this.#stopAt(schedule.runEnd)
    for (const connection of this.#connections) connection.fill(this.thread.clock.now())
  }

  /** Sends nothing more; what is in flight has the graceful stop to end. */
  stop(): void {
    const now = this.thread.clock.now()
    this.#budget.stop()
    this.recorder.endRun(now)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#cut(), this.#share.workload.gracefulStop / 1000)
    this.onIdle(now)
  }

  /** Closes everything: what is in flight is aborted. Resolves when nothing of it is left on this thread. */
  async end(): Promise<void> {
    this.#budget.stop()
    this.#cut()
    clearTimeout(this.#timer)
    await this.#autocannon?.stop()
  }

  /** What was recorded since the last call. */
  take(now: number): ScenarioSnapshot {
    return this.recorder.take(now)
  }

  grant(wanted: number, now: number): number {
    if (this.recorder.failures >= this.#mostFailures) this.#bailOut()
    return this.#budget.take(wanted, now)
  }

  isHead(tag: number): boolean {
    return this.#headFlags[tag] === true
  }

  expectedBody(tag: number): Uint8Array | undefined {
    return this.#share.requests[tag]?.expect.body
  }

  outcomeOf(tag: number, status: number): number {
    return this.#statusOutcomes[tag]![status]!
  }

  isOver(now: number): boolean {
    return this.#isStarted && this.#budget.isSpent(now)
  }

  onIdle(now: number): void {
    if (!this.isOver(now)) return
    if (!this.#isRunOver) this.#events.onRunEnd()
    this.#isRunOver = true
    if (this.#isDrained || this.recorder.inFlight > 0) return
    this.#isDrained = true
    this.#events.onDrained()
  }

  onSettled(connection: RequestConnection): void {
    if (!this.#unsettled.delete(connection)) return
    this.#waiting.pop()?.open()
    if (this.#unsettled.size === 0) this.#events.onReady()
  }

  onClosed(closing: Closing, now: number): void {
    this.recorder.turn(now)
    if (closing.behindAnswer > 0) this.recorder.closedBehindAnswer(closing.behindAnswer)
    if (closing.by === 'server' && !closing.wasOpen) this.#countRefused(closing.reason, now)
    if (closing.by === 'server' && closing.wasOpen && closing.isUnannounced && closing.lost === 0) this.recorder.closedIdle()
    if (this.recorder.failures >= this.#mostFailures) this.#bailOut()
    this.onIdle(now)
  }

  // The request that would have gone out on a connection that could not be opened was due: it is one that failed.
  #countRefused(reason: string, now: number): void {
    this.recorder.refused()
    if (!this.#isStarted || this.#budget.take(1, now) === 0) return
    this.recorder.started(1, 0, now)
    this.recorder.lost('refused', reason, now, now, 0)
  }

  // A timer may fire a little early, and none waits longer than 24 days: until the time has come it is set again.
  #stopAt(end: number): void {
    const wait = Math.max(0, (end - this.thread.clock.now()) / 1000)
    this.#timer = setTimeout(() => (this.thread.clock.now() < end ? this.#stopAt(end) : this.stop()), Math.min(wait, longestTimer))
  }

  #cut(): void {
    this.#waiting.length = 0
    for (const connection of this.#connections) connection.end()
    this.onIdle(this.thread.clock.now())
  }

  #bailOut(): void {
    this.#mostFailures = Infinity
    this.#budget.stop()
    this.#events.onBailout(this.recorder.failures)
  }

  #adopt(client: AutocannonClient): void {
    this.#connections.push(new RequestConnection(this, this.#sourceFor(client)))
    // autocannon would connect now, and close when it stops: both are the business of our connection.
    client._connect = () => {}
    client._destroyConnection = () => {}
  }

  #sourceFor({ requestIterator }: AutocannonClient): RequestSource {
    if (this.#share.uniqueIds) return new UniqueRequests(requestIterator)
    this.#requests ??= requestIterator.requests.map((request) => request.requestBuffer)
    // Every client has built every request; what ours share is kept once.
    for (const request of requestIterator.requests) request.requestBuffer = Buffer.alloc(0)
    const bytes = this.#requests.reduce((sum, request) => sum + request.length, 0)
    if (bytes * (1 + this.limits.pipelining / this.#requests.length) > mostLaidOut) return new LargeRequests(this.#requests)
    this.#sequence ??= new RequestSequence(this.#requests, this.limits.pipelining)
    return new PrebuiltRequests(this.#sequence)
  }

  #openAll(): void {
    for (const connection of this.#connections) this.#unsettled.add(connection)
    this.#waiting.push(...this.#connections.slice(mostOpening))
    for (const connection of this.#connections.slice(0, mostOpening)) connection.open()
  }
}
