import type { ConnectionsShare } from '../scenario-share.ts'
import type { RequestConnection } from '../request-connection.ts'
import type { Schedule } from '../schedule.ts'
import { ServerRecorders } from '../../../measure/recorder/request-series.ts'
import type { SeriesSnapshot } from '../../../measure/recorder/series.ts'
import { LoadServers } from './load-servers.ts'
import { ServerConnection, type SpreadLoad } from './server-connection.ts'
import { ServerSlot, type SlotHost } from './server-slot.ts'
import { ServersReach } from './servers-reach.ts'

/** The connections of a scenario whose target is several servers, on one thread: a slot for each that the workload asks for. */
export class SpreadConnections implements SlotHost {
  readonly reach: ServersReach
  readonly #load: SpreadLoad
  readonly #servers: LoadServers
  readonly #recorders: ServerRecorders
  readonly #slots: readonly ServerSlot[]
  readonly #connections: RequestConnection[] = []
  #reserved = 0
  #runStart = Infinity

  private constructor(load: SpreadLoad, share: ConnectionsShare, servers: LoadServers, recorders: ServerRecorders) {
    this.#load = load
    this.#servers = servers
    this.#recorders = recorders
    this.reach = new ServersReach(servers.all.length)
    this.#slots = Array.from({ length: share.workload.connections }, () => this.#createSlot())
  }

  /**
   * Has autocannon build the requests for each server.
   *
   * @throws Error of autocannon for requests it refuses
   */
  static async create(load: SpreadLoad, share: ConnectionsShare, readBuffer: Buffer): Promise<SpreadConnections> {
    const recorders = new ServerRecorders((share.servers ?? []).map(({ name }) => name))
    const servers = await LoadServers.create(share, readBuffer, { servers: recorders, endpoints: load.series })
    return new SpreadConnections(load, share, servers, recorders)
  }

  /** All connections of all slots. */
  get connections(): readonly RequestConnection[] {
    return this.#connections
  }

  /** Requests that were granted and wait for their connection. */
  get reserved(): number {
    return this.#reserved
  }

  get pipelining(): number {
    return this.#load.limits.pipelining
  }

  get isStarted(): boolean {
    return this.#load.isStarted
  }

  /** Hears when the phases are, before the first request. */
  begin(schedule: Schedule): void {
    this.#runStart = schedule.runStart
    this.#servers.begin(schedule)
  }

  /** Sends what all slots have room for. */
  fill(): void {
    for (const slot of this.#slots) slot.fill(this.#load.thread.clock.now())
  }

  /** Gives back what was granted and not sent. */
  release(): void {
    for (const slot of this.#slots) slot.release()
  }

  /** Sends nothing more; the connections are left to the load. */
  end(): void {
    for (const slot of this.#slots) slot.end()
  }

  /** What was recorded of each server since the last call. */
  take(): SeriesSnapshot[] {
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

  onReserved(difference: number): void {
    this.#reserved += difference
  }

  #createSlot(): ServerSlot {
    const slot = new ServerSlot(this)
    const connections = this.#servers.all.map((server) => new ServerConnection(this.#load, slot, server))
    slot.connect(connections)
    this.#connections.push(...connections.map(({ connection }) => connection))
    return slot
  }
}
