import { codeOf } from '../../../base/errors/benchpress-error.ts'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync, type ZlibOptions } from 'node:zlib'

// More than a journey can mean to look at; without a bound one response without an end would take all memory, as would one of a few kilobytes
// that decodes into gigabytes.
const mostBytes = 1 << 28

const limit: ZlibOptions = { maxOutputLength: mostBytes }

// A body that comes in one piece, as most do, is kept as a text of one character a byte: that costs a third of a buffer, and is what is
// asked for when it is ASCII. A large one would only weigh on the garbage collector.
const mostAsText = 1 << 14

const nothing = Buffer.alloc(0)

/** The bytes of a body, copied out of the buffer that all connections read into. */
export class ReceivedBody {
  readonly #most: number
  #latin1 = ''
  #bytes: Buffer | undefined
  #length = 0

  /** @param most bytes that are kept; of a larger body nothing is */
  constructor(most: number = mostBytes) {
    this.#most = most
  }

  /** Bytes of it so far. */
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
   * All of it.
   *
   * @throws Error when it was too large to be kept
   */
  bytes(): Buffer {
    if (this.#length > this.#most) throw new Error(`the body is larger than ${this.#most >> 20} MB; read it with "discardBody: true"`)
    if (this.#bytes === undefined) return Buffer.from(this.#latin1, 'latin1')
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.#length)
  }

  /**
   * All of it as a text in UTF-8.
   *
   * @throws Error when it was too large to be kept
   */
  text(): string {
    const isAscii = this.#bytes === undefined && Buffer.byteLength(this.#latin1) === this.#latin1.length
    return isAscii ? this.#latin1 : decodeText(this.bytes())
  }

  /** @param used bytes of it that are there already */
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
 * Reads bytes as a text; a byte order mark is no part of it.
 *
 * @param charset other than UTF-8
 * @throws Error for one that is not known
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

/**
 * Decodes a body by its `Content-Encoding`: gzip, deflate, br, zstd, or several of them in the order in which they were applied.
 *
 * @throws Error for an encoding that is not known, a body that is not in it, and one that is larger than 256 MB when decoded
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string): Uint8Array {
  if (bytes.length === 0) return bytes
  let decoded = bytes
  for (const coding of contentEncoding.toLowerCase().split(',').toReversed()) decoded = decodeOne(decoded, coding.trim())
  return decoded
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
      case 'identity':
      case '':
        return bytes
    }
  } catch (cause) {
    const isTooLarge = codeOf(cause) === 'ERR_BUFFER_TOO_LARGE'
    const what = isTooLarge ? `is larger than ${mostBytes >> 20} MB when it is decoded` : 'cannot be decoded'
    throw new Error(`the body ${what} from ${coding}`, { cause })
  }
  throw new Error(`the body has the content encoding "${coding}", of which only gzip, deflate, br and zstd are known`)
}

// By its definition deflate has a header (RFC 9110, section 8.4.1.2); many servers send it without, which browsers accept.
function inflate(bytes: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = bytes
  const hasHeader = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
  return hasHeader ? inflateSync(bytes, limit) : inflateRawSync(bytes, limit)
}
