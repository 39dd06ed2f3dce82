import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import { isClosedByServer, type Closing } from '../../../model/metrics/outcome.ts'
import { Connection, type ConnectionOwner, type WireThread } from '../../wire/connection.ts'
import type { Dial, Resumption } from '../../wire/dial.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import type { Exchange } from './exchange.ts'

/** The owner of connections. */
export interface ConnectionHost {
  readonly thread: WireThread
  readonly dial: Dial
  /** The TLS session that its connections share. */
  readonly resumption: Resumption
  readonly isSecure: boolean
  /** Timeout for opening a connection, in microseconds. */
  readonly connectTimeout: number
  readonly recorder: UserRecorder | undefined
  onOpen(connection: UserConnection, now: number): void
  /** Is called when a connection can carry the next request. */
  onFree(connection: UserConnection, now: number): void
  /** Is called when a response is complete but the read is still being processed: the connection is free, or gone, right after that. */
  onResponding(connection: UserConnection): void
  /** Is called when a connection is gone; `withoutResponse` is a request that it carried and that may be sent over another one. */
  onGone(connection: UserConnection, closing: Closing, withoutResponse: Exchange | undefined, now: number): void
}

/** A connection that carries one request at a time. */
export class UserConnection implements ConnectionOwner {
  readonly #host: ConnectionHost
  readonly #connection: Connection
  readonly #limits: { readonly pipelining: number; timeout: number; readonly connectTimeout: number }
  readonly #batch: { bytes: Uint8Array | string; readonly tags: Uint32Array } = { bytes: '', tags: new Uint32Array(1) }
  #exchange: Exchange | undefined
  #withoutResponse: Exchange | undefined
  #hasResponded = false
  #isFree = false
  #idleUntil = Infinity

  constructor(host: ConnectionHost) {
    this.#host = host
    this.#limits = { pipelining: 1, timeout: Infinity, connectTimeout: host.connectTimeout }
    this.#connection = new Connection(this, host.thread, host.dial, this.#limits, host.resumption)
  }

  /** Opens the connection, once. */
  open(): void {
    this.#connection.open()
  }

  /** Whether the connection has been idle for so long that its server is about to close it. */
  isStale(now: number): boolean {
    return now >= this.#idleUntil
  }

  /** Sends a request; the connection must be free. */
  send(exchange: Exchange, now: number): void {
    this.#isFree = false
    this.#exchange = exchange
    this.#limits.timeout = exchange.request.timeout
    this.#batch.bytes = exchange.request.message
    exchange.onSent(this, now)
    this.#connection.send(this.#batch, now)
    this.#host.recorder?.requestWritten(exchange, this.#host.thread.clock.now() - now)
    // An idle connection would keep its last request in memory.
    this.#batch.bytes = ''
  }

  close(reason: string): void {
    this.#connection.close(reason)
  }

  get wantsBody(): boolean {
    return this.#exchange?.wantsBody === true
  }

  isHead(): boolean {
    return this.#exchange?.isHead === true
  }

  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void {
    const { recorder, isSecure } = this.#host
    recorder?.requests.turn(now)
    recorder?.requests.opened(connectTime, isSecure ? tlsTime : undefined, isResumed)
    this.#isFree = true
    this.#host.onOpen(this, now)
  }

  onBytes(now: number, length: number): void {
    const { recorder } = this.#host
    recorder?.requests.turn(now)
    recorder?.requests.received(length, now)
    this.#exchange?.onBytes(now, length)
  }

  onInterim(firstByteAt: number): void {
    this.#exchange?.onInterim(firstByteAt)
  }

  onBody(_tag: number, buffer: Buffer, start: number, end: number): void {
    this.#exchange?.onBody(buffer, start, end)
  }

  onResponse(_tag: number, head: ResponseHead, _sentAt: number, now: number): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.#hasResponded = true
    this.#idleUntil = now + head.idleTime
    this.#host.onResponding(this)
    exchange?.onResponse(head, now)
  }

  onRead(now: number): void {
    if (this.#isFree || this.#exchange !== undefined) return
    this.#isFree = true
    this.#host.onFree(this, now)
  }

  onLost(...[, loss, reason, , now]: Parameters<ConnectionOwner['onLost']>): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    if (isClosedByServer(loss) && this.#hasResponded && exchange?.isRepeatable === true) this.#withoutResponse = exchange
    else exchange?.lose(loss, reason, now)
  }

  onClosed(closing: Closing, now: number): void {
    this.#host.onGone(this, closing, this.#withoutResponse, now)
  }
}
