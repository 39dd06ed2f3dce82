import { BackOff } from '../../wire/dial.ts'
import type { Refill } from '../../../model/workload/workload.ts'
import type { Clock } from '../../../base/clock/clock.ts'

/** A connection of a slot to one server. */
export interface SlotConnection {
  readonly thread: { readonly clock: Clock }
  /** The number of its requests that were not sent yet. */
  reserved: number
  /** The number of its requests that have not ended. */
  readonly inUse: number
  /** Sends the reserved requests, or opens the connection for them. */
  sendReserved(now: number): void
}

/** What a slot needs from its load. */
export interface SlotHost {
  /** The number of requests in flight, over all servers. */
  readonly pipelining: number
  readonly refill: Refill
  readonly reach: ServersReach
  readonly isStarted: boolean
  /** Grants up to `wanted` requests that are to be sent at `now`. */
  grant(wanted: number, now: number): number
  /** Whether requests sent at `now` belong to the warm-up, which does not count for the budget. */
  isWarmup(now: number): boolean
  /** The server of the next request. */
  nextServer(now: number): number
}

/**
 * Keeps as many requests in flight as one connection would, over a connection to each server: each request goes to the server whose turn it is.
 *
 * A server that cannot be reached keeps its turn, and the request is refused. Only when no server responds does the slot wait before it continues,
 * so that it does not try without a pause.
 */
export class ServerSlot {
  readonly #host: SlotHost
  readonly #backOff = new BackOff()
  #connections: readonly SlotConnection[] = []
  #resuming: NodeJS.Immediate | undefined
  #waiting: NodeJS.Timeout | undefined
  #isOfWarmup = false
  #isEnded = false

  constructor(host: SlotHost) {
    this.#host = host
  }

  /** Sets the connections, one to each server in their order. */
  connect(connections: readonly SlotConnection[]): void {
    this.#connections = connections
  }

  /** The number of granted requests that wait for their connection. */
  get reserved(): number {
    return this.#connections.reduce((sum, { reserved }) => sum + reserved, 0)
  }

  get reach(): ServersReach {
    return this.#host.reach
  }

  /** Reserves requests as long as there is room, and sends those whose connection is open. */
  fill(now: number): void {
    this.reserve(now)
    this.sendReserved(now, undefined)
  }

  /** Reserves requests as long as there is room, each for the server whose turn it is. Returns whether any was reserved. */
  reserve(now: number): boolean {
    if (this.#isEnded || this.#waiting !== undefined || !this.#host.isStarted) return false
    this.releaseWarmup(now)
    let room = this.#host.pipelining
    for (const { inUse } of this.#connections) room -= inUse
    if (room <= 0 || (room < this.#host.pipelining && this.#host.refill === 'batch')) return false
    const granted = this.#host.grant(room, now)
    for (let i = 0; i < granted; i++) this.#connections[this.#host.nextServer(now)]!.reserved += 1
    this.#isOfWarmup ||= granted > 0 && this.#host.isWarmup(now)
    return granted > 0
  }

  /** Sends the reserved requests over all connections but one, and opens closed ones for them. */
  sendReserved(now: number, but: SlotConnection | undefined): void {
    for (const connection of this.#connections) if (connection !== but) connection.sendReserved(now)
  }

  /** Notes that a connection has closed, so that other requests take the place of its own. */
  onClosed(): void {
    if (this.#isEnded || this.#waiting !== undefined || this.#resuming !== undefined) return
    if (this.#host.reach.isLost) {
      this.#waiting = setTimeout(() => this.#resume(), this.#backOff.next())
    } else {
      this.#backOff.reset()
      this.#resuming = setImmediate(() => this.#resume())
    }
  }

  /** Gives back requests that were reserved in the warm-up but not sent, which would exceed the number of the run phase. */
  releaseWarmup(now: number): void {
    if (!this.#isOfWarmup || this.#host.isWarmup(now)) return
    this.#isOfWarmup = false
    this.release()
  }

  /** Gives back reserved requests that were not sent. */
  release(): void {
    for (const connection of this.#connections) connection.reserved = 0
  }

  end(): void {
    this.#isEnded = true
    clearTimeout(this.#waiting)
    clearImmediate(this.#resuming)
    this.release()
  }

  #resume(): void {
    this.#waiting = undefined
    this.#resuming = undefined
    const [first] = this.#connections
    if (first !== undefined) this.fill(first.thread.clock.now())
  }
}

/**
 * Whether any of several servers still responds, for the load of one scenario on one thread.
 *
 * While any server responds, the others are tried whenever it is their turn; when none does, attempts are delayed.
 */
export class ServersReach {
  /** For each server, whether the last connection to it closed without a response. */
  readonly #lost: boolean[]
  #lostCount = 0

  constructor(servers: number) {
    this.#lost = Array.from({ length: servers }, () => false)
  }

  /** Whether every server was lost since it last responded. */
  get isLost(): boolean {
    return this.#lostCount === this.#lost.length
  }

  responded(server: number): void {
    if (this.#lost[server] !== true) return
    this.#lost[server] = false
    this.#lostCount -= 1
  }

  /** Notes that a connection could not be opened, or was closed by its server, without a response. */
  failed(server: number): void {
    if (this.#lost[server] === true) return
    this.#lost[server] = true
    this.#lostCount += 1
  }
}
