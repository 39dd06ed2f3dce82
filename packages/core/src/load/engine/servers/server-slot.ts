import { BackOff } from '../../wire/dial.ts'
import type { Refill } from '../../../model/workload/workload.ts'
import type { Clock } from '../../../base/clock/clock.ts'
import type { ServersReach } from './servers-reach.ts'

/** A connection of a slot to one server. */
export interface SlotConnection {
  readonly thread: { readonly clock: Clock }
  /** Requests that are its own and were not sent yet. */
  reserved: number
  /** Requests that are its own and have not ended. */
  readonly inUse: number
  /** Sends what is reserved, or opens for it. */
  sendReserved(now: number): void
}

/** What a slot needs of the load it belongs to. */
export interface SlotHost {
  /** Requests in flight at a time, over all servers. */
  readonly pipelining: number
  readonly refill: Refill
  readonly reach: ServersReach
  readonly isStarted: boolean
  /** Grants up to `wanted` requests that are to be sent at `now`. */
  grant(wanted: number, now: number): number
  /** Whether what is sent at `now` belongs to the warm-up, which costs the budget nothing. */
  isWarmup(now: number): boolean
  /** The server of the next request. */
  nextServer(now: number): number
  /** A number of requests more, or fewer, are granted and wait for their connection. */
  onReserved(difference: number): void
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

  get reach(): ServersReach {
    return this.#host.reach
  }

  /** Hands out requests as there is room for, and sends those whose connection is open. */
  fill(now: number): void {
    this.reserve(now)
    this.sendReserved(now, undefined)
  }

  /** Hands out requests as there is room for, each to the server whose turn it is. Returns whether any was handed out. */
  reserve(now: number): boolean {
    if (this.#isEnded || this.#waiting !== undefined || !this.#host.isStarted) return false
    this.releaseWarmup(now)
    let room = this.#host.pipelining
    for (const { inUse } of this.#connections) room -= inUse
    if (room <= 0 || (room < this.#host.pipelining && this.#host.refill === 'batch')) return false
    const granted = this.#host.grant(room, now)
    for (let i = 0; i < granted; i++) this.#connections[this.#host.nextServer(now)]!.reserved += 1
    this.#host.onReserved(granted)
    this.#isOfWarmup ||= granted > 0 && this.#host.isWarmup(now)
    return granted > 0
  }

  /** Sends what was handed out, over all connections but one; those that are closed are opened for it. */
  sendReserved(now: number, but: SlotConnection | undefined): void {
    for (const connection of this.#connections) if (connection !== but) connection.sendReserved(now)
  }

  /** A connection has closed. Its requests have ended, and others take their place once it has. */
  onClosed(): void {
    if (this.#isEnded || this.#waiting !== undefined || this.#resuming !== undefined) return
    if (this.#host.reach.isLost) {
      this.#waiting = setTimeout(() => this.#resume(), this.#backOff.next())
    } else {
      this.#backOff.reset()
      this.#resuming = setImmediate(() => this.#resume())
    }
  }

  /** A number of the requests that were handed out were sent, or have failed. */
  onReserved(difference: number): void {
    this.#host.onReserved(difference)
  }

  /** Gives back what was handed out in the warm-up and not sent in it: in the run phase it would be more than its number. */
  releaseWarmup(now: number): void {
    if (!this.#isOfWarmup || this.#host.isWarmup(now)) return
    this.#isOfWarmup = false
    this.release()
  }

  /** Gives back what was handed out and not sent. */
  release(): void {
    for (const connection of this.#connections) {
      this.#host.onReserved(-connection.reserved)
      connection.reserved = 0
    }
  }

  /** Sends nothing more. */
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
