import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliDecompress,
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib'
import { codeOf } from '../../../base/errors/benchpress-error.ts'

// Small buffers, because there may be thousands of streams with a few bytes at a time.
const chunkSize = 4096
const flushed = { chunkSize, flush: constants.Z_SYNC_FLUSH }

// The most bytes of a decoded body, as a kilobyte can decode into gigabytes.
const mostDecoded = 1 << 26

// The most that is decoded at once: while a thread does that it can send and receive nothing, for some hundredths of a second.
const mostAtOnce = 1 << 23

// A byte of deflate, which gzip contains, decodes into no more bytes than this.
const ofDeflate = 1032

type Decode<Decoded> = (bytes: Uint8Array, limits: { readonly maxOutputLength: number; readonly chunkSize?: number }) => Decoded

/** A coding of bodies, for a whole body and as a body comes. */
interface Coding {
  readonly atOnce: Decode<Uint8Array>
  readonly inSlices: Decode<Promise<Uint8Array>>
  readonly createDecoder: () => Transform
  /** The most bytes that one byte decodes into. */
  readonly ratio: number
}

/** The codings by their names in `Content-Encoding`; without a name, deflate without its header. */
const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', { atOnce: gunzipSync, inSlices: promisify(gunzip), createDecoder: () => createGunzip(flushed), ratio: ofDeflate }],
  ['deflate', { atOnce: inflateSync, inSlices: promisify(inflate), createDecoder: () => createInflate(flushed), ratio: ofDeflate }],
  ['', { atOnce: inflateRawSync, inSlices: promisify(inflateRaw), createDecoder: () => createInflateRaw(flushed), ratio: ofDeflate }],
  [
    'br',
    {
      atOnce: brotliDecompressSync,
      inSlices: promisify(brotliDecompress),
      createDecoder: () => createBrotliDecompress({ chunkSize, flush: constants.BROTLI_OPERATION_FLUSH }),
      ratio: Infinity,
    },
  ],
  [
    'zstd',
    {
      atOnce: zstdDecompressSync,
      inSlices: promisify(zstdDecompress),
      createDecoder: () => createZstdDecompress({ chunkSize, flush: constants.ZSTD_e_flush }),
      ratio: Infinity,
    },
  ],
])

/** Says why an encoding is not decoded. */
export function whyNotDecoded(name: string): string {
  return name.includes(',') ? 'several encodings are not supported' : 'only gzip, deflate, br and zstd are known'
}

/** Reads `Content-Encoding`: its name and the coding, `undefined` for an unknown one; `undefined` without an encoding. */
export function readCoding(
  contentEncoding: string | undefined,
  first = 8,
): { readonly name: string; readonly coding: Coding | undefined } | undefined {
  const name = contentEncoding?.trim().toLowerCase() ?? ''
  const isRaw = name === 'deflate' && (first & 15) !== 8 // Many servers send it without the header of zlib.
  return name === '' || name === 'identity' ? undefined : { name, coding: codings.get(isRaw ? '' : name) }
}

/**
 * Decodes a whole body by its `Content-Encoding`; one in an unknown encoding, or in several, is returned as it is.
 *
 * @throws Error for a body that is not in its encoding, or is larger than 8 MB when it is decoded
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string | undefined): Uint8Array {
  const { name, coding } = readCoding(contentEncoding, bytes[0]) ?? {}
  if (coding === undefined || bytes.length === 0) return bytes
  try {
    return coding.atOnce(bytes, { maxOutputLength: mostAtOnce })
  } catch (cause) {
    throw undecodable(name, mostAtOnce, cause)
  }
}

/** Whether a body may be too large for {@link decodeBody}. */
export function mayBeTooLarge(length: number, contentEncoding: string | undefined): boolean {
  return length * (readCoding(contentEncoding)?.coding?.ratio ?? 0) > mostAtOnce
}

/** Whether a body was too large for {@link decodeBody}. */
export function wasTooLarge(error: unknown): boolean {
  return error instanceof Error && codeOf(error.cause) === tooLarge
}

// What a thread decodes in slices, one body after the other, so that their memory is that of one.
let queue: Promise<unknown> = Promise.resolve()

/** Decodes as {@link decodeBody}, while the thread does other things; rejects for a body that is larger than 64 MB when it is decoded. */
export function decodeInSlices(bytes: Uint8Array, contentEncoding: string | undefined): Promise<Uint8Array> {
  const { name, coding } = readCoding(contentEncoding, bytes[0]) ?? {}
  const decoding = queue.then(() => coding?.inSlices(bytes, { maxOutputLength: mostDecoded, chunkSize: 1 << 16 }) ?? bytes)
  queue = decoding.catch(() => {})
  return decoding.catch((cause: unknown) => {
    throw undecodable(name, mostDecoded, cause)
  })
}

function undecodable(name: string | undefined, most: number, cause: unknown): Error {
  const what = codeOf(cause) === tooLarge ? `is larger than ${most >> 20} MB when it is decoded` : 'cannot be decoded'
  return new Error(`the body ${what} from ${name}`, { cause })
}

const tooLarge = 'ERR_BUFFER_TOO_LARGE'
