import type { Transform } from 'node:stream'
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzipSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'
import { codeOf } from '../../../base/errors/benchpress-error.ts'

// Small buffers, because there may be thousands of streams with a few bytes at a time.
const chunkSize = 4096
const flushed = { chunkSize, flush: constants.Z_SYNC_FLUSH }

// The most bytes of a decoded body, as a kilobyte can decode into gigabytes.
const mostDecoded = 1 << 26

/** A coding of bodies, for a whole body and as a body comes. */
interface Coding {
  readonly decode: (bytes: Uint8Array, limits: { readonly maxOutputLength: number }) => Uint8Array
  readonly createDecoder: () => Transform
}

/** The codings by their names in `Content-Encoding`. */
const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', { decode: gunzipSync, createDecoder: () => createGunzip(flushed) }],
  ['deflate', { decode: inflateSync, createDecoder: () => createInflate(flushed) }],
  [
    'br',
    { decode: brotliDecompressSync, createDecoder: () => createBrotliDecompress({ chunkSize, flush: constants.BROTLI_OPERATION_FLUSH }) },
  ],
  ['zstd', { decode: zstdDecompressSync, createDecoder: () => createZstdDecompress({ chunkSize, flush: constants.ZSTD_e_flush }) }],
])

/** Their names in messages. */
export const knownCodings = 'gzip, deflate, br and zstd'

/** Reads `Content-Encoding`: its name and the coding, `undefined` for an unknown one; `undefined` without an encoding. */
export function readCoding(
  contentEncoding: string | undefined,
): { readonly name: string; readonly coding: Coding | undefined } | undefined {
  const name = contentEncoding?.trim().toLowerCase() ?? ''
  return name === '' || name === 'identity' ? undefined : { name, coding: codings.get(name) }
}

/**
 * Decodes a whole body by its `Content-Encoding`; one in an unknown encoding, or in several, is returned as it is.
 *
 * @throws Error for a body that is not in its encoding, or is larger than 64 MB when it is decoded
 */
export function decodeBody(bytes: Uint8Array, contentEncoding: string | undefined): Uint8Array {
  const { name, coding } = readCoding(contentEncoding) ?? {}
  if (coding === undefined || bytes.length === 0) return bytes
  try {
    return coding.decode(bytes, { maxOutputLength: mostDecoded })
  } catch (cause) {
    const isTooLarge = codeOf(cause) === 'ERR_BUFFER_TOO_LARGE'
    const what = isTooLarge ? `is larger than ${mostDecoded >> 20} MB when it is decoded` : 'cannot be decoded'
    throw new Error(`the body ${what} from ${name}`, { cause })
  }
}
