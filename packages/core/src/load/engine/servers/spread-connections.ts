import { ServerTurn } from '../../../model/workload/choices.ts'
import type { ConnectionsShare } from '../scenario-share.ts'
import type { Refill } from '../../../model/workload/workload.ts'
import type { RequestConnection } from '../request-connection.ts'
import type { Schedule } from '../schedule.ts'
import { ServerRecorders, ServerSeries, type RequestSeries } from '../../../measure/recorder/request-series.ts'
import type { PackedSeries } from '../../../measure/recorder/series.ts'
import { ServerConnection, type SpreadLoad, type LoadedServer } from './server-connection.ts'
import { ServerSlot, type SlotHost, ServersReach } from './server-slot.ts'
import { createDial } from '../../wire/dial.ts'
import { buildRequests } from '../autocannon.ts'
import { createChoice, RequestSupply } from '../request-source.ts'

/** The connections of a scenario with several servers on one thread, with a slot for each connection of the workload. */
export class SpreadConnections implements SlotHost {
  readonly reach: ServersReach
  readonly #load: SpreadLoad
  readonly #servers: LoadServers
  readonly #recorders: ServerRecorders
  readonly #slots: readonly ServerSlot[]
  readonly #connections: RequestConnection[] = []
  #runStart = Infinity

  private constructor(load: SpreadLoad, share: ConnectionsShare, servers: LoadServers, recorders: ServerRecorders) {
    this.#load = load
    this.#servers = servers
    this.#recorders = recorders
    this.reach = new ServersReach(servers.all.length)
    this.#slots = Array.from({ length: share.workload.connections }, () => this.#createSlot())
  }

  static async create(load: SpreadLoad, share: ConnectionsShare, readBuffer: Buffer): Promise<SpreadConnections> {
    const recorders = new ServerRecorders((share.servers ?? []).map(({ name }) => name))
    const servers = await LoadServers.create(share, readBuffer, recorders, load.series)
    return new SpreadConnections(load, share, servers, recorders)
  }

  get connections(): readonly RequestConnection[] {
    return this.#connections
  }

  /** The number of granted requests that wait for their connection. */
  get reserved(): number {
    return this.#slots.reduce((sum, { reserved }) => sum + reserved, 0)
  }

  get pipelining(): number {
    return this.#load.limits.pipelining
  }

  get refill(): Refill {
    return this.#load.refill
  }

  get isStarted(): boolean {
    return this.#load.isStarted
  }

  begin(schedule: Schedule): void {
    this.#runStart = schedule.runStart
    this.#servers.begin(schedule)
  }

  /** Sends as many requests as all slots have room for. */
  fill(): void {
    for (const slot of this.#slots) slot.fill(this.#load.thread.clock.now())
  }

  release(): void {
    for (const slot of this.#slots) slot.release()
  }

  /** Sends nothing more; the connections are left to the load. */
  end(): void {
    for (const slot of this.#slots) slot.end()
  }

  take(): PackedSeries {
    return this.#recorders.take()
  }

  grant(wanted: number, now: number): number {
    return this.#load.grant(wanted, now)
  }

  isWarmup(now: number): boolean {
    return now < this.#runStart
  }

  nextServer(now: number): number {
    return this.#servers.next(now)
  }

  #createSlot(): ServerSlot {
    const slot = new ServerSlot(this)
    const connections = this.#servers.all.map((server) => new ServerConnection(this.#load, slot, server))
    slot.connect(connections)
    this.#connections.push(...connections.map(({ connection }) => connection))
    return slot
  }
}

/** A server with what its schedule is set on. */
interface ScheduledServer extends LoadedServer {
  readonly series: ServerSeries
  readonly supply: RequestSupply
}

/** The servers of a scenario of connections on one thread, with their requests and their turns. */
class LoadServers {
  readonly all: readonly ScheduledServer[]
  readonly #turn: ServerTurn

  private constructor({ requestsBefore, part }: ConnectionsShare, all: readonly ScheduledServer[]) {
    this.all = all
    // Each server has its own turn through the requests, so turns of servers need not avoid a pattern.
    this.#turn = new ServerTurn(all.length, 1, requestsBefore === undefined ? { thread: part.worker } : { turn: requestsBefore })
  }

  /**
   * Builds the requests for each server, with the `Host` of the server.
   *
   * @param endpoints the recorder of endpoints over all servers; `undefined` for a single request
   */
  static async create(
    share: ConnectionsShare,
    readBuffer: Buffer,
    recorders: ServerRecorders,
    endpoints: RequestSeries | undefined,
  ): Promise<LoadServers> {
    const { servers = [], order, requests, uniqueIds } = share
    // With the order in-turn each server goes through the requests by itself; any other order is shared by all servers.
    const shared = order === 'in-turn' ? undefined : createChoice(share)
    const all: ScheduledServer[] = []
    for (const [index, { url, route }] of servers.entries()) {
      const built = await buildRequests({ url, requests, uniqueIds })
      const supply = new RequestSupply(share, shared)
      const series = new ServerSeries(recorders.all[index]!, endpoints)
      const isSecure = route.tls !== undefined
      all.push({ index, dial: createDial(route, readBuffer), isSecure, series, supply, source: supply.ofServer(built) })
    }
    return new LoadServers(share, all)
  }

  begin(schedule: Schedule): void {
    this.#turn.begin(schedule.runStart)
    for (const { supply, series } of this.all) {
      supply.begin(schedule)
      series.begin(schedule.runStart)
    }
  }

  next(now: number): number {
    return this.#turn.next(now)
  }
}
