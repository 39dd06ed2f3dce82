import { Call, type Calls } from '../call.ts'
import type { RequestError } from '../failure.ts'
import type { HttpResponse } from './http-client.ts'
import { isRepeatable } from '../../http/request-config.ts'
import type { LossOutcome } from '../../../model/metrics/outcome.ts'
import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import type { ExampleSource } from '../../../measure/recorder/error-recorder.ts'
import type { TimedRequest } from '../../../measure/recorder/user-request-recorder.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Deadline, DeadlineWheel } from '../../wire/deadline-wheel.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { ReceivedBody } from './received-body.ts'

/** The due times of the requests of one user. */
export interface PlannedTime {
  /** Returns when a request that is called now was due: earlier by the send lag for the first request of an iteration, otherwise `now`. */
  take(now: number): number
  /** Is called when the first request of the user is in flight, or none is any more. */
  onRequests?(hasRequests: boolean, now: number): void
  onEnded?(hasResponse: boolean): void
  readonly calls?: Calls
  /** Is called when a request of a plugin has ended, with whether it got a reply. */
  onReply?(hasReply: boolean, now: number): void
}

/** Gets the response to a request, after its redirects: the promise of a call, or a stream. */
export interface ResponseReceiver {
  /** The call that waits for the response; a stream has none. */
  readonly promise?: Call<HttpResponse>
  /** Takes the body as it comes. Then the request ends with the head of its response, and has a connection of its own. */
  readonly sink?: ResponseSink
  resolve(response: HttpResponse, now: number): void
  reject(reason: RequestError, now: number): void
}

/** Takes the body of a response as it comes. What it has of the request is used after the head, when the rest of the request is released. */
export interface ResponseSink extends Pick<TimedRequest, 'plannedAt' | 'series' | 'server'> {
  /** Is called with the request, and with each that a redirect leads to. */
  onStarted(exchange: Exchange): void
  /** Opens a connection for the request, whose origin was resolved. */
  connect(): void
  onBody(buffer: Buffer, start: number, end: number, now: number): void
  /** Is called when the body is complete, or `loss` ended it. */
  onEnd(loss: LossOutcome | undefined, reason: string, now: number): void
}

/** The promise of a journey, from its call until the last response of its redirects. */
export class PendingResponse implements ResponseReceiver {
  readonly promise: Call<HttpResponse>
  #resolve: ((response: HttpResponse) => void) | undefined
  #reject: ((reason: RequestError) => void) | undefined

  constructor(endpoint = '', calls?: Calls) {
    const start = (resolve: (response: HttpResponse) => void, reject: (reason: RequestError) => void): void => {
      this.#resolve = resolve
      this.#reject = reject
    }
    this.promise = new Call(start, endpoint, calls)
  }

  resolve(response: HttpResponse): void {
    this.#resolve?.(response)
  }

  reject(reason: RequestError): void {
    // The outcome of a request is counted in any case.
    this.promise.markHandled()
    this.#reject?.(reason)
  }
}

/** The owner of a request, which is notified of its outcome. */
export interface ExchangeOwner {
  readonly recorder: UserRecorder | undefined
  onResponded(exchange: Exchange, head: ResponseHead, now: number): void
  onLost(exchange: Exchange, loss: LossOutcome, reason: string, now: number): void
}

/** The connection that carries a request. */
export type Carrier = Pick<Connection, 'close'>

const queueReason = 'no connection of the pool was free'

/**
 * One request from the call to its end, which is exactly one call of `onResponded` or `onLost` of its owner. One with a sink ends with the head of its
 * response.
 *
 * Times on the thread's clock in microseconds.
 */
export class Exchange implements TimedRequest, Deadline {
  readonly request: OutgoingRequest
  readonly receiver: ResponseReceiver
  /** The number of redirects that may still be followed. */
  readonly redirects: number
  readonly plannedAt: number
  readonly requestedAt: number
  sentAt = 0
  firstByteAt = 0
  /** The response, if it was not `ok`. */
  source: ExampleSource | undefined
  /** The part of the body of its response that was kept. */
  body: ReceivedBody | undefined
  isOver = false
  readonly #owner: ExchangeOwner
  #carrier: Carrier | undefined
  #isRetried = false
  // Its place in the queue of a pool.
  #wheel: DeadlineWheel | undefined
  #waitsUntil = 0

  constructor(
    owner: ExchangeOwner,
    request: OutgoingRequest,
    receiver: ResponseReceiver,
    timing: { readonly plannedAt: number; readonly requestedAt: number; readonly redirects: number },
  ) {
    this.#owner = owner
    this.request = request
    this.receiver = receiver
    this.plannedAt = timing.plannedAt
    this.requestedAt = timing.requestedAt
    this.redirects = timing.redirects
  }

  get series(): readonly SeriesRecorder[] {
    return this.request.endpoint.series
  }

  get server(): SeriesRecorder | undefined {
    return this.request.origin.server
  }

  get sink(): ResponseSink | undefined {
    return this.receiver.sink
  }

  get isInFlight(): boolean {
    return this.#carrier !== undefined && !this.isOver
  }

  get isHead(): boolean {
    return this.request.method === 'HEAD'
  }

  get wantsBody(): boolean {
    if (this.sink !== undefined) return false
    const { discardBody, expect } = this.request.options
    return discardBody !== true || expect?.body !== undefined || expect?.json !== undefined
  }

  get isRepeatable(): boolean {
    return isRepeatable(this.request.method)
  }

  waitAtMost(timeout: number, wheel: DeadlineWheel, now: number): void {
    if (this.isOver || timeout === Infinity) return
    this.#wheel = wheel
    this.#waitsUntil = now + timeout
    wheel.schedule(this, this.#waitsUntil)
  }

  /** Whether the request has waited too long for a connection, and was not yet timed out. */
  isLate(now: number): boolean {
    return this.#wheel !== undefined && now >= this.#waitsUntil
  }

  /** The limit of its wait for a connection, if that ended it; otherwise the timeout of its response. In microseconds. */
  get timeout(): number {
    return this.#wheel === undefined ? this.request.timeout : this.#waitsUntil - this.requestedAt
  }

  /** Ends a request that has waited too long for a connection. */
  expire(now: number): number {
    if (this.#wheel !== undefined) this.lose('timeout', queueReason, now)
    return 0
  }

  onSent(carrier: Carrier, now: number): void {
    if (this.#wheel !== undefined) this.#stopWaiting(this.#wheel)
    this.#carrier = carrier
    this.sentAt = now
    this.#owner.recorder?.requestSent(this, this.request.message.length, this.#isRetried)
  }

  onBytes(now: number, length: number): void {
    if (this.firstByteAt === 0 && length > 0) this.firstByteAt = now
    this.#owner.recorder?.requestReceived(this, length)
  }

  /** Notes an interim response; `firstByteAt` is the first byte of the final one, or 0 for not yet. */
  onInterim(firstByteAt: number): void {
    this.firstByteAt = firstByteAt
  }

  onBody(buffer: Buffer, start: number, end: number): void {
    this.body ??= new ReceivedBody()
    this.body.push(buffer, start, end)
  }

  onResponse(head: ResponseHead, now: number): void {
    this.isOver = true
    this.#owner.onResponded(this, head, now)
  }

  /** Notes that the connection is gone, and the request will be sent over another one. */
  onRetry(): void {
    this.#carrier = undefined
    this.sentAt = 0
    this.#isRetried = true
  }

  /** Ends the request without a response; does nothing when it has ended already. */
  lose(loss: LossOutcome, reason: string, now: number): void {
    if (this.isOver) return
    this.isOver = true
    this.#owner.onLost(this, loss, reason, now)
    if (this.#wheel !== undefined) this.#stopWaiting(this.#wheel)
  }

  /** Ends the request as `aborted`, with its connection if it was sent; or as a timeout if that was due but not handled yet. */
  abort(reason: string, now: number): void {
    if (this.isInFlight) this.#carrier?.close(reason)
    else if (this.isLate(now)) this.expire(now)
    else this.lose('aborted', reason, now)
  }
  #stopWaiting(wheel: DeadlineWheel): void {
    wheel.cancel(this, this.#waitsUntil)
    this.#wheel = undefined
  }
}
