import type { Refill } from '../../model/workload/workload.ts'
import type { Closing } from '../../model/metrics/outcome.ts'
import { ExpectedResponses } from './expected-responses.ts'
import { endpointName } from '../http/request-config.ts'
import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import { TaggedSeries } from '../../measure/recorder/request-series.ts'
import type { ConnectionLimits, WireThread } from '../wire/connection-owner.ts'
import { createDial, type Dial } from '../wire/dial.ts'
import { systemAlarms, type Alarm, type CreateAlarm } from './alarm.ts'
import { createClients, type AutocannonClient, type AutocannonRun } from './autocannon.ts'
import { Budget, scheduleOf, unscheduled } from './schedule.ts'
import { mostAfterInterruption, type Load, type LoadEvents, Opening } from './load.ts'
import { RequestConnection, type ConnectionLoad } from './request-connection.ts'
import { RequestSupply } from './request-source.ts'
import type { ConnectionsShare } from './scenario-share.ts'
import type { SpreadLoad } from './servers/server-connection.ts'
import type { SpreadConnections } from './servers/spread-connections.ts'

/** The parts of a load of connections. */
export interface RequestLoadParts {
  readonly share: ConnectionsShare
  readonly thread: WireThread
  readonly dial: Dial
  readonly createAlarm: CreateAlarm
}

/** The load of one scenario of connections on one thread, with autocannon's clients over our own connections. */
export class RequestLoad implements Load, ConnectionLoad, SpreadLoad {
  readonly thread: WireThread
  readonly dial: Dial
  readonly limits: ConnectionLimits
  readonly reconnectAfter: number
  readonly refill: Refill
  readonly isSecure: boolean
  readonly expected: ExpectedResponses
  readonly recorder: ScenarioRecorder = new ScenarioRecorder()
  readonly createAlarm: CreateAlarm
  readonly series: TaggedSeries | undefined
  readonly #share: ConnectionsShare
  readonly #events: LoadEvents
  readonly #sources: RequestSupply
  readonly #connections: RequestConnection[] = []
  readonly #opening = new Opening<RequestConnection>()
  readonly #begin: Alarm
  readonly #runEnd: Alarm
  readonly #cut: Alarm
  /** The connections to several servers, if the target has several. */
  #spread: SpreadConnections | undefined
  #budget = new Budget(unscheduled, undefined)
  #autocannon: AutocannonRun | undefined
  #mostFailures: number
  #isScheduled = false
  #isStarted = false
  #isStopped = false
  #cutAt = Infinity
  #isRunOver = false
  #isDrained = false

  constructor({ share, thread, dial, createAlarm }: RequestLoadParts, events: LoadEvents) {
    const { requests, workload } = share
    this.#share = share
    this.#events = events
    this.thread = thread
    this.dial = dial
    this.createAlarm = createAlarm
    this.#mostFailures = share.bailout ?? Infinity
    this.limits = { pipelining: workload.pipelining, timeout: share.timeout, connectTimeout: share.connectTimeout }
    this.refill = workload.refill
    this.reconnectAfter = share.reconnectAfter ?? Infinity
    this.isSecure = share.route.tls !== undefined
    this.expected = new ExpectedResponses(requests)
    this.#sources = new RequestSupply(share)
    // The figures of a single request are those of the scenario.
    this.series = requests.length === 1 ? undefined : new TaggedSeries(requests.map(endpointName))
    this.#begin = createAlarm((now) => this.#fillAll(now))
    this.#runEnd = createAlarm(() => this.#endRun(share.workload.gracefulStop))
    this.#cut = createAlarm(() => this.#closeAll())
  }

  /** Builds the requests by autocannon and opens the connections, a few hundred at a time. */
  static async create(share: ConnectionsShare, thread: WireThread, readBuffer: Buffer, events: LoadEvents): Promise<RequestLoad> {
    const [dial, createAlarm] = [createDial(share.route, readBuffer), systemAlarms(thread.clock)]
    const load = new RequestLoad({ share, thread, dial, createAlarm }, events)
    await (share.servers === undefined ? load.#connect() : load.#connectToServers(readBuffer))
    load.open()
    return load
  }

  /** Adds a connection that sends the requests built for one client. */
  add(iterator: AutocannonClient['requestIterator']): void {
    this.#connections.push(new RequestConnection(this, this.#sources.of(iterator)))
  }

  /** Opens the connections that were added, a few hundred at a time; `onReady` follows. */
  open(): void {
    void this.#opening.start(this.#connections).then(() => this.#events.onReady())
  }

  async #connect(): Promise<void> {
    const { workload } = this.#share
    this.#autocannon = await createClients(this.#share, workload, (client) => this.add(client.requestIterator))
  }

  async #connectToServers(readBuffer: Buffer): Promise<void> {
    // Imported when there are several servers, which few tests have.
    const { SpreadConnections } = await import('./servers/spread-connections.ts')
    this.#spread = await SpreadConnections.create(this, this.#share, readBuffer)
    this.#connections.push(...this.#spread.connections)
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  get opened(): number {
    return this.#connections.filter((connection) => connection.isOpen).length
  }

  start(start: number): void {
    const schedule = scheduleOf(this.#share.workload, start)
    this.#isScheduled = true
    this.#budget = new Budget(schedule, this.#share.workload.requests)
    this.#sources.begin(schedule)
    this.#spread?.begin(schedule)
    this.recorder.begin(schedule.runStart, schedule.runEnd)
    this.series?.begin(schedule.runStart)
    if (schedule.runEnd < Infinity) this.#runEnd.set(schedule.runEnd)
    const now = this.thread.clock.now()
    if (now < schedule.start) this.#begin.set(schedule.start)
    else this.#fillAll(now)
  }

  stop(at?: number): void {
    this.#endRun(Math.min(this.#share.workload.gracefulStop, mostAfterInterruption), at)
  }

  #endRun(gracefulStop: number, at: number = Infinity): void {
    // An interruption does not give more time to requests in flight since the end of the run phase.
    this.#cutAt = Math.min(this.#cutAt, this.thread.clock.now() + gracefulStop)
    this.#cut.set(this.#cutAt)
    if (this.#isStopped) return
    this.#isStopped = true
    const now = this.thread.clock.now()
    this.#begin.clear()
    this.#runEnd.clear()
    this.#budget.stop()
    this.#spread?.release()
    this.recorder.endRun(Math.min(at, now))
    this.onIdle(now)
  }

  async end(): Promise<void> {
    this.#budget.stop()
    this.#closeAll()
    for (const alarm of [this.#begin, this.#runEnd, this.#cut]) alarm.clear()
    await this.#autocannon?.stop()
  }

  take(now: number): ScenarioSnapshot {
    const snapshot = this.recorder.take(now)
    const whole = this.series === undefined ? snapshot : { ...snapshot, endpoints: this.series.take() }
    return this.#spread === undefined ? whole : { ...whole, servers: this.#spread.take() }
  }

  grant(wanted: number, now: number): number {
    this.onFailed()
    return this.#budget.take(wanted, now)
  }

  isTooLate(now: number): boolean {
    return this.#budget.isOver(now)
  }

  onFailed(): void {
    if (this.recorder.failures >= this.#mostFailures) this.#bailOut()
  }

  isOver(now: number): boolean {
    return this.#isScheduled && this.#budget.isSpent(now)
  }

  onIdle(now: number): void {
    if (!this.isOver(now)) return
    if (!this.#isRunOver) this.#events.onRunEnd()
    this.#isRunOver = true
    if (this.#isDrained || this.recorder.inFlight > 0 || (this.#spread?.reserved ?? 0) > 0) return
    this.#isDrained = true
    this.#events.onDrained()
  }

  onSettled(connection: RequestConnection): void {
    this.#opening.settled(connection)
  }

  /** The request that was due on a connection that could not be opened counts as failed. */
  takeRefused(now: number): number {
    return this.#isStarted ? this.#budget.take(1, now) : 0
  }

  onClosed(_closing: Closing, now: number): void {
    this.onFailed()
    this.onIdle(now)
  }

  #fillAll(now: number): void {
    this.#isStarted = true
    if (this.#spread !== undefined) this.#spread.fill()
    else for (const connection of this.#connections) connection.fill(this.thread.clock.now())
    this.onIdle(now)
  }

  #closeAll(): void {
    this.#opening.stop()
    this.#spread?.end()
    for (const connection of this.#connections) connection.end()
    this.onIdle(this.thread.clock.now())
  }

  #bailOut(): void {
    this.#mostFailures = Infinity
    this.#budget.stop()
    this.#events.onBailout(this.recorder.failures)
  }
}
