import { outcomeIndex } from '../../../model/metrics/outcome.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import { failureReason } from '../failure-reason.ts'
import { fieldRecord, statusOf } from './head-fields.ts'
import type { HttpStream, StreamEnd, StreamHandler } from './http-stream.ts'
import { urlOf, type OutgoingRequest } from './outgoing-request.ts'
import { followRedirect, locationOf } from './redirect.ts'
import type { RequestAuthor, RequestWriter } from './request-writer.ts'
import { createStreamDecoder, type DecodedSink, type StreamDecoder } from './stream-decoder.ts'
import { endOfBody, StreamExchange, type StreamExchangeOwner, type StreamSetting } from './stream-exchange.ts'

/** The client that streams belong to. */
export interface StreamUser extends RequestAuthor {
  /** A request of a stream has started (1), or ended with its head or without one (-1). */
  onRequest(difference: 1 | -1, now: number): void
  /** A request of a stream was answered. */
  onResponse(): void
}

/** Those a stream is one of: the streams of its user. */
export interface StreamHost {
  readonly setting: StreamSetting
  readonly writer: RequestWriter
  readonly user: StreamUser
  /** It has ended, and its handler is about to hear of it. */
  onStreamEnd(stream: UserStream): void
}

const { ok, http_error: httpError, check_failed: checkFailed } = outcomeIndex

/**
 * A stream as a journey holds it: one request after the other until one is not redirected, then the bytes of its answer.
 *
 * Its handler may close it in any call, and may throw: a stream ends once.
 */
export class UserStream implements HttpStream, StreamExchangeOwner, DecodedSink {
  readonly #host: StreamHost
  readonly #handler: StreamHandler
  #redirects: number
  #exchange: StreamExchange | undefined
  #decoder: StreamDecoder | undefined
  #isOpen = false
  #isOver = false

  /** @param redirects how many are followed */
  constructor(host: StreamHost, handler: StreamHandler, redirects: number) {
    this.#host = host
    this.#handler = handler
    this.#redirects = redirects
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether it has ended. */
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
    // Still without a request, or with nothing left of it but what is being decoded.
    this.end('client', reason)
  }

  /** Ends it from outside of its exchange; does nothing when it has ended. */
  end(by: StreamEnd['by'], reason: string): void {
    this.#finish({ by, reason, at: this.#host.setting.wiring.thread.clock.now() })
  }

  onRequest(difference: 1 | -1, now: number): void {
    this.#host.user.onRequest(difference, now)
  }

  onHead(exchange: StreamExchange, request: OutgoingRequest, head: ResponseHead, now: number): void {
    this.#host.user.onResponse()
    this.#host.user.cookies.keep(head, request)
    const location = request.options.redirects === 0 ? undefined : locationOf(head)
    if (location !== undefined) {
      this.#follow(exchange, request, head, now)
      return
    }
    const outcome = request.statusOutcomes[head.status] ?? checkFailed
    this.#recorder?.requestAnswered(exchange, outcome, head.status, now, outcome === ok ? undefined : statusOf(head))
    this.#open(exchange, request, head, now)
  }

  onBody(buffer: Buffer, start: number, end: number, now: number): void {
    if (this.#decoder === undefined) this.onDecoded(buffer, start, end, now)
    else this.#decoder.push(buffer, start, end, now)
  }

  onGone(exchange: StreamExchange, end: StreamEnd): void {
    if (exchange !== this.#exchange || this.#isOver) return
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

  #follow(exchange: StreamExchange, request: OutgoingRequest, head: ResponseHead, now: number): void {
    const next = this.#redirects > 0 ? followRedirect(request, head.status, locationOf(head) ?? '') : undefined
    if (next === undefined) {
      const reason = this.#redirects > 0 ? `${head.status} to a location that cannot be followed` : 'too many redirects'
      this.#recorder?.requestAnswered(exchange, httpError, head.status, now, reason)
      this.end('error', reason)
      return
    }
    this.#recorder?.requestAnswered(exchange, ok, head.status, now, undefined)
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
      // No call is left that could tell of it, yet it must not go unseen.
      this.#recorder?.check(`http.stream, onEnd: ${failureReason(error)}`, false)
    }
  }
}
