import { ChunkedBody, type BodySink } from './chunked-body.ts'
import { isInterim, withTrailers, type ParsedHead, type ResponseHead } from './response-head.ts'
import type { HeadCache } from './head-cache.ts'
import { noHttp } from './head-automaton.ts'
import { HeadReader } from './head-reader.ts'

/** Receives responses, in order, during {@link ResponseFramer.push} and {@link ResponseFramer.end}. */
export interface FramerSink extends BodySink {
  /** Whether to pass on the bytes of the body; read once for each response, after `onHead`. */
  readonly wantsBody: boolean
  /** Whether the next response is to a HEAD request; called once for each final response, before `onHead`. */
  respondsToHead(): boolean
  /** Is called when an interim response was skipped; `isLast` if nothing else was pushed after it. */
  onInterim?(isLast: boolean): void
  /** Is called when the head of a final response has arrived. */
  onHead(head: ResponseHead): void
  /**
   * Is called when a response is complete. The head is the one of `onHead`, unless trailers changed something about the connection.
   *
   * @param bodyLength decoded bytes
   * @returns false to stop: the rest of the pushed bytes is left unread
   */
  onMessage(head: ResponseHead, bodyLength: number): boolean
}

/** The state of the responses when the server closed. */
export type FramerEnd = 'idle' | 'complete' | 'truncated'

type Phase = 'start' | 'head' | 'length' | 'chunked' | 'trailers' | 'until-close' | 'after-close'

// Values that the functions below return instead of a position.
const stopped = -1

const http2 = 'not HTTP/1.1 (it looks like HTTP/2)'

/**
 * Parses the bytes of one connection into HTTP/1.1 responses, wherever the bytes are split.
 *
 * As strict as Node's own parser without lenient flags. Interim responses are skipped; 101 is an error, because no upgrade is ever requested. A
 * response whose head is in the cache needs no copy, no parsing and no allocation.
 */
export class ResponseFramer {
  readonly #sink: FramerSink
  readonly #heads: HeadCache
  readonly #maxHeaderSize: number | undefined
  readonly #chunks = new ChunkedBody()
  #createdReader: HeadReader | undefined
  #phase: Phase = 'start'
  #error: string | undefined
  #parsed: ParsedHead | undefined
  #head: ResponseHead | undefined
  #bodySink: BodySink | undefined
  #remaining = 0
  #bodyLength = 0
  #stoppedAt = 0

  constructor(sink: FramerSink, heads: HeadCache, maxHeaderSize?: number) {
    this.#sink = sink
    this.#heads = heads
    this.#maxHeaderSize = maxHeaderSize
  }

  /** The error of the server, such as `invalid chunk size`; undefined without one. */
  get error(): string | undefined {
    return this.#error
  }

  /** Whether what was read ends between two responses. */
  get isBetweenResponses(): boolean {
    return this.#phase === 'start'
  }

  /** Whether the error is about bytes that begin no response. */
  get isNoResponse(): boolean {
    return this.#error === noHttp || this.#error === http2
  }

  /** Whether bytes were left unread when the sink stopped {@link push}, apart from line ends. */
  hasLeft(buffer: Buffer, length: number): boolean {
    return buffer.subarray(this.#stoppedAt, length).some((byte) => !isLineEnd(byte))
  }

  /**
   * Reads bytes [0, length) of a buffer, which may be reused afterwards.
   *
   * @returns false after a protocol error (see `error`), or when the sink stopped it
   */
  push(buffer: Buffer, length: number): boolean {
    let position = this.#error === undefined ? 0 : stopped
    while (position >= 0 && position < length) {
      position = this.#phase === 'start' ? this.#start(buffer, position, length) : this.#continue(buffer, position, length)
    }
    return position >= 0
  }

  /**
   * Notes that the server closed the connection.
   *
   * @returns `idle` when nothing of a response had arrived, `complete` when the close completed a body (the sink was called), `truncated` in the middle
   * of a response or after an error
   */
  end(): FramerEnd {
    if (this.#error !== undefined) return 'truncated'
    if (this.#phase === 'start' || this.#phase === 'after-close') return 'idle'
    if (this.#phase !== 'until-close' || this.#head === undefined) return 'truncated'
    this.#complete(this.#head, this.#bodyLength, 0)
    return 'complete'
  }

  /** Resets the framer for the next connection. A sink may call this during `onMessage` if that returns false. */
  reset(): void {
    this.#phase = 'start'
    this.#error = undefined
  }

  // Created only for a head that is not in the cache, and for trailers: many connections never need it.
  get #reader(): HeadReader {
    return (this.#createdReader ??= new HeadReader(this.#maxHeaderSize))
  }

  #start(buffer: Buffer, from: number, to: number): number {
    const parsed = this.#heads.find(buffer, from, to)
    if (parsed !== undefined) return this.#onHead(parsed, buffer, from + parsed.head.length, to)
    if (isLineEnd(buffer[from]!)) return from + 1
    this.#reader.startHead()
    this.#phase = 'head'
    const position = this.#readHead(buffer, from, to)
    if (position === stopped && isHttp2Settings(buffer, from, to)) this.#error = http2
    return position
  }

  #continue(buffer: Buffer, from: number, to: number): number {
    switch (this.#phase) {
      case 'length':
        return this.#readLength(buffer, from, to)
      case 'chunked':
        return this.#readChunks(buffer, from, to)
      case 'trailers':
        return this.#readTrailers(buffer, from, to)
      case 'until-close':
        return this.#readUntilClose(buffer, from, to)
      case 'after-close':
        return isLineEnd(buffer[from]!) ? from + 1 : this.#fail('data after an interim response that closes the connection')
      default:
        return this.#readHead(buffer, from, to)
    }
  }

  #readHead(buffer: Buffer, from: number, to: number): number {
    const reader = this.#reader
    const position = reader.read(buffer, from, to)
    const { error, head } = reader
    if (error !== undefined) return this.#fail(error)
    if (head === undefined) return position
    if (!reader.wasSplit) this.#heads.add(buffer, from, head)
    return this.#onHead(head, buffer, position, to)
  }

  /** @param from where the body starts */
  #onHead(parsed: ParsedHead, buffer: Buffer, from: number, to: number): number {
    if (isInterim(parsed.head.status)) return this.#passOver(parsed.head, from, to)
    const sink = this.#sink
    const respondsToHead = sink.respondsToHead()
    const head = respondsToHead ? parsed.headForHead : parsed.head
    sink.onHead(head)
    if (respondsToHead || parsed.body === 'none') return this.#complete(head, 0, from)
    const wantsBody = sink.wantsBody
    const { contentLength } = head
    if (parsed.body === 'length' && contentLength <= to - from) {
      if (wantsBody) sink.onBody(buffer, from, from + contentLength)
      return this.#complete(head, contentLength, from + contentLength)
    }
    this.#parsed = parsed
    this.#head = head
    this.#bodySink = wantsBody ? sink : undefined
    return this.#startBody(parsed, from)
  }

  #passOver(head: ResponseHead, position: number, to: number): number {
    if (head.status === 101) return this.#fail('unexpected 101')
    this.#sink.onInterim?.(position === to)
    this.#phase = head.keepAlive ? 'start' : 'after-close'
    return position
  }

  #startBody(parsed: ParsedHead, position: number): number {
    this.#bodyLength = 0
    this.#remaining = parsed.head.contentLength
    this.#phase = parsed.body === 'length' ? 'length' : parsed.body === 'chunked' ? 'chunked' : 'until-close'
    if (parsed.body === 'chunked') this.#chunks.start()
    return position
  }

  #readLength(buffer: Buffer, from: number, to: number): number {
    const end = from + Math.min(this.#remaining, to - from)
    this.#remaining -= end - from
    this.#bodySink?.onBody(buffer, from, end)
    return this.#remaining > 0 || this.#head === undefined ? end : this.#complete(this.#head, this.#head.contentLength, end)
  }

  #readUntilClose(buffer: Buffer, from: number, to: number): number {
    this.#bodyLength += to - from
    this.#bodySink?.onBody(buffer, from, to)
    return to
  }

  #readChunks(buffer: Buffer, from: number, to: number): number {
    const position = this.#chunks.read(buffer, from, to, this.#bodySink)
    if (this.#chunks.error !== undefined) return this.#fail(this.#chunks.error)
    if (this.#chunks.isDone && this.#parsed !== undefined) {
      this.#reader.startTrailers(this.#parsed.flags)
      this.#phase = 'trailers'
    }
    return position
  }

  #readTrailers(buffer: Buffer, from: number, to: number): number {
    const reader = this.#reader
    const position = reader.read(buffer, from, to)
    if (reader.error !== undefined) return this.#fail(reader.error)
    if (!reader.isDone || this.#parsed === undefined) return position
    return this.#complete(withTrailers(this.#parsed, reader.flags), this.#chunks.decoded, position)
  }

  // The phase is set first, because the sink may reset the framer when it stops.
  #complete(head: ResponseHead, bodyLength: number, position: number): number {
    this.#phase = 'start'
    if (this.#sink.onMessage(head, bodyLength)) return position
    this.#stoppedAt = position
    return stopped
  }

  #fail(error: string): number {
    this.#error = error
    return stopped
  }
}

// Every HTTP/2 server begins with a SETTINGS frame: type 4, of stream 0, in whole settings of six bytes (RFC 9113, sections 3.4 and 6.5).
function isHttp2Settings(buffer: Buffer, from: number, to: number): boolean {
  return to - from >= 9 && buffer.readUIntBE(from, 3) % 6 === 0 && buffer[from + 3] === 4 && buffer.readUInt32BE(from + 5) === 0
}

function isLineEnd(byte: number): boolean {
  return byte === 0x0d || byte === 0x0a
}
