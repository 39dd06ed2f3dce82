import { markHandled, type RequestError } from '../failure.ts'
import type { HttpResponse } from './http-client.ts'
import { isRepeatable } from '../../http/request-config.ts'
import type { LossOutcome } from '../../../model/metrics/outcome.ts'
import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import type { ExampleSource } from '../../../measure/recorder/recorded-examples.ts'
import type { TimedRequest } from '../../../measure/recorder/request-times.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { Deadline, DeadlineWheel } from '../../wire/deadline-wheel.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { ReceivedBody } from './received-body.ts'

/** The promise that a journey holds, from its call until the last response of its redirects. */
export class PendingResponse {
  readonly promise: Promise<HttpResponse>
  #resolve: ((response: HttpResponse) => void) | undefined
  #reject: ((reason: RequestError) => void) | undefined

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  resolve(response: HttpResponse): void {
    this.#resolve?.(response)
  }

  reject(reason: RequestError): void {
    // A journey need not wait for a request: its outcome is counted in any case.
    void markHandled(this.promise)
    this.#reject?.(reason)
  }
}

/** The owner of a request, which is told its outcome. */
export interface ExchangeOwner {
  readonly recorder: UserRecorder | undefined
  onResponded(exchange: Exchange, head: ResponseHead, now: number): void
  onLost(exchange: Exchange, loss: LossOutcome, reason: string, now: number): void
}

/** What a request is in flight on. */
export interface Carrier {
  /** Closes it, with which its request is lost. */
  close(reason: string): void
}

const queueReason = 'no connection of the pool was free'

/**
 * One request from the call to its end, which is exactly one call of `onResponded` or `onLost` of its owner.
 *
 * Times on the thread's clock in microseconds.
 */
export class Exchange implements TimedRequest, Deadline {
  readonly request: OutgoingRequest
  readonly pending: PendingResponse
  /** Redirects that may still be followed. */
  readonly redirects: number
  readonly plannedAt: number
  readonly askedAt: number
  sentAt = 0
  firstByteAt = 0
  /** Its response, where that was not `ok`. */
  source: ExampleSource | undefined
  readonly #owner: ExchangeOwner
  #body: ReceivedBody | undefined
  #carrier: Carrier | undefined
  #isOver = false
  #hasInterim = false
  // Where it waits for a connection of a pool.
  #wheel: DeadlineWheel | undefined
  #waitsUntil = 0

  constructor(
    owner: ExchangeOwner,
    request: OutgoingRequest,
    pending: PendingResponse,
    timing: { readonly plannedAt: number; readonly askedAt: number; readonly redirects: number },
  ) {
    this.#owner = owner
    this.request = request
    this.pending = pending
    this.plannedAt = timing.plannedAt
    this.askedAt = timing.askedAt
    this.redirects = timing.redirects
  }

  get series(): readonly SeriesRecorder[] {
    return this.request.endpoint.series
  }

  get server(): SeriesRecorder | undefined {
    return this.request.origin.server
  }

  /** Whether it was sent and waits for its response. */
  get isInFlight(): boolean {
    return this.#carrier !== undefined && !this.#isOver
  }

  /** Whether it has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  get isHead(): boolean {
    return this.request.method === 'HEAD'
  }

  get wantsBody(): boolean {
    const { discardBody, expect } = this.request.options
    return discardBody !== true || expect?.body !== undefined || expect?.json !== undefined
  }

  /** What was kept of the body of its response. */
  get body(): ReceivedBody | undefined {
    return this.#body
  }

  /** Whether it may be sent once more when its connection, used before, ends: nothing of a response has come, and twice does no harm. */
  get isRepeatable(): boolean {
    return this.firstByteAt === 0 && !this.#hasInterim && isRepeatable(this.request.method)
  }

  /** It waits for a connection, for some microseconds at most. */
  waitAtMost(timeout: number, wheel: DeadlineWheel, now: number): void {
    if (this.#isOver || timeout === Infinity) return
    this.#wheel = wheel
    this.#waitsUntil = now + timeout
    wheel.schedule(this, this.#waitsUntil)
  }

  /** Whether it has waited for a connection for too long, and it has not been told yet. */
  isLate(now: number): boolean {
    return this.#wheel !== undefined && now >= this.#waitsUntil
  }

  /** How long it could wait for a connection, if it gave that up; else how long its response may take. In microseconds. */
  get timeout(): number {
    return this.#wheel === undefined ? this.request.timeout : this.#waitsUntil - this.askedAt
  }

  /** It has waited for a connection for too long. */
  expire(now: number): number {
    if (this.#wheel !== undefined) this.lose('timeout', queueReason, now)
    return 0
  }

  onSent(carrier: Carrier, now: number): void {
    if (this.#wheel !== undefined) this.#stopWaiting(this.#wheel)
    this.#carrier = carrier
    this.sentAt = now
    this.#owner.recorder?.requestSent(this, this.request.message.length)
  }

  onBytes(now: number, length: number): void {
    if (this.firstByteAt === 0 && length > 0) this.firstByteAt = now
    this.#owner.recorder?.requestReceived(this, length)
  }

  /** What came was an interim response; the first byte of the final one came then, or 0 for not yet. */
  onInterim(firstByteAt: number): void {
    this.#hasInterim = true
    this.firstByteAt = firstByteAt
  }

  onBody(buffer: Buffer, start: number, end: number): void {
    this.#body ??= new ReceivedBody()
    this.#body.push(buffer, start, end)
  }

  onResponse(head: ResponseHead, now: number): void {
    this.#isOver = true
    this.#owner.onResponded(this, head, now)
  }

  /** Its connection is gone, and it will be sent over another one. */
  onRetry(): void {
    this.#carrier = undefined
    this.sentAt = 0
    this.#owner.recorder?.requestRetried(this)
  }

  /** Ends it without a response; does nothing when it has ended already. */
  lose(loss: LossOutcome, reason: string, now: number): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#owner.onLost(this, loss, reason, now)
    if (this.#wheel !== undefined) this.#stopWaiting(this.#wheel)
  }

  /** Ends it as `aborted`, with its connection if it was sent; as a timeout where it is too late for that, and it has not been told yet. */
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
