import type { Refill } from '../../model/workload/workload.ts'
import type { Closing } from '../../model/metrics/outcome.ts'
import { ExpectedResponses } from './expected-responses.ts'
import { endpointName } from '../http/request-config.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import { RequestSeries } from '../../measure/recorder/request-series.ts'
import type { SeriesRecorder } from '../../measure/recorder/series.ts'
import type { ConnectionLimits, WireThread } from '../wire/connection-owner.ts'
import { createDial, type Dial, type ServerRoute } from '../wire/dial.ts'
import { systemAlarms, type Alarm, type CreateAlarm } from './alarm.ts'
import { buildRequests, type BuiltRequests } from './autocannon.ts'
import { Budget, scheduleOf, unscheduled } from './schedule.ts'
import { mostAfterInterruption, type Load, type LoadEvents, Opening } from './load.ts'
import { RequestConnection, type ConnectionLoad, type ConnectionTarget } from './request-connection.ts'
import { createChoice, RequestSupply, type RequestChoice } from './request-source.ts'
import type { ConnectionsShare } from './scenario-share.ts'

/** The load of one scenario of connections on one thread: requests that autocannon has built, over our own connections. */
export class RequestLoad implements Load, ConnectionLoad {
  readonly thread: WireThread
  readonly limits: ConnectionLimits
  readonly reconnectAfter: number
  readonly refill: Refill
  readonly expected: ExpectedResponses
  readonly recorder: ScenarioRecorder = new ScenarioRecorder()
  readonly createAlarm: CreateAlarm
  isStarted = false
  readonly #share: ConnectionsShare
  readonly #events: LoadEvents
  readonly #choice: RequestChoice
  readonly #endpoints: readonly SeriesRecorder[] | undefined
  /** The recorders of several servers, if the target has several, and those of their connections. */
  readonly #servers: readonly SeriesRecorder[] | undefined
  readonly #connections: RequestConnection[] = []
  readonly #opening = new Opening<RequestConnection>()
  readonly #begin: Alarm
  readonly #runEnd: Alarm
  readonly #cut: Alarm
  #budget = new Budget(unscheduled, undefined)
  #mostFailures: number
  #isScheduled = false
  #isStopped = false
  #cutAt = Infinity
  #isRunOver = false
  #isDrained = false

  constructor(share: ConnectionsShare, thread: WireThread, events: LoadEvents, createAlarm: CreateAlarm = systemAlarms(thread.clock)) {
    const { requests, workload, servers } = share
    this.#share = share
    this.#events = events
    this.thread = thread
    this.createAlarm = createAlarm
    this.#mostFailures = share.bailout ?? Infinity
    this.limits = { pipelining: workload.pipelining, timeout: share.timeout, connectTimeout: share.connectTimeout }
    this.refill = workload.refill
    this.reconnectAfter = share.reconnectAfter ?? Infinity
    this.expected = new ExpectedResponses(requests)
    this.#choice = createChoice(share)
    // The figures of a single request are those of the scenario.
    this.#endpoints = requests.length === 1 ? undefined : requests.map((request) => this.recorder.endpoints.of(endpointName(request)))
    this.#servers = servers && this.recorder.addServers(servers.map(({ name }) => name)).all
    this.#begin = createAlarm((now) => this.#fillAll(now))
    this.#runEnd = createAlarm(() => this.#endRun(share.workload.gracefulStop))
    this.#cut = createAlarm(() => this.#closeAll())
  }

  /** Builds the requests by autocannon, with the `Host` of each server, and opens the connections, a few hundred at a time. */
  static async create(share: ConnectionsShare, thread: WireThread, readBuffer: Buffer, events: LoadEvents): Promise<RequestLoad> {
    const load = new RequestLoad(share, thread, events)
    const built = new Map<string, BuiltRequests>()
    for (const { url } of serversOf(share)) built.set(url, await buildRequests({ ...share, url }))
    load.open(
      ({ url }) => built.get(url)!,
      ({ route }) => createDial(route, readBuffer),
    )
    return load
  }

  /** Opens the connections, which are dealt out to the servers; `onReady` follows. */
  open(builtFor: (server: LoadedServer) => BuiltRequests, dialFor: (server: LoadedServer) => Dial): void {
    const { part, workload } = this.#share
    const targets = serversOf(this.#share).map((server, index) => ({
      dial: dialFor(server),
      isSecure: server.route.tls !== undefined,
      series: this.#seriesOf(index),
      supply: new RequestSupply(this.#share, this.#choice, builtFor(server)),
    }))
    for (let index = 0; index < workload.connections; index++) {
      const target = targets[(index * part.workers + part.worker) % targets.length]!
      this.#connections.push(new RequestConnection(this, target, target.supply.next()))
    }
    void this.#opening.start(this.#connections).then(() => this.#events.onReady())
  }

  #seriesOf(server: number): ConnectionTarget['series'] {
    if (this.#endpoints === undefined && this.#servers === undefined) return undefined
    return new RequestSeries(this.recorder, this.#endpoints, this.#servers?.[server])
  }

  get opened(): number {
    return this.#connections.filter((connection) => connection.isOpen).length
  }

  start(start: number): void {
    const schedule = scheduleOf(this.#share.workload, start)
    this.#isScheduled = true
    this.#budget = new Budget(schedule, this.#share.workload.requests)
    this.#choice.begin(schedule)
    this.recorder.begin(schedule.runStart, schedule.runEnd)
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
    this.recorder.endRun(Math.min(at, now))
    this.onIdle(now)
  }

  async end(): Promise<void> {
    this.#budget.stop()
    this.#closeAll()
    for (const alarm of [this.#begin, this.#runEnd, this.#cut]) alarm.clear()
  }

  grant(wanted: number, now: number): number {
    this.#checkFailures()
    return this.#budget.take(wanted, now)
  }

  isOver(now: number): boolean {
    return this.#isScheduled && this.#budget.isSpent(now)
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
    this.#opening.settled(connection)
  }

  /** The request that was due on a connection that could not be opened counts as failed. */
  takeRefused(now: number): number {
    return this.isStarted ? this.#budget.take(1, now) : 0
  }

  onClosed(_closing: Closing, now: number): void {
    this.#checkFailures()
    this.onIdle(now)
  }

  #fillAll(now: number): void {
    this.isStarted = true
    for (const connection of this.#connections) connection.fill(this.thread.clock.now())
    this.onIdle(now)
  }

  #closeAll(): void {
    this.#opening.stop()
    for (const connection of this.#connections) connection.end()
    this.onIdle(this.thread.clock.now())
  }

  #checkFailures(): void {
    if (this.recorder.failures < this.#mostFailures) return
    this.#mostFailures = Infinity
    this.#budget.stop()
    this.#events.onBailout(this.recorder.failures)
  }
}

type LoadedServer = Pick<ServerRoute, 'url' | 'route'>

function serversOf({ servers, url, route }: ConnectionsShare): readonly LoadedServer[] {
  return servers ?? [{ url, route }]
}
