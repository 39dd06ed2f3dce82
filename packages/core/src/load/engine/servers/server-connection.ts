import { localLimitIn, type Closing } from '../../../model/metrics/outcome.ts'
import type { ExpectedResponses } from '../expected-responses.ts'
import type { ScenarioRecorder } from '../../../measure/recorder/scenario-recorder.ts'
import type { RequestSeries } from '../../../measure/recorder/request-series.ts'
import type { ConnectionLimits, WireThread } from '../../wire/connection-owner.ts'
import type { Dial } from '../../wire/dial.ts'
import type { CreateAlarm } from '../alarm.ts'
import { RequestConnection, type ConnectionLoad } from '../request-connection.ts'
import type { RequestSource } from '../request-source.ts'
import type { ServerSlot, SlotConnection } from './server-slot.ts'

/** What connections to several servers need from their load. */
export interface SpreadLoad extends Omit<ConnectionLoad, 'dial' | 'isSecure' | 'takeRefused' | 'onClosed'> {
  /** Whether granted requests must not be sent any more. */
  isTooLate(now: number): boolean
  /** Is called when requests have failed because their connection could not be opened, or was closed. */
  onFailed(): void
}

/** One of several servers in a load of connections. */
export interface LoadedServer {
  /** Place of the server among the servers. */
  readonly index: number
  readonly dial: Dial
  readonly isSecure: boolean
  readonly series: RequestSeries
  /** The source of requests for all connections to the server. */
  readonly source: RequestSource
}

/** The connection of a slot to one server, which gets requests by turns and reopens when it has one to send. */
export class ServerConnection implements ConnectionLoad, SlotConnection {
  readonly thread: WireThread
  readonly dial: Dial
  readonly limits: ConnectionLimits
  readonly recorder: ScenarioRecorder
  readonly createAlarm: CreateAlarm
  readonly series: RequestSeries
  readonly reconnectAfter: number
  /** The slot itself waits for whole batches, over all of its connections. */
  readonly refill = 'each'
  readonly isSecure: boolean
  readonly expected: ExpectedResponses
  readonly connection: RequestConnection
  reserved = 0
  readonly #load: SpreadLoad
  readonly #slot: ServerSlot
  readonly #index: number
  #hasResponded = false

  constructor(load: SpreadLoad, slot: ServerSlot, server: LoadedServer) {
    this.thread = load.thread
    this.dial = server.dial
    this.limits = load.limits
    this.recorder = load.recorder
    this.createAlarm = load.createAlarm
    this.series = server.series
    this.reconnectAfter = load.reconnectAfter
    this.isSecure = server.isSecure
    this.expected = load.expected
    this.#load = load
    this.#slot = slot
    this.#index = server.index
    this.connection = new RequestConnection(this, server.source)
  }

  get isStarted(): boolean {
    return this.#load.isStarted
  }

  get inUse(): number {
    return this.reserved + this.connection.inFlight
  }

  sendReserved(now: number): void {
    if (this.reserved === 0) return
    if (this.connection.isOpen) this.connection.fill(now)
    else this.connection.open()
  }

  grant(wanted: number, now: number): number {
    if (this.#load.isTooLate(now)) {
      this.#slot.release()
      return 0
    }
    // The other connections come first, because requests granted here are in flight only when this call has returned.
    if (this.#slot.reserve(now)) this.#slot.sendReserved(now, this)
    const granted = Math.min(wanted, this.reserved)
    this.reserved -= granted
    return granted
  }

  /** Once the load has started, a connection is only opened for a request. */
  isOver(now: number): boolean {
    return this.isStarted ? this.reserved === 0 : this.#load.isOver(now)
  }

  onResponded(): void {
    this.#hasResponded = true
    this.#slot.reach.responded(this.#index)
  }

  onSettled(connection: RequestConnection): void {
    this.#hasResponded = false
    this.#load.onSettled(connection)
  }

  onIdle(now: number): void {
    this.#load.onIdle(now)
  }

  takeRefused(now: number): number {
    this.#slot.releaseWarmup(now)
    const refused = this.reserved
    this.reserved = 0
    return refused
  }

  onClosed(closing: Closing, now: number): void {
    if (closing.by === 'server' && !this.#hasResponded && localLimitIn(closing.reason) === undefined) this.#slot.reach.failed(this.#index)
    this.#slot.onClosed()
    this.#load.onFailed()
    this.#load.onIdle(now)
  }
}
