import type { Closing } from '../../../model/metrics/outcome.ts'
import type { Connection } from '../../wire/connection.ts'
import type { ConnectionLimits, ConnectionOwner } from '../../wire/connection-owner.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import type { Exchange, ResponseSink } from './exchange.ts'
import type { HttpOrigin } from './http-origin.ts'

/** What opens connections and gives them their requests: a pool, or a stream for the only request of its connection. */
export interface ConnectionHost {
  onOpen(connection: UserConnection, now: number): void
  /** Is called when a response is complete but the read is still being processed: the connection is free, or gone, right after that. */
  onResponding?(connection: UserConnection): void
  onFree?(connection: UserConnection, now: number): void
  /** Is called when the connection is gone; `withoutResponse` is a request that it carried and that may be sent over another one. */
  onGone(connection: UserConnection, closing: Closing, withoutResponse: Exchange | undefined, now: number): void
}

const tags = Uint32Array.of(0)
const endOfBody = 'end of the body'

/**
 * A connection that carries one request at a time. A request with a sink is its last: with the head the request ends, and the body goes to the sink.
 *
 * It is its own limits object and keeps nothing of a request that has ended, because there may be thousands of streams.
 */
export class UserConnection implements ConnectionOwner, ConnectionLimits {
  timeout: number = Infinity
  readonly #origin: HttpOrigin
  readonly #host: ConnectionHost
  readonly #connection: Connection
  #exchange: Exchange | undefined
  #withoutResponse: Exchange | undefined
  #sink: ResponseSink | undefined
  /** Whether the body has gone to the sink. */
  #isComplete = false
  #isFree = false
  #idleUntil = Infinity
  #now = 0

  constructor(host: ConnectionHost, origin: HttpOrigin, resumption?: Connection['resumption']) {
    this.#host = host
    this.#origin = origin
    this.#connection = origin.createConnection(this, resumption)
  }

  get pipelining(): number {
    return 1
  }

  get connectTimeout(): number {
    return this.#origin.wiring.connectTimeout
  }

  open(): void {
    this.#connection.open()
  }

  /** Whether the connection has been idle for so long that its server is about to close it. */
  isStale(now: number): boolean {
    return now >= this.#idleUntil
  }

  send(exchange: Exchange, now: number): void {
    const { recorder, thread } = this.#origin.wiring
    this.#isFree = false
    this.#exchange = exchange
    this.timeout = exchange.request.timeout
    exchange.onSent(this, now)
    this.#connection.send({ bytes: exchange.request.message, tags }, now)
    if (exchange.sink === undefined) recorder?.requestWritten(exchange, thread.clock.now() - now)
  }

  close(reason: string): void {
    this.#connection.close(reason)
  }

  get wantsBody(): boolean {
    return this.#exchange === undefined || this.#exchange.wantsBody
  }

  isHead(): boolean {
    return this.#exchange?.isHead === true
  }

  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void {
    const { recorder } = this.#origin.wiring
    recorder?.requests.turn(now)
    recorder?.requests.opened(connectTime, this.#origin.isSecure ? tlsTime : undefined, isResumed)
    this.#origin.opened += 1
    this.#isFree = true
    this.#host.onOpen(this, now)
  }

  onBytes(now: number, length: number): void {
    const { recorder } = this.#origin.wiring
    this.#now = now
    recorder?.requests.received(length, now)
    this.#exchange?.onBytes(now, length)
    if (this.#sink !== undefined) recorder?.requestReceived(this.#sink, length)
  }

  onInterim(firstByteAt: number): void {
    this.#exchange?.onInterim(firstByteAt)
  }

  onHead(_tag: number, head: ResponseHead, now: number): void {
    const exchange = this.#exchange
    if (exchange?.sink === undefined) return
    this.#exchange = undefined
    this.timeout = Infinity
    this.#connection.keepAlive()
    exchange.onResponse(head, now)
    // Set last: a redirect closes the connection, which does not end the stream.
    this.#sink = exchange.sink
  }

  onBody(_tag: number, buffer: Buffer, start: number, end: number): void {
    if (this.#exchange === undefined) this.#sink?.onBody(buffer, start, end, this.#now)
    else this.#exchange.onBody(buffer, start, end)
  }

  onResponse(_tag: number, head: ResponseHead, _sentAt: number, now: number): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    if (exchange === undefined) {
      this.#isComplete = true
      // Bytes after a response that ends its connection are not looked at: the target would count as one that closes after each response.
      if (!head.keepAlive) this.close(endOfBody)
      return
    }
    this.#idleUntil = now + head.idleTime
    this.#host.onResponding?.(this)
    exchange.onResponse(head, now)
  }

  onRead(now: number): void {
    if (this.#isComplete) {
      this.close(endOfBody)
    } else if (!this.#isFree && this.#exchange === undefined && this.#sink === undefined) {
      this.#isFree = true
      this.#host.onFree?.(this, now)
    }
  }

  onLost(...[, loss, reason, , now]: Parameters<ConnectionOwner['onLost']>): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    if (exchange === undefined) this.#endSink(loss, loss === 'closed_early' ? 'closed by the target' : reason, now)
    else if (this.#connection.mayRepeat && exchange.isRepeatable) this.#withoutResponse = exchange
    else exchange.lose(loss, reason, now)
  }

  onClosed(closing: Closing, now: number): void {
    this.#origin.wiring.recorder?.requests.closed(closing, now)
    if (closing.wasOpen) this.#origin.opened -= 1
    if (this.#isComplete) this.#endSink(undefined, endOfBody, this.#now)
    this.#host.onGone(this, closing, this.#withoutResponse, now)
  }

  #endSink(...end: Parameters<ResponseSink['onEnd']>): void {
    const sink = this.#sink
    this.#sink = undefined
    sink?.onEnd(...end)
  }
}
