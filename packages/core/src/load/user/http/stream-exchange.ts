import { codeOf } from '../../../base/errors/benchpress-error.ts'
import { lossBy, type Closing, type LossOutcome } from '../../../model/metrics/outcome.ts'
import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import type { TimedRequest } from '../../../measure/recorder/user-request-recorder.ts'
import { Connection } from '../../wire/connection.ts'
import type { ConnectionLimits, ConnectionOwner } from '../../wire/connection-owner.ts'
import type { Dial } from '../../wire/dial.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import type { HttpOrigin, HttpWiring } from './http-origin.ts'
import type { StreamEnd } from './http-client.ts'
import type { OutgoingRequest } from './outgoing-request.ts'

/** The settings of the requests of streams. */
export interface StreamSetting {
  readonly wiring: HttpWiring
  /** Is called for each connection that opens (1), and that closes after it was open (-1). */
  readonly onOpened: (difference: number) => void
}

/** The owner of a stream, which counts the response. */
export interface StreamExchangeOwner {
  /** Is called when the request has started (1), or ended with or without its head (-1). */
  onRequest(difference: 1 | -1, now: number): void
  /** Is called with a complete head, within the timeout. */
  onHead(exchange: StreamExchange, request: OutgoingRequest, head: ResponseHead, now: number): void
  /** Is called with bytes of the body as on the wire. */
  onBody(buffer: Buffer, start: number, end: number, now: number): void
  /** Is called when the connection is gone; a request without a head was counted. */
  onGone(exchange: StreamExchange, end: StreamEnd): void
}

/** The reason of a stream whose body has ended. */
export const endOfBody = 'end of the body'

const tags = Uint32Array.of(0)

/**
 * One request whose response is streamed, over its own connection, which is opened for it and closed afterwards.
 *
 * As a request it ends with its head. What is needed only until then is released, because thousands of streams may be open for hours. It is also its
 * own limits object, for the same reason.
 */
export class StreamExchange implements ConnectionOwner, ConnectionLimits, TimedRequest {
  readonly plannedAt: number
  askedAt = 0
  readonly series: readonly SeriesRecorder[]
  readonly server: SeriesRecorder | undefined
  sentAt = 0
  firstByteAt = 0
  timeout: number
  readonly #owner: StreamExchangeOwner
  readonly #setting: StreamSetting
  #request: OutgoingRequest | undefined
  #connection: Connection | undefined
  #end: StreamEnd | undefined
  #now = 0

  constructor(owner: StreamExchangeOwner, setting: StreamSetting, request: OutgoingRequest, plannedAt: number) {
    this.#owner = owner
    this.#setting = setting
    this.#request = request
    this.timeout = request.timeout
    this.series = request.endpoint.series
    this.server = request.origin.server
    this.plannedAt = plannedAt
  }

  get pipelining(): number {
    return 1
  }

  get connectTimeout(): number {
    return this.#setting.wiring.connectTimeout
  }

  get wantsBody(): boolean {
    return true
  }

  isHead(): boolean {
    return this.#request?.method === 'HEAD'
  }

  /** Counts the request as started and opens its connection; called once. */
  start(now: number): void {
    this.askedAt = now
    const origin = this.#request?.origin
    this.#owner.onRequest(1, now)
    this.#setting.wiring.recorder?.requestStarted(this, now)
    if (origin?.dial !== undefined) this.#open(origin.dial)
    else if (origin !== undefined) void this.#openWhenResolved(origin)
  }

  /** Closes the connection. Does nothing when it is gone. */
  close(reason: string): void {
    if (this.#connection !== undefined) this.#connection.close(reason)
    else this.#loseUnsent('aborted', reason)
  }

  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void {
    const { recorder } = this.#setting.wiring
    const request = this.#request
    if (request === undefined) return
    this.#setting.onOpened(1)
    recorder?.requests.turn(now)
    recorder?.requests.opened(connectTime, request.origin.isSecure ? tlsTime : undefined, isResumed)
    this.sentAt = now
    recorder?.requestSent(this, request.message.length)
    this.#connection?.send({ bytes: request.message, tags }, now)
  }

  onBytes(now: number, length: number): void {
    this.#now = now
    if (this.firstByteAt === 0 && length > 0) this.firstByteAt = now
    const { recorder } = this.#setting.wiring
    if (recorder === undefined) return
    recorder.requests.received(length, now)
    recorder.requestReceived(this, length)
  }

  onHead(_tag: number, head: ResponseHead, now: number): void {
    const request = this.#request
    if (request === undefined) return
    this.#request = undefined
    this.timeout = Infinity
    this.#connection?.keepAlive()
    this.#owner.onRequest(-1, now)
    this.#owner.onHead(this, request, head, now)
  }

  onBody(_tag: number, buffer: Buffer, start: number, end: number): void {
    this.#owner.onBody(buffer, start, end, this.#now)
  }

  onResponse(_tag: number, head: ResponseHead, _sentAt: number, now: number): void {
    this.#end = { by: 'target', reason: endOfBody, at: now }
    // Bytes behind a response that ends its connection are not looked at: the target would count as one that closes after each response.
    if (!head.keepAlive) this.#connection?.close(endOfBody)
  }

  onRead(): void {
    // The connection carries no second request, and nothing came behind the response.
    if (this.#end !== undefined) this.#connection?.close(endOfBody)
  }

  onLost(...[, loss, reason, , now]: Parameters<ConnectionOwner['onLost']>): void {
    if (this.#request === undefined)
      this.#end = { by: endedBy(loss), reason: loss === 'closed_early' ? 'closed by the target' : reason, at: now }
    else this.#lose(loss, reason, now)
  }

  onClosed(closing: Closing, now: number): void {
    this.#setting.wiring.recorder?.requests.closed(closing, now)
    if (closing.wasOpen) this.#setting.onOpened(-1)
    const end = this.#end ?? this.#lose(closing.by === 'server' ? lossBy(closing.reason, 'refused') : 'aborted', closing.reason, now)
    this.#owner.onGone(this, end)
  }

  #open(dial: Dial): void {
    this.#connection = new Connection(this, this.#setting.wiring.thread, dial, this)
    this.#connection.open()
  }

  async #openWhenResolved(origin: HttpOrigin): Promise<void> {
    try {
      const dial = await origin.resolve()
      if (this.#end === undefined) this.#open(dial)
    } catch (error) {
      const reason = codeOf(error) ?? String(error)
      this.#loseUnsent(lossBy(reason, 'refused'), reason)
    }
  }

  #loseUnsent(loss: LossOutcome, reason: string): void {
    if (this.#end === undefined) this.#owner.onGone(this, this.#lose(loss, reason, this.#setting.wiring.thread.clock.now()))
  }

  #lose(loss: LossOutcome, reason: string, now: number): StreamEnd {
    this.#request = undefined
    this.#owner.onRequest(-1, now)
    this.#setting.wiring.recorder?.requestLost(this, loss, reason, now, loss === 'timeout' ? this.timeout : 0)
    this.#end = { by: endedBy(loss), reason, at: now }
    return this.#end
  }
}

function endedBy(loss: LossOutcome): StreamEnd['by'] {
  return loss === 'aborted' ? 'client' : loss === 'closed_early' ? 'target' : 'error'
}
