import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { isDeflateHeader } from './encoded-body.ts'

/** Receives the bytes of a decoded body. */
export interface DecodedSink {
  /** Is called with bytes from `start` to `end` of a buffer, decoded from those that arrived `at`. */
  onDecoded(buffer: Buffer, start: number, end: number, at: number): void
  /** Is called when the body is not in its encoding, or comes faster than it can be decoded; nothing follows. */
  onUndecodable(reason: string): void
}

type Create = (firstByte: number) => Transform

// The most bytes of one body that may wait to be decoded, because nothing slows down a target that sends faster.
const mostWaiting = 16 * 1024 * 1024

// Small buffers, because there may be thousands of streams with a few bytes at a time.
const options = { chunkSize: 4096 }
const zlib = { ...options, flush: constants.Z_SYNC_FLUSH }
const brotli = { ...options, flush: constants.BROTLI_OPERATION_FLUSH }

const gunzip: Create = () => createGunzip(zlib)
const codings: Readonly<Record<string, Create>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // The second byte of a header may not have come yet.
  deflate: (firstByte) => (isDeflateHeader(firstByte) ? createInflate(zlib) : createInflateRaw(zlib)),
  br: () => createBrotliDecompress(brotli),
}

/**
 * Creates the decoder of a body by its `Content-Encoding`; `undefined` when there is nothing to decode.
 *
 * @throws Error for an unknown encoding, and for several
 */
export function createStreamDecoder(contentEncoding: string | undefined, sink: DecodedSink): StreamDecoder | undefined {
  const coding = (contentEncoding ?? '').toLowerCase().trim()
  if (coding === '' || coding === 'identity') return undefined
  const create = Object.hasOwn(codings, coding) ? codings[coding] : undefined
  if (create === undefined)
    throw new Error(`a body in the content encoding "${coding}" cannot be read as it comes: only gzip, deflate and br are known`)
  return new StreamDecoder(coding, create, sink)
}

/** Decodes a body as it comes: flushed bytes come out at once, with the time of their arrival. */
export class StreamDecoder {
  readonly #coding: string
  readonly #create: Create
  readonly #sink: DecodedSink
  /** The arrival times of bytes that are not yet decoded, oldest first. */
  readonly #times: number[] = []
  #transform: Transform | undefined
  #at = 0
  #onIdle: (() => void) | undefined

  constructor(coding: string, create: Create, sink: DecodedSink) {
    this.#coding = coding
    this.#create = create
    this.#sink = sink
  }

  /** Takes the bytes from `start` to `end` of a buffer, which may be used again afterwards. */
  push(buffer: Buffer, start: number, end: number, at: number): void {
    if (start === end) return
    this.#transform ??= this.#start(buffer[start] ?? 0)
    if (this.#transform.writableLength > mostWaiting) {
      this.#sink.onUndecodable(`more than ${mostWaiting} bytes of the body wait to be decoded from ${this.#coding}`)
      return
    }
    if (this.#times.push(at) === 1) this.#at = at
    this.#transform.write(Buffer.from(buffer.subarray(start, end)), this.#onWritten)
  }

  /**
   * Notes that nothing more will be pushed. `done` is called, perhaps at once, when all pushed bytes have come out.
   *
   * @param isWhole whether the body is complete, so that a missing end is an error
   */
  finish(isWhole: boolean, done: () => void): void {
    if (this.#transform === undefined) done()
    else if (isWhole) this.#transform.once('end', done).end()
    else if (this.#times.length === 0) done()
    else this.#onIdle = done
  }

  /** Destroys the decoder; bytes that were not decoded are lost. */
  destroy(): void {
    this.#onIdle = undefined
    this.#transform?.destroy()
  }

  #start(firstByte: number): Transform {
    const transform = this.#create(firstByte)
    transform.on('data', (bytes: Buffer) => this.#sink.onDecoded(bytes, 0, bytes.length, this.#at))
    transform.on('error', (error) => this.#sink.onUndecodable(`the body cannot be decoded from ${this.#coding} (${error.message})`))
    return transform
  }

  // Bytes are decoded in the order in which they were written, and their output is reported before this call.
  readonly #onWritten = (error?: Error | null): void => {
    this.#times.shift()
    this.#at = this.#times[0] ?? this.#at
    if (this.#times.length > 0 || error instanceof Error) return
    this.#onIdle?.()
    this.#onIdle = undefined
  }
}
