import { bytesOf, type Bytes } from './byte-automaton.ts'

/** What the header lines and trailers of one response say about its framing, as bits of a number. */
export const fieldFlags = {
  none: 0,
  connectionClose: 1,
  connectionKeepAlive: 2,
  contentLength: 4,
  transferEncoding: 8,
  chunked: 16,
} as const

/**
 * Reads a Connection value: each item stands alone, case does not matter, `close` and `keep-alive` are the ones with a meaning here.
 *
 * @returns the bits to add
 */
export function connectionFlags(value: string): number {
  let flags: number = fieldFlags.none
  for (const item of value.toLowerCase().split(',')) {
    const word = item.replace(/^[ \t]+|[ \t]+$/g, '')
    if (word === 'close') flags |= fieldFlags.connectionClose
    if (word === 'keep-alive') flags |= fieldFlags.connectionKeepAlive
  }
  return flags
}

/** Whether the last coding of a Transfer-Encoding value (untrimmed at its end) is chunked. A tab after it makes it another word, as for llhttp. */
export function endsChunked(value: string): boolean {
  return /^[ \t]*chunked *$/i.test(value.slice(value.lastIndexOf(',') + 1))
}

/** Whether the connection stays open by what the head says of it: from HTTP/1.1 on unless it says close, before that only if it says keep-alive. */
export function isPersistent(staysOpenUnlessTold: boolean, flags: number): boolean {
  return staysOpenUnlessTold ? (flags & fieldFlags.connectionClose) === 0 : (flags & fieldFlags.connectionKeepAlive) !== 0
}

/** Whether nothing but the server closing ends the body: a coding that is not chunked at last, or neither a coding nor a length. */
export function runsUntilClose(status: number, flags: number): boolean {
  if (neverHasBody(status) || (flags & fieldFlags.chunked) !== 0) return false
  return (flags & fieldFlags.transferEncoding) !== 0 || (flags & fieldFlags.contentLength) === 0
}

/** Whether a response of this status has no body whatever its head says: interim ones, 204 and 304. */
export function neverHasBody(status: number): boolean {
  return isInterim(status) || status === 204 || status === 304
}

/** Whether a response of this status only precedes the final one: 100 to 199. */
export function isInterim(status: number): boolean {
  return status >= 100 && status < 200
}

/** What a header line is about, as far as framing goes. */
export type FieldKind = 'other' | 'connection' | 'content-length' | 'transfer-encoding'

/** The kind of the header line whose name, made of token bytes, stands at [start, end). */
export function fieldKind(bytes: Buffer, start: number, end: number): FieldKind {
  for (const { name, kind } of framingFields) {
    if (name.length === end - start && isNamed(bytes, start, name)) return kind
  }
  return 'other'
}

/** The flags after a line of a kind, its value not empty and not trimmed at its end. Of several Transfer-Encoding lines the last decides. */
export function flagsAfter(flags: number, kind: FieldKind, value: string): number {
  switch (kind) {
    case 'connection':
      return flags | connectionFlags(value)
    case 'content-length':
      return flags | fieldFlags.contentLength
    case 'transfer-encoding':
      return (flags & ~fieldFlags.chunked) | fieldFlags.transferEncoding | (endsChunked(value) ? fieldFlags.chunked : fieldFlags.none)
    default:
      return flags
  }
}

const framingFields: readonly { readonly name: Bytes; readonly kind: FieldKind }[] = [
  { name: bytesOf('content-length'), kind: 'content-length' },
  { name: bytesOf('transfer-encoding'), kind: 'transfer-encoding' },
  { name: bytesOf('connection'), kind: 'connection' },
  { name: bytesOf('proxy-connection'), kind: 'connection' },
]

// Among token bytes, setting this bit turns upper case into lower case and makes no other byte a letter or a hyphen.
function isNamed(bytes: Buffer, start: number, name: Bytes): boolean {
  for (let i = 0; i < name.length; i++) {
    if ((bytes[start + i]! | 0x20) !== name[i]) return false
  }
  return true
}
