import { codeOf } from '../../../base/errors/benchpress-error.ts'
import { lossBy, outcomeIndex, type LossOutcome, type Outcome } from '../../../model/metrics/outcome.ts'
import { CreatingMap } from '../../../measure/recorder/first-names.ts'
import type { Clock } from '../../../base/clock/clock.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import { ActiveList } from '../active-list.ts'
import { Call } from '../call.ts'
import { markHandled, RequestError } from '../failure.ts'
import { checkRequestOptions, checkStreamOptions, encodeBody, encodeMultipart } from './request-options.ts'
import { ConnectionPool } from './connection-pool.ts'
import { Exchange, PendingResponse, type ExchangeOwner, type PlannedTime, type ResponseReceiver } from './exchange.ts'
import type { HttpResponse, HttpCall, HttpClient, HttpOptions, HttpStreamCall, HttpPath } from './http-client.ts'
import { HttpOrigins, type HttpOrigin, type HttpWiring } from './http-origin.ts'
import { LookedAtResponse, ReceivedResponse } from './received-response.ts'
import { keepCookies, mostRedirects, redirectOf, type OutgoingRequest, type RequestParts } from './outgoing-request.ts'
import { readMethod, readTarget, RequestWriter, type RequestAuthor } from './request-writer.ts'
import { UserCookies } from './user-cookies.ts'
import { UserStream } from './user-stream.ts'

const none: HttpOptions = {}
const hasLeft = 'its user has left'
const { ok, http_error: httpError } = outcomeIndex

/**
 * The HTTP client of one user, which lives as long as the user. Belongs to the thread of its scenario.
 *
 * A request that cannot be built throws a TypeError at once; one that gets no response rejects with a {@link RequestError}. Each started request,
 * redirects included, is counted with exactly one outcome, even when its promise is not awaited.
 */
export class HttpSession implements HttpClient, ExchangeOwner, RequestAuthor {
  readonly clock: Clock
  readonly recorder: UserRecorder | undefined
  readonly cookies: UserCookies
  readonly home: HttpOrigin | undefined
  readonly lookedAt: LookedAtResponse = new LookedAtResponse()
  readonly get: HttpCall = (path, options) => this.#send('GET', path, options)
  readonly head: HttpCall = (path, options) => this.#send('HEAD', path, options)
  readonly post: HttpCall = (path, options) => this.#send('POST', path, options)
  readonly put: HttpCall = (path, options) => this.#send('PUT', path, options)
  readonly patch: HttpCall = (path, options) => this.#send('PATCH', path, options)
  readonly delete: HttpCall = (path, options) => this.#send('DELETE', path, options)
  readonly #host: HttpScenario
  readonly #planned: PlannedTime
  #pools: Map<HttpOrigin, ConnectionPool> | undefined
  readonly #active = new ActiveList<Exchange>()
  #streams: Set<UserStream> | undefined
  #over: string | undefined

  /** @param home the origin of requests that name none; `undefined` for the next of several servers */
  constructor(host: HttpScenario, planned: PlannedTime, home: HttpOrigin | undefined, cookies: UserCookies) {
    this.#host = host
    this.home = home
    this.#planned = planned
    this.clock = host.wiring.thread.clock
    this.recorder = host.wiring.recorder
    this.cookies = cookies
  }

  readonly request = (method: string, path: HttpPath, options?: HttpOptions): Promise<HttpResponse> =>
    this.#send(readMethod(method), path, options)

  readonly stream: HttpStreamCall = (path, options, handler) => {
    checkStreamOptions(options, handler)
    const stream = new UserStream(this, handler)
    const parts = { method: readMethod(options.method ?? 'GET'), path, options, body: encodeBody(options) }
    // Ends later, because the call must have returned, and a journey that always tries again would otherwise block the thread.
    if (this.#over !== undefined) setImmediate(() => stream.close(this.#over))
    else this.#start(this.#host.writer.write(parts, this), stream)
    ;(this.#streams ??= new Set()).add(stream)
    return stream
  }

  get underWay(): readonly Call<HttpResponse>[] {
    return this.#active.count === 0 ? [] : this.#active.list().flatMap(({ receiver }) => receiver.promise ?? [])
  }

  /** Ends all requests in flight or waiting as `aborted`, at once: their promises reject. No request can be sent afterwards. */
  abort(reason: string): void {
    this.#over ??= reason
    const now = this.clock.now()
    const active = this.#active.list()
    // Waiting requests are ended first, so that none of them gets the place of one in flight.
    for (const exchange of active) if (!exchange.isInFlight) exchange.abort(reason, now)
    for (const exchange of active) exchange.abort(reason, now)
    // A stream that is opened meanwhile ends by itself.
    for (const stream of new Set(this.#streams)) stream.close(reason)
  }

  /** Closes the user's own connections finally; requests in flight are aborted. */
  leave(): void {
    this.abort(hasLeft)
    if (this.#host.wiring.connections === 'perUser') for (const pool of this.#pools?.values() ?? []) pool.close(hasLeft)
    this.#pools = undefined
  }

  onResponded(exchange: Exchange, head: ResponseHead, now: number): void {
    this.#remove(exchange, now)
    this.#planned.onEnded?.(true)
    const { request, receiver } = exchange
    keepCookies(this, head, request)
    const redirect = redirectOf(request, head, exchange.redirects)
    if (redirect !== undefined) {
      const next = redirect.next === undefined ? undefined : this.#host.writer.write(redirect.next, this)
      this.recorder?.requestResponded(exchange, next === undefined ? httpError : ok, head.status, now, redirect.reason)
      if (next === undefined) this.#reject(exchange, 'http_error', redirect.reason ?? '', now)
      else this.#dispatch(new Exchange(this, next, receiver, { plannedAt: now, requestedAt: now, redirects: exchange.redirects - 1 }), now)
      return
    }
    const response = new ReceivedResponse(exchange, head, now)
    const reason = response.judge()
    if (reason !== undefined) exchange.source = response
    this.recorder?.requestResponded(exchange, response.outcome, head.status, now, reason)
    // What a check after the head of a stream is about is unknown.
    if (exchange.sink === undefined) response.handOver(this.lookedAt)
    const preparing = response.prepare()
    if (preparing === undefined) receiver.resolve(response, now)
    else void preparing.then(() => receiver.resolve(response, now))
  }

  onLost(exchange: Exchange, loss: LossOutcome, reason: string, now: number): void {
    this.#remove(exchange, now)
    // A stream may be closed by the journey itself.
    if (loss !== 'aborted') this.#planned.onEnded?.(false)
    this.recorder?.requestLost(exchange, loss, reason, now, loss === 'timeout' ? exchange.timeout : 0)
    this.#reject(exchange, loss, reason, now)
  }

  onStreamEnd(stream: UserStream): void {
    this.#streams?.delete(stream)
  }

  #send(method: string, path: HttpPath, options: HttpOptions = none): Promise<HttpResponse> {
    if (this.#over !== undefined) return this.#refuse(`${method} ${readTarget(path, undefined).template}`, this.#over)
    checkRequestOptions(options)
    const body = encodeBody(options)
    if (options.multipart === undefined) return this.#call({ method, path, options, body })
    const sent = this.#sendForm({ method, path, options, body }, options.multipart)
    return Call.of(sent, `${method} ${readTarget(path, undefined).template}`, this.#planned.calls)
  }

  async #sendForm(parts: RequestParts, fields: NonNullable<HttpOptions['multipart']>): Promise<HttpResponse> {
    const body = await encodeMultipart(fields)
    return this.#over === undefined ? this.#call({ ...parts, body }) : rejectLater(parts.method, this.#over)
  }

  #refuse(endpoint: string, over: string): Promise<never> {
    const { calls } = this.#planned
    // A timer of the journey, for example, outlived it: its request is neither sent nor counted.
    if (over === hasLeft && calls !== undefined)
      this.recorder?.check(calls.places.nameOf(`${endpoint} is sent before its user has left`, calls.places.trace()), false)
    return rejectLater(endpoint, over)
  }

  #call(parts: RequestParts): Promise<HttpResponse> {
    const request = this.#host.writer.write(parts, this)
    const pending = new PendingResponse(request.endpoint.name, this.#planned.calls)
    this.#start(request, pending)
    return pending.promise
  }

  #start(request: OutgoingRequest, receiver: ResponseReceiver): void {
    const now = this.clock.now()
    const timing = { plannedAt: this.#planned.take(now), requestedAt: now, redirects: request.options.redirects ?? mostRedirects }
    this.#dispatch(new Exchange(this, request, receiver, timing), now)
  }

  #dispatch(exchange: Exchange, now: number): void {
    this.#active.add(exchange)
    if (this.#active.count === 1) this.#planned.onRequests?.(true, now)
    exchange.sink?.onStarted(exchange)
    this.recorder?.requestStarted(exchange, now)
    if (exchange.request.origin.isResolved) this.#carry(exchange, now)
    else void this.#carryWhenResolved(exchange)
  }

  #carry(exchange: Exchange, now: number): void {
    if (exchange.sink === undefined) this.#poolFor(exchange.request.origin).send(exchange, now)
    else exchange.sink.connect()
  }

  async #carryWhenResolved(exchange: Exchange): Promise<void> {
    try {
      await exchange.request.origin.resolve()
      if (!exchange.isOver) this.#carry(exchange, this.clock.now())
    } catch (error) {
      const reason = codeOf(error) ?? String(error)
      exchange.lose(lossBy(reason, 'refused'), reason, this.clock.now())
    }
  }

  #reject({ request, receiver, sink }: Exchange, outcome: Outcome, reason: string, now: number): void {
    if (sink === undefined) this.lookedAt.lose(now, request, `${outcome}: ${reason}`)
    else this.lookedAt.lose(now)
    receiver.reject(new RequestError(request.endpoint.name, outcome, reason), now)
  }

  #remove(exchange: Exchange, now: number): void {
    this.#active.delete(exchange)
    if (this.#active.count === 0) this.#planned.onRequests?.(false, now)
  }

  #poolFor(origin: HttpOrigin): ConnectionPool {
    const pools = (this.#pools ??= new Map<HttpOrigin, ConnectionPool>())
    let pool = pools.get(origin)
    if (pool === undefined) pools.set(origin, (pool = this.#host.poolFor(origin)))
    return pool
  }
}

// Rejects later, because a journey that always tries again would otherwise block the thread.
function rejectLater(endpoint: string, reason: string): Promise<never> {
  const { promise, reject: rejectPromise } = Promise.withResolvers<never>()
  setImmediate(() => rejectPromise(new RequestError(endpoint, 'aborted', reason)))
  return markHandled(promise)
}

/** What the HTTP clients of one scenario on one thread share: origins, endpoints, and the connections if they are pooled. */
export class HttpScenario {
  readonly wiring: HttpWiring
  readonly writer: RequestWriter
  readonly #origins: HttpOrigins
  readonly #shared = new CreatingMap((origin: HttpOrigin) => new ConnectionPool(origin))

  constructor(wiring: HttpWiring) {
    this.wiring = wiring
    this.#origins = new HttpOrigins(wiring)
    this.writer = new RequestWriter(wiring, this.#origins)
  }

  get opened(): number {
    return this.#origins.opened
  }

  session(planned: PlannedTime, userId = 0, cookies: UserCookies = this.cookiesOf(userId)): HttpSession {
    return new HttpSession(this, planned, this.#origins.homeOf(userId), cookies)
  }

  /** Creates the cookies of one user, whose plugins may need them before its client, or without it. */
  cookiesOf(userId: number): UserCookies {
    return new UserCookies((this.#origins.homeOf(userId) ?? this.#origins.first).url, this.wiring.recorder)
  }

  poolFor(origin: HttpOrigin): ConnectionPool {
    return this.wiring.connections === 'perUser' ? new ConnectionPool(origin) : this.#shared.of(origin)
  }

  /** Closes the shared connections; those of users are closed when they leave. Resolves when nothing is left on this thread. */
  async end(): Promise<void> {
    for (const pool of this.#shared.values()) pool.close('the end of the test')
  }
}
