import { bytesOf, type Bytes } from './byte-automaton.ts'

/** The facts about framing in the header lines and trailers of one response, as bits of a number. */
export const fieldFlags = {
  none: 0,
  connectionClose: 1,
  connectionKeepAlive: 2,
  contentLength: 4,
  transferEncoding: 8,
  chunked: 16,
} as const

/**
 * Parses the value of Connection: a list of items, ignoring case, of which `close` and `keep-alive` matter here.
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

/** Whether the last coding of a Transfer-Encoding value (untrimmed at its end) is chunked. With a tab after it, it is another word, as in llhttp. */
export function endsChunked(value: string): boolean {
  return /^[ \t]*chunked *$/i.test(value.slice(value.lastIndexOf(',') + 1))
}

/** Whether the connection stays open by its head: from HTTP/1.1 on unless the head has close, and before only if it has keep-alive. */
export function isPersistent(staysOpenUnlessTold: boolean, flags: number): boolean {
  return staysOpenUnlessTold ? (flags & fieldFlags.connectionClose) === 0 : (flags & fieldFlags.connectionKeepAlive) !== 0
}

/** Whether only the close of the connection ends the body: the last coding is not chunked, or there is neither a coding nor a length. */
export function runsUntilClose(status: number, flags: number): boolean {
  if (neverHasBody(status) || (flags & fieldFlags.chunked) !== 0) return false
  return (flags & fieldFlags.transferEncoding) !== 0 || (flags & fieldFlags.contentLength) === 0
}

/** Whether responses of this status never have a body, whatever their head: interim ones, 204 and 304. */
export function neverHasBody(status: number): boolean {
  return isInterim(status) || status === 204 || status === 304
}

/** Whether a response of this status is an interim one: 100 to 199. */
export function isInterim(status: number): boolean {
  return status >= 100 && status < 200
}

/** The kinds of header lines that matter for framing. */
export type FieldKind = 'other' | 'connection' | 'content-length' | 'transfer-encoding'

/** The kind of the header line whose name, of token bytes, is at [start, end). */
export function fieldKind(bytes: Buffer, start: number, end: number): FieldKind {
  for (const { name, kind } of framingFields) {
    if (name.length === end - start && isNamed(bytes, start, name)) return kind
  }
  return 'other'
}

/** Adds the flags of a header line, whose value is not empty, and not trimmed at its end. Of several Transfer-Encoding lines the last decides. */
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
