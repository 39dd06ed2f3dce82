import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { promisify } from 'node:util'
import { codeOf } from '../../../base/errors/benchpress-error.ts'

// The most bytes of a decoded body, as a kilobyte can decode into gigabytes.
const mostDecoded = 1 << 26

// The most that is decoded at once: while a thread does that it can send and receive nothing, for some hundredths of a second.
const mostAtOnce = 1 << 23

// A byte of deflate, which gzip contains, decodes into no more bytes than this.
const largestRatio = 1032

interface Limits {
  readonly maxOutputLength: number
  readonly chunkSize?: number
}

type Decode = (bytes: Uint8Array, limits: Limits) => Uint8Array

interface Coding {
  readonly atOnce: Decode
  readonly inSlices: (bytes: Uint8Array, limits: Limits) => Promise<Uint8Array>
  /** The most bytes that one byte decodes into. */
  readonly ratio: number
}

type Later = (bytes: Uint8Array, limits: Limits, done: (error: Error | null, decoded: Buffer) => void) => void

function codingOf(atOnce: Decode, later: Later, ratio = Infinity): Coding {
  return { atOnce, inSlices: promisify(later), ratio }
}

const zlib = codingOf(inflateSync, inflate, largestRatio)
const raw = codingOf(inflateRawSync, inflateRaw, largestRatio)
const gzip = codingOf(gunzipSync, gunzip, largestRatio)

const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  [
    'deflate',
    {
      ...zlib,
      atOnce: (bytes, limits) => (hasDeflateHeader(bytes) ? zlib : raw).atOnce(bytes, limits),
      inSlices: (bytes, limits) => (hasDeflateHeader(bytes) ? zlib : raw).inSlices(bytes, limits),
    },
  ],
  ['br', codingOf(brotliDecompressSync, brotliDecompress)],
  ['zstd', codingOf(zstdDecompressSync, zstdDecompress)],
])

// What a thread decodes in slices, one body after the other, so that their memory is that of one.
let queue: Promise<unknown> = Promise.resolve()

/** A body in a `Content-Encoding`: gzip, deflate, br, zstd, or several of them in the order in which they were applied. A body in any other one is left as it is. */
export class EncodedBody {
  readonly #encoded: Uint8Array
  readonly #names: readonly string[]
  readonly #isKnown: boolean
  #decoded: Uint8Array | undefined
  #problem: unknown

  constructor(encoded: Uint8Array, contentEncoding: string) {
    this.#encoded = encoded
    this.#names = codingsOf(contentEncoding)
    this.#isKnown = this.#names.every((name) => codings.has(name))
    if (encoded.length === 0 || !this.#isKnown || this.#names.length === 0) this.#decoded = encoded
  }

  /**
   * Returns the decoded body.
   *
   * @throws Error for a body that is not in its encoding; for one above 64 MB, or above 8 MB unless {@link prepare} was called
   */
  bytes(): Uint8Array {
    if (this.#problem !== undefined) throw this.#problem
    return (this.#decoded ??= this.#decodeAtOnce())
  }

  /** @throws Error for an encoding that is not known */
  refuseUnknown(): void {
    const unknown = this.#names.find((name) => !codings.has(name))
    if (unknown !== undefined)
      throw new Error(
        `the body has the content encoding "${unknown}", of which only gzip, deflate, br and zstd are known: look at its bytes()`,
      )
  }

  /** Decodes a large body while the thread does other things; `undefined` when that is not needed. Never rejects: {@link bytes} throws. */
  prepare(): Promise<void> | undefined {
    if (this.#decoded !== undefined || this.#isSmall) return undefined
    try {
      this.#decoded = this.#decodeAtOnce()
    } catch (error) {
      if (isTooLarge(error)) return this.#decodeInSlices()
      this.#problem = error
    }
    return undefined
  }

  // Whether all of it can be decoded at once, whatever is in it.
  get #isSmall(): boolean {
    const [only, ...others] = this.#names
    return others.length === 0 && this.#encoded.length * (codings.get(only ?? '')?.ratio ?? Infinity) <= mostAtOnce
  }

  #decodeAtOnce(): Uint8Array {
    return this.#names.reduceRight((bytes, name) => {
      try {
        return codings.get(name)?.atOnce(bytes, { maxOutputLength: mostAtOnce }) ?? bytes
      } catch (cause) {
        throw undecodable(name, mostAtOnce, cause)
      }
    }, this.#encoded)
  }

  #decodeInSlices(): Promise<void> {
    const decoding = queue.then(async () => {
      let bytes = this.#encoded
      for (const name of this.#names.toReversed()) {
        try {
          bytes = (await codings.get(name)?.inSlices(bytes, { maxOutputLength: mostDecoded, chunkSize: 1 << 16 })) ?? bytes
        } catch (cause) {
          this.#problem = undecodable(name, mostDecoded, cause)
          return
        }
      }
      this.#decoded = bytes
    })
    queue = decoding
    return decoding
  }
}

function codingsOf(contentEncoding: string): string[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  return names.filter((name) => name !== '' && name !== 'identity')
}

function undecodable(name: string, most: number, cause: unknown): Error {
  const what = codeOf(cause) === tooLarge ? `is larger than ${most >> 20} MB when it is decoded` : 'cannot be decoded'
  return new Error(`the body ${what} from ${name}`, { cause })
}

const tooLarge = 'ERR_BUFFER_TOO_LARGE'

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && codeOf(error.cause) === tooLarge
}

// By definition deflate has a header (RFC 9110, section 8.4.1.2), but many servers send none, which browsers accept.
function hasDeflateHeader([first = 0, second = 0]: Uint8Array): boolean {
  return isDeflateHeader(first) && ((first << 8) | second) % 31 === 0
}

/** Whether a body in deflate begins with a header, as far as its first byte shows. */
export function isDeflateHeader(firstByte: number): boolean {
  return (firstByte & 0x0f) === 8
}
