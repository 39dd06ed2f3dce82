import { setImmediate as turn } from 'node:timers/promises'
import { ManualClock } from '../../src/base/clock/clock.ts'
import { kept } from '../../src/load/engine/autocannon.ts'
import { RequestUserSource } from '../../src/load/engine/request-user-source.ts'
import { UserLoad } from '../../src/load/engine/user-load.ts'
import type { UserSource } from '../../src/load/engine/executor.ts'
import type { ResolvedRequest } from '../../src/load/http/request-config.ts'
import type { IterationEnd } from '../../src/measure/recorder/iterations.ts'
import { ScenarioRecorder } from '../../src/measure/recorder/scenario-recorder.ts'
import { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import { UserRecorder } from '../../src/measure/recorder/user-recorder.ts'
import type { TimedRequest } from '../../src/measure/recorder/user-request-recorder.ts'
import type { WireThread } from '../../src/load/wire/connection-owner.ts'
import { DeadlineWheel } from '../../src/load/wire/deadline-wheel.ts'
import { HeadCache } from '../../src/load/wire/head-cache.ts'
import type { RequestOrder } from '../../src/model/workload/choices.ts'
import type { UserWorkload } from '../../src/model/workload/workload.ts'
import { ManualAlarms } from './manual-alarms.ts'
import { MemoryNetwork, type MemorySocket } from './memory-network.ts'
import { MemoryServers } from './memory-servers.ts'
import { memoryTimeout, type MemoryRequest } from './memory-load.ts'

export interface MemoryUserLoadOptions {
  readonly worker?: number
  readonly workers?: number
  readonly bailout?: number
  /** Each is sent as `METHOD /index`. */
  readonly requests?: readonly MemoryRequest[]
  readonly order?: RequestOrder
  /** Of each request, in microseconds; {@link memoryTimeout} without it. */
  readonly timeout?: number
  /** Microseconds for which the thread may stand still and still start what was due. */
  readonly patience?: number
  /** Users that do something else than send requests. */
  readonly source?: (parts: MemoryUserParts) => UserSource
}

/** The parts that users of a {@link MemoryUserLoad} need. */
export interface MemoryUserParts {
  readonly thread: WireThread
  readonly network: MemoryNetwork
  readonly recorder: UserRecorder
  readonly timeout: number
}

/** The seed of every {@link MemoryUserLoad}. */
export const memorySeed = 7
// The wheel of deadlines is turned this often, in microseconds.
const step = 10_000

/** Records as the real one does, and notes when iterations were planned and started. */
export class NotingRecorder extends UserRecorder {
  readonly planned: number[] = []
  readonly starts: number[] = []
  readonly dropped: number[] = []
  /** The endpoint of each request that was started; empty where there is one only. */
  readonly sent: string[] = []
  users = 0
  mostUsers = 0
  /** Requests that were sent once more, of the warm-up too. */
  repeated = 0

  override requestSent(request: TimedRequest, bytes: number, isRetried: boolean = false): void {
    super.requestSent(request, bytes, isRetried)
    if (isRetried) this.repeated += 1
  }

  override userCreated(now: number): void {
    super.userCreated(now)
    this.users += 1
    this.mostUsers = Math.max(this.mostUsers, this.users)
  }

  override userEnded(end: IterationEnd, now: number): void {
    super.userEnded(end, now)
    this.users -= 1
  }

  override iterationStarted(plannedAt: number, now: number, journey: string | undefined): void {
    super.iterationStarted(plannedAt, now, journey)
    this.planned.push(plannedAt)
    this.starts.push(now)
  }

  override requestStarted(request: TimedRequest, now: number): void {
    super.requestStarted(request, now)
    this.sent.push(request.series.map(({ name }) => name).join())
  }

  override iterationDropped(plannedAt: number, journey: string | undefined): void {
    super.iterationDropped(plannedAt, journey)
    this.dropped.push(plannedAt)
  }
}

/** A load of users that send requests, whose connections are in memory and whose time the test advances. */
export class MemoryUserLoad {
  readonly clock: ManualClock = new ManualClock(1e6)
  readonly network: MemoryNetwork = new MemoryNetwork()
  readonly servers: MemoryServers = new MemoryServers(this.network)
  readonly recorder: NotingRecorder = new NotingRecorder(new ScenarioRecorder(), {})
  readonly load: UserLoad
  /** The reports of the load, in order. */
  readonly told: string[] = []
  /** Resolves when everything that is opened beforehand is open, or has failed to. */
  prepared: Promise<void> | undefined
  readonly #alarms = new ManualAlarms(this.clock)
  readonly #wheel = new DeadlineWheel(this.clock)
  readonly #source: UserSource

  constructor(workload: UserWorkload, options: MemoryUserLoadOptions = {}) {
    const { worker = 0, workers = 1, bailout, requests = [{}], order = 'in-turn', timeout = memoryTimeout } = options
    const share = {
      kind: 'users',
      name: 'users',
      url: 'http://memory',
      route: { address: { kind: 'unix', path: '/memory' }, host: 'memory', tls: undefined },
      timeout,
      connectTimeout: memoryTimeout,
      bailout,
      seed: memorySeed,
      part: { worker, workers },
      workload,
    } as const
    const thread = { clock: this.clock, wheel: this.#wheel, heads: new HeadCache() }
    const createAlarm = this.#alarms.create
    const built = kept(requests.map(({ method = 'GET' }, index) => Buffer.from(`${method} /${index} HTTP/1.1\r\n\r\n`)))
    const requestUsers = new RequestUserSource({
      share,
      action: {
        kind: 'requests',
        requests: requests.map(resolve),
        order,
        uniqueIds: false,
      },
      thread,
      recorder: this.recorder,
      reached: [{ dial: this.network.dial, isSecure: false, built }],
      createAlarm,
    })
    this.#source = options.source?.({ thread, network: this.network, recorder: this.recorder, timeout }) ?? requestUsers
    const tell = (what: string) => () => void this.told.push(what)
    const events = { onReady: tell('ready'), onRunEnd: tell('run end'), onDrained: tell('drained'), onBailout: tell('bailout') }
    const { patience } = options
    this.load = new UserLoad({ share, thread, createAlarm, recorder: this.recorder, source: this.#source, patience }, events)
  }

  /** Opens the connections that a load opens beforehand, as far as the network allows. */
  async prepare(): Promise<void> {
    this.prepared = this.#source.prepare()
    await turn()
  }

  /** Starts the test. Returns when that was. */
  begin(): number {
    const start = this.clock.now()
    this.load.start(start)
    return start
  }

  /** Prepares and begins. */
  async start(): Promise<number> {
    await this.prepare()
    const start = this.begin()
    await turn()
    return start
  }

  /** Lets microseconds pass, and what is due then happen; `served` sends all responses after each step. */
  async pass(microseconds: number, served = false, width = step): Promise<void> {
    for (let left = microseconds; left > 0; left -= width) {
      await this.#alarms.pass(Math.min(left, width))
      this.#wheel.turn()
      if (served) this.servers.respondToAll()
      await turn()
    }
  }

  /** Has a server respond to one request, or all servers everything; the event loop turns afterwards. */
  async respond(socket?: MemorySocket): Promise<void> {
    if (socket === undefined) this.servers.respondToAll()
    else this.servers.respond(socket, 1, 0)
    await this.#alarms.pass(0)
  }

  /** Lets time pass, and nothing happen: not even what is due. */
  stand(microseconds: number): void {
    this.clock.advance(microseconds)
  }

  /** Lets time pass in which the thread is held up. */
  async block(microseconds: number): Promise<void> {
    await this.#alarms.block(microseconds)
    this.#wheel.turn()
    await turn()
  }

  /** Aborts everything. */
  async end(): Promise<void> {
    const ended = this.load.end()
    this.#wheel.stop()
    await ended
    await turn()
  }

  /** All that was recorded; to be called once. */
  totals(): ScenarioTotals {
    const totals = new ScenarioTotals()
    totals.add(this.load.recorder.take(this.clock.now()))
    return totals
  }
}

function resolve({ method = 'GET', status, body }: MemoryRequest, index: number): ResolvedRequest {
  const expect = { status, body: body === undefined ? undefined : Buffer.from(body) }
  return { method, path: `/${index}?page=1`, headers: {}, body: undefined, form: undefined, expect }
}
