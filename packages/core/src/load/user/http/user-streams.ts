import { outcomeIndex } from '../../../model/metrics/outcome.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import { failureReason } from '../failure.ts'
import { fieldRecord, statusOf } from './header-fields.ts'
import type { HttpStream, StreamEnd, StreamHandler, HttpStreamOptions, HttpPath } from './http-client.ts'
import { keepCookies, urlOf, type OutgoingRequest, type RequestParts, mostRedirects, redirectOf } from './outgoing-request.ts'
import { readMethod, type RequestAuthor, type RequestWriter } from './request-writer.ts'
import { createStreamDecoder, type DecodedSink, type StreamDecoder } from './stream-decoder.ts'
import { endOfBody, StreamExchange, type StreamExchangeOwner, type StreamSetting } from './stream-exchange.ts'
import { checkStreamOptions, FormFiles, encodeBody, encodeMultipart } from './request-options.ts'
import type { PlannedTime } from './exchange.ts'

/** The client that streams belong to. */
export interface StreamUser extends RequestAuthor {
  /** Is called when a request of a stream has started (1), or ended with or without its head (-1). */
  onRequest(difference: 1 | -1, now: number): void
  /** Is called when a request of a stream got its response. */
  onResponse(): void
  /** Is called when a stream has ended without one. */
  onStreamLost(now: number): void
}

const { ok, http_error: httpError, check_failed: checkFailed } = outcomeIndex

/**
 * A stream of a journey: one request after the other until one is not redirected, then the bytes of its response.
 *
 * Its handler may close it in any call, and may throw: a stream ends once.
 */
class UserStream implements HttpStream, StreamExchangeOwner, DecodedSink {
  readonly #host: UserStreams
  readonly #handler: StreamHandler
  #redirects: number
  #exchange: StreamExchange | undefined
  #decoder: StreamDecoder | undefined
  #isOpen = false
  #isOver = false

  /** @param redirects the number of redirects that are followed */
  constructor(host: UserStreams, handler: StreamHandler, redirects: number) {
    this.#host = host
    this.#handler = handler
    this.#redirects = redirects
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Sends a request, the first one or the next. */
  start(request: OutgoingRequest, plannedAt: number, now: number): void {
    this.#exchange = new StreamExchange(this, this.#host.setting, request, plannedAt)
    this.#exchange.start(now)
  }

  close(reason: string = 'closed by the user'): void {
    if (this.#isOver) return
    this.#exchange?.close(reason)
    // The stream has no request yet, or only bytes that are being decoded.
    this.end('client', reason)
  }

  /** Ends the stream from outside of its exchange; does nothing when it has ended. */
  end(by: StreamEnd['by'], reason: string): void {
    this.#finish({ by, reason, at: this.#host.setting.wiring.thread.clock.now() })
  }

  onRequest(difference: 1 | -1, now: number): void {
    this.#host.user.onRequest(difference, now)
  }

  onHead(exchange: StreamExchange, request: OutgoingRequest, head: ResponseHead, now: number): void {
    this.#host.user.onResponse()
    keepCookies(this.#host.user, head, request)
    const redirect = redirectOf(request, head, this.#redirects)
    if (redirect !== undefined) {
      this.#recorder?.requestResponded(exchange, redirect.next === undefined ? httpError : ok, head.status, now, redirect.reason)
      if (redirect.next === undefined) this.end('error', redirect.reason ?? '')
      else this.#follow(exchange, redirect.next, now)
      return
    }
    const outcome = request.statusOutcomes[head.status] ?? checkFailed
    this.#recorder?.requestResponded(exchange, outcome, head.status, now, outcome === ok ? undefined : statusOf(head))
    this.#open(exchange, request, head, now)
  }

  onBody(buffer: Buffer, start: number, end: number, now: number): void {
    if (this.#decoder === undefined) this.onDecoded(buffer, start, end, now)
    else this.#decoder.push(buffer, start, end, now)
  }

  onGone(exchange: StreamExchange, end: StreamEnd): void {
    if (exchange !== this.#exchange || this.#isOver) return
    if (!this.#isOpen) this.#host.user.onStreamLost(end.at)
    if (this.#decoder === undefined || end.by === 'client') this.#finish(end)
    else this.#decoder.finish(end.reason === endOfBody, () => this.#finish(end))
  }

  onDecoded(buffer: Buffer, start: number, end: number, now: number): void {
    if (this.#isOver) return
    try {
      this.#handler.onBytes(buffer, start, end, now)
    } catch (error) {
      this.end('error', failureReason(error))
    }
  }

  onUndecodable(reason: string): void {
    this.end('error', reason)
  }

  get #recorder(): UserRecorder | undefined {
    return this.#host.setting.wiring.recorder
  }

  #follow(exchange: StreamExchange, next: RequestParts, now: number): void {
    this.#redirects -= 1
    this.#exchange = undefined
    exchange.close('redirected')
    this.start(this.#host.writer.write(next, this.#host.user), now, now)
  }

  #open(exchange: StreamExchange, request: OutgoingRequest, head: ResponseHead, now: number): void {
    const { plannedAt, sentAt } = exchange
    const headers = fieldRecord(head)
    const isOk = request.statusOutcomes[head.status] === ok
    this.#isOpen = true
    try {
      this.#handler.onHead({ status: head.status, ok: isOk, url: urlOf(request), headers, plannedAt, sentAt, at: now })
      if (!this.#isOver) this.#decoder = createStreamDecoder(headers['content-encoding'], this)
    } catch (error) {
      this.end('error', failureReason(error))
    }
  }

  #finish(end: StreamEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#isOpen = false
    this.#exchange?.close(end.reason)
    this.#decoder?.destroy()
    this.#host.onStreamEnd(this)
    try {
      this.#handler.onEnd(end)
    } catch (error) {
      // No later call could report this error, so it is counted as a failed check.
      this.#recorder?.check(`http.stream, onEnd: ${failureReason(error)}`, false)
    }
  }
}

/** The streams of one user that have not ended. */
export class UserStreams {
  readonly setting: StreamSetting
  readonly writer: RequestWriter
  readonly user: StreamUser
  readonly #planned: PlannedTime
  readonly #streams = new Set<UserStream>()
  #over: string | undefined

  constructor(user: StreamUser, setting: StreamSetting, writer: RequestWriter, planned: PlannedTime) {
    this.setting = setting
    this.writer = writer
    this.user = user
    this.#planned = planned
  }

  /** @throws TypeError for a request that cannot be sent */
  open(path: HttpPath, options: HttpStreamOptions, handler: StreamHandler): HttpStream {
    checkStreamOptions(options, handler)
    const { method, multipart } = options
    const stream = new UserStream(this, handler, options.redirects ?? mostRedirects)
    const parts = { method: method === undefined ? 'GET' : readMethod(method), path, options, body: encodeBody(options) }
    if (this.#over !== undefined) this.#refuse(stream, this.#over)
    else if (multipart === undefined) this.#start(stream, parts)
    else void this.#startForm(stream, parts, multipart)
    this.#streams.add(stream)
    return stream
  }

  /** Closes all streams, and each that is opened later. */
  close(reason: string): void {
    this.#over ??= reason
    // A stream that is opened meanwhile ends by itself.
    for (const stream of new Set(this.#streams)) stream.close(reason)
  }

  onStreamEnd(stream: UserStream): void {
    this.#streams.delete(stream)
  }

  #start(stream: UserStream, parts: RequestParts): void {
    const request = this.writer.write(parts, this.user)
    const now = this.setting.wiring.thread.clock.now()
    stream.start(request, this.#planned.take(now), now)
  }

  async #startForm(stream: UserStream, parts: RequestParts, fields: NonNullable<HttpStreamOptions['multipart']>): Promise<void> {
    try {
      const body = await encodeMultipart(fields, FormFiles.of(this.setting.wiring.thread))
      if (!stream.isOver) this.#start(stream, { ...parts, body })
    } catch (error) {
      stream.end('error', failureReason(error))
    }
  }

  // Ends later, because the call must have returned, and a journey that always tries again would otherwise block the thread.
  #refuse(stream: UserStream, reason: string): void {
    setImmediate(() => stream.close(reason))
  }
}
