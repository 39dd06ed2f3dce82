import type { Clock } from '../../../base/clock/clock.ts'
import { lossBy, type Closing, type LossOutcome } from '../../../model/metrics/outcome.ts'
import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import { failureReason, type RequestError } from '../failure.ts'
import type { Exchange, ResponseReceiver, ResponseSink } from './exchange.ts'
import type { HttpResponse, HttpStream, StreamEnd, StreamHandler } from './http-client.ts'
import { createStreamDecoder, type DecodedSink, type StreamDecoder } from './stream-decoder.ts'
import { UserConnection, type ConnectionHost } from './user-connection.ts'

/** The client that a stream belongs to. */
interface StreamUser {
  readonly clock: Clock
  readonly recorder: { check(name: string, hasPassed: boolean): void } | undefined
  onStreamEnd(stream: UserStream): void
}

/**
 * A stream of a journey: one request after the other until one is not redirected, each over its own connection, then the bytes of its response.
 *
 * Its handler may close it in any call, and may throw: a stream ends once.
 */
export class UserStream implements HttpStream, ResponseReceiver, ResponseSink, ConnectionHost, DecodedSink {
  plannedAt = 0
  series: readonly SeriesRecorder[] = []
  server: SeriesRecorder | undefined
  readonly #user: StreamUser
  readonly #handler: StreamHandler
  /** The request, until the head of its response. */
  #exchange: Exchange | undefined
  #connection: UserConnection | undefined
  #decoder: StreamDecoder | undefined
  #isOpen = false
  #isOver = false

  constructor(user: StreamUser, handler: StreamHandler) {
    this.#user = user
    this.#handler = handler
  }

  get sink(): ResponseSink {
    return this
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isOver(): boolean {
    return this.#isOver
  }

  close(reason: string = 'closed by the user'): void {
    if (this.#isOver) return
    const now = this.#user.clock.now()
    this.#exchange?.abort(reason, now)
    this.#finish({ by: 'client', reason, at: now })
  }

  fail(thrown: unknown): void {
    this.onUndecodable(failureReason(thrown))
  }

  onStarted(exchange: Exchange): void {
    this.#exchange = exchange
    this.plannedAt = exchange.plannedAt
    this.series = exchange.series
    this.server = exchange.server
    const redirected = this.#connection
    this.#connection = undefined
    redirected?.close('redirected')
  }

  connect(): void {
    if (this.#exchange === undefined) return
    this.#connection = new UserConnection(this, this.#exchange.request.origin)
    this.#connection.open()
  }

  onOpen(connection: UserConnection, now: number): void {
    if (this.#exchange !== undefined) connection.send(this.#exchange, now)
  }

  onGone(connection: UserConnection, { by, reason }: Closing, _withoutResponse: Exchange | undefined, now: number): void {
    if (connection === this.#connection) this.#exchange?.lose(by === 'server' ? lossBy(reason, 'refused') : 'aborted', reason, now)
  }

  resolve({ status, ok, url, headers }: HttpResponse, now: number): void {
    const sentAt = this.#exchange?.sentAt ?? now
    this.#exchange = undefined
    this.#isOpen = true
    try {
      this.#handler.onHead({ status, ok, url, headers, plannedAt: this.plannedAt, sentAt, at: now })
      if (!this.#isOver) this.#decoder = createStreamDecoder(headers['content-encoding'], this)
    } catch (error) {
      this.fail(error)
    }
  }

  reject({ outcome, reason }: RequestError, now: number): void {
    this.#finish({ by: endedBy(outcome), reason, at: now })
  }

  onBody(buffer: Buffer, start: number, end: number, now: number): void {
    if (this.#decoder === undefined) this.onDecoded(buffer, start, end, now)
    else this.#decoder.push(buffer, start, end, now)
  }

  onEnd(loss: LossOutcome | undefined, reason: string, now: number): void {
    const end: StreamEnd = { by: loss === undefined ? 'target' : endedBy(loss), reason, at: now }
    if (this.#decoder === undefined || end.by === 'client') this.#finish(end)
    else this.#decoder.finish(loss === undefined, () => this.#finish(end))
  }

  onDecoded(buffer: Buffer, start: number, end: number, now: number): void {
    if (this.#isOver) return
    try {
      this.#handler.onBytes(buffer, start, end, now)
    } catch (error) {
      this.fail(error)
    }
  }

  onUndecodable(reason: string): void {
    this.#finish({ by: 'error', reason, at: this.#user.clock.now() })
  }

  #finish(end: StreamEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#isOpen = false
    this.#exchange = undefined
    this.#connection?.close(end.reason)
    this.#decoder?.destroy()
    this.#user.onStreamEnd(this)
    try {
      this.#handler.onEnd(end)
    } catch (error) {
      // No later call could report this error, so it is counted as a failed check.
      this.#user.recorder?.check(`http.stream, onEnd: ${failureReason(error)}`, false)
    }
  }
}

function endedBy(outcome: RequestError['outcome']): StreamEnd['by'] {
  return outcome === 'aborted' ? 'client' : outcome === 'closed_early' ? 'target' : 'error'
}
