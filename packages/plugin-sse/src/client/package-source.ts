import { type StreamEnd, type StreamHead, markHandled, type HttpStream, type StreamHandler } from '@benchpress/core/plugin'
import {
  EventSource as PackageEventSource,
  type EventSourceFetchInit,
  type EventSourceInit,
  type FetchLikeResponse,
  type ReaderLike,
} from 'eventsource'
import type { ConnectionEnd, EventSource, EventSourceListener, SourcePlace } from './event-source.ts'
import { explainReason, findRefusal, writeStreamRequest } from './stream-request.ts'

// The types of events are unknown beforehand, so that `dispatchEvent` is overridden.
class HeardEventSource extends PackageEventSource {
  readonly #hear: (event: Event) => void

  constructor(url: URL, init: EventSourceInit, hear: (event: Event) => void) {
    super(url, init)
    this.#hear = hear
  }

  override dispatchEvent(event: Event): boolean {
    this.#hear(event)
    return true
  }
}

/**
 * A subscription made with the `eventsource` package, the reference for how an EventSource behaves.
 *
 * The package parses, reconnects and gives up as usual; only its `fetch` is that of core's HTTP client, so that its requests are counted.
 */
export class PackageSource implements EventSource, FetchedStreamListener {
  readonly #place: SourcePlace
  readonly #url: URL
  readonly #listener: EventSourceListener
  #events: HeardEventSource | undefined
  #head: StreamHead | undefined
  #end: StreamEnd | undefined
  #problem: string | undefined
  #isConnecting = false
  #isClosed = false
  #lastEventId: string
  // The last id that the package knows: each of its event sources begins without an id.
  #lastOfPackage = ''
  #at = 0
  #timer: NodeJS.Timeout | undefined

  constructor(place: SourcePlace, target: string, listener: EventSourceListener) {
    this.#place = place
    this.#url = new URL(typeof place.path === 'string' ? place.path : place.path.path, target)
    this.#listener = listener
    this.#lastEventId = place.settings.lastEventId ?? ''
  }

  get isOpen(): boolean {
    return this.#events?.readyState === PackageEventSource.OPEN
  }

  get lastEventId(): string {
    return this.#lastEventId
  }

  open(): void {
    const fetch = async (_url: string | URL, init: EventSourceFetchInit): Promise<FetchLikeResponse> => {
      try {
        return await this.#fetch(init)
      } catch (error) {
        // The package would retry a request that cannot be sent forever.
        if (error instanceof TypeError) this.#problem = error.message
        throw error
      }
    }
    this.#lastOfPackage = ''
    this.#events = new HeardEventSource(this.#url, { fetch }, (event) => this.#hear(event))
  }

  reopen(wait: number): void {
    if (this.#events === undefined && this.#timer === undefined) return
    this.#stop('reopened by the journey', true)
    // The listener, which was just told that the connection ended, may have closed it.
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.open(), wait)
  }

  close(reason: string): void {
    this.#isClosed = true
    this.#stop(reason, false)
  }

  onHead(head: StreamHead): void {
    this.#head = head
  }

  onRead(at: number): void {
    this.#at = at
  }

  onEnd(end: StreamEnd): void {
    this.#end = end
    // A stream that the package did not close was closed because its user left.
    if (end.by === 'client' && this.#events !== undefined && this.#events.readyState !== PackageEventSource.CLOSED) this.#leave(end)
  }

  #fetch({ headers, signal }: EventSourceFetchInit): Promise<FetchLikeResponse> {
    const known = headers['Last-Event-ID']
    if (known !== undefined) this.#lastEventId = Buffer.from(known, 'latin1').toString('utf8')
    this.#head = undefined
    this.#end = undefined
    this.#isConnecting = true
    const { http, path, settings } = this.#place
    const request = writeStreamRequest(settings, this.#lastEventId)
    return new FetchedStream(this).start((handler) => http.stream(path, request, handler), signal as AbortSignal)
  }

  #hear(event: Event): void {
    if (event instanceof MessageEvent) this.#hearEvent(event)
    else if (event.type === 'open' && this.#head !== undefined) this.#listener.onOpen(this.#head)
    else if (event.type === 'error') this.#hearEnd()
  }

  #hearEvent({ type, data, lastEventId }: MessageEvent): void {
    if (lastEventId !== this.#lastOfPackage) {
      this.#lastOfPackage = lastEventId
      this.#lastEventId = lastEventId
      this.#listener.onId(lastEventId)
    }
    this.#listener.onEvent(type, String(data), this.#at)
  }

  #hearEnd(): void {
    const isTriedAgain = this.#events?.readyState === PackageEventSource.CONNECTING && this.#problem === undefined
    const willReopen = isTriedAgain && this.#place.settings.reconnect
    this.#isConnecting = false
    const end = this.#describeEnd()
    if (!willReopen) this.#forget()
    this.#listener.onEnd(end, willReopen)
  }

  #describeEnd(): ConnectionEnd {
    const at = this.#end?.at ?? this.#place.now()
    const { by: cause = 'error', reason = this.#problem ?? 'unknown' } = this.#end ?? {}
    if (this.#head === undefined) return { cause, reason: explainReason(reason), status: 0, isRefused: false, at }
    const { status } = this.#head
    const refusal = findRefusal(this.#head)
    if (refusal === undefined) return { cause, reason, status, isRefused: false, at }
    return { cause: status === 204 ? 'target' : 'error', reason: refusal, status, isRefused: true, at }
  }

  #stop(reason: string, willReopen: boolean): void {
    clearTimeout(this.#timer)
    const wasActive = this.#isConnecting
    const status = this.#head?.status ?? 0
    this.#forget()
    if (wasActive) this.#listener.onEnd({ cause: 'client', reason, status, isRefused: false, at: this.#place.now() }, willReopen)
  }

  #leave({ reason, at }: StreamEnd): void {
    const status = this.#head?.status ?? 0
    this.#forget()
    this.#listener.onEnd({ cause: 'client', reason, status, isRefused: false, at }, false)
  }

  #forget(): void {
    const events = this.#events
    this.#events = undefined
    this.#timer = undefined
    this.#isConnecting = false
    events?.close()
  }
}

/** Receives the data of a stream before the `eventsource` package does. */
interface FetchedStreamListener {
  onHead(head: StreamHead): void
  /** Called when the package reads bytes that arrived at this time. */
  onRead(at: number): void
  onEnd(end: StreamEnd): void
}

interface Chunk {
  readonly bytes: Uint8Array
  readonly at: number
}

type Reading = Awaited<ReturnType<ReaderLike['read']>>

/** A stream of core's HTTP client as the response of a `fetch`, as far as the `eventsource` package needs one. */
class FetchedStream implements StreamHandler, ReaderLike {
  readonly #listener: FetchedStreamListener
  readonly #response = Promise.withResolvers<FetchLikeResponse>()
  readonly #chunks: Chunk[] = []
  #stream: HttpStream | undefined
  #end: StreamEnd | undefined
  #wake: (() => void) | undefined

  constructor(listener: FetchedStreamListener) {
    this.#listener = listener
    void markHandled(this.#response.promise)
  }

  /** Sends the request, and resolves with the head. @param signal aborts it */
  start(open: (handler: StreamHandler) => HttpStream, signal: AbortSignal): Promise<FetchLikeResponse> {
    this.#stream = open(this)
    signal.addEventListener('abort', () => this.#stream?.close('closed by its event source'), { once: true })
    return this.#response.promise
  }

  onHead(head: StreamHead): void {
    this.#listener.onHead(head)
    const { status, url, headers } = head
    // A redirect would only change the origin of events.
    this.#response.resolve({
      status,
      url,
      redirected: false,
      headers: { get: (name) => headers[name] ?? null },
      body: { getReader: () => this },
    })
  }

  onBytes(buffer: Buffer, start: number, end: number, at: number): void {
    this.#chunks.push({ bytes: Uint8Array.prototype.slice.call(buffer, start, end), at })
    this.#wake?.()
  }

  onEnd(end: StreamEnd): void {
    this.#end = end
    this.#listener.onEnd(end)
    this.#response.reject(errorOf(end))
    this.#wake?.()
  }

  async read(): Promise<Reading> {
    while (this.#chunks.length === 0 && this.#end === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
    const chunk = this.#chunks.shift()
    if (chunk !== undefined) {
      this.#listener.onRead(chunk.at)
      return { done: false, value: chunk.bytes }
    }
    if (this.#end !== undefined && this.#end.by !== 'target') throw errorOf(this.#end)
    return { done: true }
  }

  async cancel(): Promise<void> {
    this.#stream?.close('cancelled by its event source')
  }
}

// After an AbortError the package does not reconnect.
function errorOf({ by, reason }: StreamEnd): Error {
  return by === 'client' ? Object.assign(new Error(reason), { name: 'AbortError' }) : new Error(reason)
}
