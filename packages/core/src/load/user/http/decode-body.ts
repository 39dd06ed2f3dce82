import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync, type ZlibOptions } from 'node:zlib'

// An answer of a few kilobytes can be made to decode into gigabytes.
const mostBytes = 256 * 1024 * 1024

const limit: ZlibOptions = { maxOutputLength: mostBytes }

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
    if (isTooLarge(cause)) throw new Error(`the body is larger than ${mostBytes >> 20} MB when it is decoded from ${coding}`, { cause })
    throw new Error(`the body cannot be decoded from ${coding}`, { cause })
  }
  throw new Error(`the body has the content encoding "${coding}", of which only gzip, deflate, br and zstd are known`)
}

// By its definition deflate has a header (RFC 9110, section 8.4.1.2); many servers send it without, which browsers accept.
function inflate(bytes: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = bytes
  const hasHeader = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
  return hasHeader ? inflateSync(bytes, limit) : inflateRawSync(bytes, limit)
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
