import { codeOf } from '../../../base/errors/benchpress-error.ts'
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
  type ZlibOptions,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
} from 'node:zlib'
import type { Transform } from 'node:stream'

// The most bytes of a body: more than a journey can want. Without a limit an endless response, or a few kilobytes that decode into gigabytes, would use
// up the memory.
const mostBytes = 1 << 28

const limit: ZlibOptions = { maxOutputLength: mostBytes }

// The largest body that is kept as a text if it comes in one piece, as most do: a text costs a third of a buffer, and ASCII needs no decoding. A larger
// text would burden the garbage collector.
const mostAsText = 1 << 14

const nothing = Buffer.alloc(0)

/** The bytes of a body, copied out of the buffer that all connections read into. */
export class ReceivedBody {
  readonly #most: number
  #latin1 = ''
  #bytes: Buffer | undefined
  #length = 0

  /** @param most the most bytes that are kept; a larger body is not kept at all */
  constructor(most: number = mostBytes) {
    this.#most = most
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.#length
  }

  /** Takes the bytes from `start` to `end` of a buffer. */
  push(buffer: Buffer, start: number, end: number): void {
    const before = this.#length
    this.#length += end - start
    if (before === 0 && this.#length <= mostAsText) this.#latin1 = buffer.toString('latin1', start, end)
    else if (this.#length <= this.#most) buffer.copy(this.#withRoom(before), before, start, end)
    else this.#bytes = nothing
  }

  /**
   * Returns the whole body.
   *
   * @throws Error when it was too large to be kept
   */
  bytes(): Buffer {
    if (this.#length > this.#most) throw new Error(`the body is larger than ${this.#most >> 20} MB; read it with "discardBody: true"`)
    if (this.#bytes === undefined) return Buffer.from(this.#latin1, 'latin1')
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.#length)
  }

  /**
   * Returns the whole body as UTF-8 text.
   *
   * @throws Error when it was too large to be kept
   */
  text(): string {
    const isAscii = this.#bytes === undefined && Buffer.byteLength(this.#latin1) === this.#latin1.length
    return isAscii ? this.#latin1 : decodeText(this.bytes())
  }

  /** @param used the number of bytes that are there already */
  #withRoom(used: number): Buffer {
    const bytes = this.#bytes ?? Buffer.from(this.#latin1, 'latin1')
    if (this.#length <= bytes.length) return bytes
    const larger = Buffer.allocUnsafe(used === 0 ? this.#length : Math.min(Math.max(this.#length, 2 * used), this.#most))
    bytes.copy(larger, 0, 0, used)
    this.#bytes = larger
    return larger
  }
}

/**
 * Decodes bytes as a text, without a byte order mark.
 *
 * @param charset a charset other than UTF-8
 * @throws Error for an unknown charset
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  if (charset !== undefined) return decoderOf(charset).decode(bytes)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch (cause) {
    throw new Error(`the body has the charset "${charset}", which is not known: look at its bytes()`, { cause })
  }
}

const decodable = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'identity', ''])

/**
 * Decodes a body by its `Content-Encoding`: gzip, deflate, br, zstd, or several of them in the order in which they were applied.
 *
 * A body in any other encoding is returned as it came.
 *
 * @throws Error for a body that is not in its encoding, and one that is larger than 256 MB when decoded
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string): Uint8Array {
  const codings = codingsOf(contentEncoding)
  if (bytes.length === 0 || !codings.every((coding) => decodable.has(coding))) return bytes
  return codings.reduceRight(decodeOne, bytes)
}

/** @throws Error for an encoding that {@link decodeBody} does not know */
export function refuseUnknownCodings(contentEncoding: string): void {
  const unknown = codingsOf(contentEncoding).find((coding) => !decodable.has(coding))
  if (unknown !== undefined)
    throw new Error(
      `the body has the content encoding "${unknown}", of which only gzip, deflate, br and zstd are known: look at its bytes()`,
    )
}

function codingsOf(contentEncoding: string): string[] {
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
}

function decodeOne(bytes: Uint8Array, coding: string): Uint8Array {
  try {
    switch (coding) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, limit)
      case 'deflate':
        return inflate(bytes)
      case 'br':
        return brotliDecompressSync(bytes, limit)
      case 'zstd':
        return zstdDecompressSync(bytes, { maxOutputLength: mostBytes })
    }
  } catch (cause) {
    const isTooLarge = codeOf(cause) === 'ERR_BUFFER_TOO_LARGE'
    const what = isTooLarge ? `is larger than ${mostBytes >> 20} MB when it is decoded` : 'cannot be decoded'
    throw new Error(`the body ${what} from ${coding}`, { cause })
  }
  return bytes
}

// By definition deflate has a header (RFC 9110, section 8.4.1.2), but many servers send none, which browsers accept.
function inflate(bytes: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = bytes
  return isDeflateHeader(first) && ((first << 8) | second) % 31 === 0 ? inflateSync(bytes, limit) : inflateRawSync(bytes, limit)
}

function isDeflateHeader(firstByte: number): boolean {
  return (firstByte & 0x0f) === 8
}

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
