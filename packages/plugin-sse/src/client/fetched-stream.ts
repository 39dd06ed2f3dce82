import { markHandled, type HttpStream, type StreamEnd, type StreamHandler, type StreamHead } from '@benchpress/core/plugin'
import type { FetchLikeResponse, ReaderLike } from 'eventsource'

/** Receives the data of a stream before the `eventsource` package does. */
export interface FetchedStreamListener {
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
export class FetchedStream implements StreamHandler, ReaderLike {
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
