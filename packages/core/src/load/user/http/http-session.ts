import { codeOf } from '../../../base/errors/benchpress-error.ts'
import { lossBy, outcomeIndex, type LossOutcome, type Outcome } from '../../../model/metrics/outcome.ts'
import { CreatingMap } from '../../../measure/recorder/first-names.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import { ActiveList } from '../active-list.ts'
import { Call } from '../call.ts'
import { markHandled, RequestError } from '../failure.ts'
import { checkOptions, FormFiles, encodeBody, encodeMultipart } from './request-options.ts'
import { ConnectionPool, type PoolSetting } from './connection-pool.ts'
import { Exchange, PendingResponse, type ExchangeOwner, type PlannedTime } from './exchange.ts'
import type { HttpResponse, HttpCall, HttpClient, HttpOptions, HttpStreamCall, HttpPath } from './http-client.ts'
import type { HttpOrigin, HttpWiring } from './http-origin.ts'
import { LookedAtResponse, ReceivedResponse } from './received-response.ts'
import { keepCookies, mostRedirects, redirectOf, type RequestParts } from './outgoing-request.ts'
import { readMethod, readTarget, RequestWriter } from './request-writer.ts'
import type { StreamSetting } from './stream-exchange.ts'
import { UserCookies } from './user-cookies.ts'
import { UserStreams, type StreamUser } from './user-streams.ts'

const none: HttpOptions = {}
const hasLeft = 'its user has left'
const { ok, http_error: httpError } = outcomeIndex

/**
 * The HTTP client of one user, which lives as long as the user. Belongs to the thread of its scenario.
 *
 * A request that cannot be built throws a TypeError at once; one that gets no response rejects with a {@link RequestError}. Each started request,
 * redirects included, is counted with exactly one outcome, even when its promise is not awaited.
 */
export class HttpSession implements HttpClient, ExchangeOwner, StreamUser {
  readonly recorder: UserRecorder | undefined
  readonly cookies: UserCookies
  readonly home: HttpOrigin | undefined
  /** The response that a failed check is about. */
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
  #inFlight = 0
  #streams: UserStreams | undefined
  #over: string | undefined

  /** @param home the origin of requests that name none; `undefined` for the next of several servers */
  constructor(host: HttpScenario, planned: PlannedTime, home: HttpOrigin | undefined, cookies: UserCookies) {
    this.#host = host
    this.home = home
    this.#planned = planned
    this.recorder = host.wiring.recorder
    this.cookies = cookies
  }

  readonly request = (method: string, path: HttpPath, options?: HttpOptions): Promise<HttpResponse> =>
    this.#send(readMethod(method), path, options)

  readonly stream: HttpStreamCall = (path, options, handler) => (this.#streams ??= this.#createStreams()).open(path, options, handler)

  /** The calls whose requests are in flight or waiting. */
  get underWay(): readonly Call<HttpResponse>[] {
    return this.#active.count === 0 ? [] : this.#active.list().map(({ pending }) => pending.promise)
  }

  /** Ends all requests in flight or waiting as `aborted`, at once: their promises reject. No request can be sent afterwards. */
  abort(reason: string): void {
    this.#over ??= reason
    const now = this.#host.wiring.thread.clock.now()
    const active = this.#active.list()
    // Waiting requests are ended first, so that none of them gets the place of one in flight.
    for (const exchange of active) if (!exchange.isInFlight) exchange.abort(reason, now)
    for (const exchange of active) exchange.abort(reason, now)
    this.#streams?.close(reason)
  }

  /** Closes the user's own connections finally; requests in flight are aborted. */
  leave(): void {
    this.abort(hasLeft)
    if (this.#host.wiring.connections === 'perUser') for (const pool of this.#pools?.values() ?? []) pool.close(hasLeft)
    this.#pools = undefined
  }

  onResponded(exchange: Exchange, head: ResponseHead, now: number): void {
    this.#remove(exchange, now)
    this.onResponse()
    const { request, pending } = exchange
    keepCookies(this, head, request)
    const redirect = redirectOf(request, head, exchange.redirects)
    if (redirect !== undefined) {
      const next = redirect.next === undefined ? undefined : this.#host.writer.write(redirect.next, this)
      this.recorder?.requestResponded(exchange, next === undefined ? httpError : ok, head.status, now, redirect.reason)
      if (next === undefined) this.#reject(exchange, 'http_error', redirect.reason ?? '', now)
      else this.#dispatch(new Exchange(this, next, pending, { plannedAt: now, askedAt: now, redirects: exchange.redirects - 1 }), now)
      return
    }
    const response = new ReceivedResponse(exchange, head, now)
    const reason = response.judge()
    if (reason !== undefined) exchange.source = response
    this.recorder?.requestResponded(exchange, response.outcome, head.status, now, reason)
    response.handOver(this.lookedAt)
    const preparing = response.prepare()
    if (preparing === undefined) pending.resolve(response)
    else void preparing.then(() => pending.resolve(response))
  }

  onLost(exchange: Exchange, loss: LossOutcome, reason: string, now: number): void {
    this.#remove(exchange, now)
    this.#planned.onEnded?.(false)
    this.recorder?.requestLost(exchange, loss, reason, now, loss === 'timeout' ? exchange.timeout : 0)
    this.#reject(exchange, loss, reason, now)
  }

  onRequest(difference: 1 | -1, now: number): void {
    this.#inFlight += difference
    if (this.#inFlight === 0) this.#planned.onRequests?.(false, now)
    else if (this.#inFlight === 1 && difference === 1) this.#planned.onRequests?.(true, now)
  }

  onResponse(): void {
    this.#planned.onEnded?.(true)
  }

  onStreamLost(now: number): void {
    this.lookedAt.lose(now)
  }

  #createStreams(): UserStreams {
    const streams = new UserStreams(this, this.#host.streams, this.#host.writer, this.#planned)
    if (this.#over !== undefined) streams.close(this.#over)
    return streams
  }

  #send(method: string, path: HttpPath, options: HttpOptions = none): Promise<HttpResponse> {
    if (this.#over !== undefined) return this.#refuse(`${method} ${readTarget(path, undefined).template}`, this.#over)
    checkOptions(options)
    const body = encodeBody(options)
    if (options.multipart === undefined) return this.#start({ method, path, options, body })
    const sent = this.#sendForm({ method, path, options, body }, options.multipart)
    return Call.of(sent, `${method} ${readTarget(path, undefined).template}`, this.#planned.calls)
  }

  async #sendForm(parts: RequestParts, fields: NonNullable<HttpOptions['multipart']>): Promise<HttpResponse> {
    const body = await encodeMultipart(fields, FormFiles.of(this.#host.wiring.thread))
    return this.#over === undefined ? this.#start({ ...parts, body }) : rejectLater(parts.method, this.#over)
  }

  #refuse(endpoint: string, over: string): Promise<never> {
    const { calls } = this.#planned
    // A timer of the journey, for example, outlived it: its request is neither sent nor counted.
    if (over === hasLeft && calls !== undefined)
      this.recorder?.check(calls.places.nameOf(`${endpoint} is sent before its user has left`, calls.places.trace()), false)
    return rejectLater(endpoint, over)
  }

  #start(parts: RequestParts): Promise<HttpResponse> {
    const request = this.#host.writer.write(parts, this)
    const pending = new PendingResponse(request.endpoint.name, this.#planned.calls)
    const now = this.#host.wiring.thread.clock.now()
    const timing = { plannedAt: this.#planned.take(now), askedAt: now, redirects: parts.options.redirects ?? mostRedirects }
    this.#dispatch(new Exchange(this, request, pending, timing), now)
    return pending.promise
  }

  #dispatch(exchange: Exchange, now: number): void {
    const { origin } = exchange.request
    this.#active.add(exchange)
    this.onRequest(1, now)
    this.recorder?.requestStarted(exchange, now)
    if (origin.dial !== undefined) this.#poolFor(origin).send(exchange, now)
    else void this.#sendWhenResolved(exchange, origin)
  }

  #reject({ request, pending }: Exchange, outcome: Outcome, reason: string, now: number): void {
    this.lookedAt.lose(now, request, `${outcome}: ${reason}`)
    pending.reject(new RequestError(request.endpoint.name, outcome, reason))
  }

  #remove(exchange: Exchange, now: number): void {
    this.#active.delete(exchange)
    this.onRequest(-1, now)
  }

  async #sendWhenResolved(exchange: Exchange, origin: HttpOrigin): Promise<void> {
    const { clock } = this.#host.wiring.thread
    try {
      await origin.resolve()
      if (!exchange.isOver) this.#poolFor(origin).send(exchange, clock.now())
    } catch (error) {
      const reason = codeOf(error) ?? String(error)
      exchange.lose(lossBy(reason, 'refused'), reason, clock.now())
    }
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

/** The most connections of a user to one origin, as in browsers. */
export const mostOfUser = 6

/** What the HTTP clients of one scenario on one thread share: origins, endpoints, and the connections if they are pooled. */
export class HttpScenario {
  readonly wiring: HttpWiring
  readonly writer: RequestWriter
  readonly streams: StreamSetting
  // Shared by the pools of all users, because there may be thousands.
  readonly #settings = new CreatingMap((origin: HttpOrigin) => this.#settingOf(origin))
  readonly #shared = new CreatingMap((origin: HttpOrigin) => this.#createPool(origin))
  #opened = 0

  constructor(wiring: HttpWiring) {
    this.wiring = wiring
    this.writer = new RequestWriter(wiring)
    this.streams = { wiring, onOpened: (difference) => void (this.#opened += difference) }
  }

  /** The number of open connections, including those of users. */
  get opened(): number {
    return this.#opened
  }

  /** Creates the client of one user. */
  session(planned: PlannedTime, userId = 0, cookies: UserCookies = this.cookiesOf(userId)): HttpSession {
    return new HttpSession(this, planned, this.writer.homeOf(userId), cookies)
  }

  /** Creates the cookies of one user, whose plugins may need them before its client, or without it. */
  cookiesOf(userId: number): UserCookies {
    return new UserCookies((this.writer.homeOf(userId) ?? this.writer.target).url, this.wiring.recorder)
  }

  poolFor(origin: HttpOrigin): ConnectionPool {
    return this.wiring.connections === 'perUser' ? this.#createPool(origin) : this.#shared.of(origin)
  }

  /** Closes the shared connections; those of users are closed when they leave. Resolves when nothing is left on this thread. */
  async end(): Promise<void> {
    for (const pool of this.#shared.values()) pool.close('the end of the test')
  }

  #createPool(origin: HttpOrigin): ConnectionPool {
    return new ConnectionPool(this.#settings.of(origin))
  }

  #settingOf({ dial, isSecure, url }: HttpOrigin): PoolSetting {
    if (dial === undefined) throw new Error(`${url} was not resolved`)
    const { thread, connectTimeout, recorder, connections } = this.wiring
    const { pool: most, queueTimeout } = connections === 'perUser' ? { pool: mostOfUser, queueTimeout: Infinity } : connections
    return { most, thread, dial, isSecure, connectTimeout, queueTimeout, recorder, onOpened: this.streams.onOpened }
  }
}
