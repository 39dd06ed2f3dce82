import type { Transform } from 'node:stream'
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
import { promisify } from 'node:util'

// A byte of deflate, which gzip contains, decodes into no more bytes than this.
const largestRatio = 1032

// Small buffers, because there may be thousands of streams with a few bytes at a time.
const chunkSize = 4096

interface Limits {
  readonly maxOutputLength: number
  readonly chunkSize?: number
}

/** A coding of bodies, in three ways: at once, in slices while the thread does other things, and as a body comes. */
export interface Coding {
  readonly atOnce: (bytes: Uint8Array, limits: Limits) => Uint8Array
  readonly inSlices: (bytes: Uint8Array, limits: Limits) => Promise<Uint8Array>
  /** Creates a decoder by the first bytes, which may be only one. */
  readonly asItComes: (first: Uint8Array) => Transform
  /** The most bytes that one byte decodes into. */
  readonly ratio: number
}

type Later = (bytes: Uint8Array, limits: Limits, done: (error: Error | null, decoded: Buffer) => void) => void

function codingOf(atOnce: Coding['atOnce'], later: Later, asItComes: Coding['asItComes'], ratio = Infinity): Coding {
  return { atOnce, inSlices: promisify(later), asItComes, ratio }
}

const flushed = { chunkSize, flush: constants.Z_SYNC_FLUSH }
const zlib = codingOf(inflateSync, inflate, () => createInflate(flushed), largestRatio)
const raw = codingOf(inflateRawSync, inflateRaw, () => createInflateRaw(flushed), largestRatio)
const gzip = codingOf(gunzipSync, gunzip, () => createGunzip(flushed), largestRatio)

/** The codings that can be decoded, by name. */
export const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  [
    'deflate',
    {
      ...zlib,
      atOnce: (bytes, limits) => deflateOf(bytes).atOnce(bytes, limits),
      inSlices: (bytes, limits) => deflateOf(bytes).inSlices(bytes, limits),
      asItComes: (first) => deflateOf(first).asItComes(first),
    },
  ],
  [
    'br',
    codingOf(brotliDecompressSync, brotliDecompress, () => createBrotliDecompress({ chunkSize, flush: constants.BROTLI_OPERATION_FLUSH })),
  ],
  ['zstd', codingOf(zstdDecompressSync, zstdDecompress, () => createZstdDecompress({ chunkSize, flush: constants.ZSTD_e_flush }))],
])

/** Their names in messages. */
export const knownCodings = 'gzip, deflate, br and zstd'

/** Reads `Content-Encoding`: the names of the codings in the order in which they were applied. */
export function readCodings(contentEncoding: string): string[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  return names.filter((name) => name !== '' && name !== 'identity')
}

// By definition deflate has a header (RFC 9110, section 8.4.1.2), but many servers send none, which browsers accept.
function deflateOf([first = 0, second]: Uint8Array): Coding {
  const hasHeader = (first & 0x0f) === 8 && (second === undefined || ((first << 8) | second) % 31 === 0)
  return hasHeader ? zlib : raw
}
