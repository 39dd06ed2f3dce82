import { bytesOf, type Bytes } from './byte-automaton.ts'

/** The head of a final response, as it was received. Immutable, because responses with equal head blocks share it. */
export interface ResponseHead {
  /** Status, 0 to 999 but never 100 to 199. */
  readonly status: number
  /** Reason phrase as received, often empty. */
  readonly reason: string
  /** Name, value, name, value and so on, in the order and spelling received; values without surrounding white space. */
  readonly headers: readonly string[]
  /** Content-Length in bytes; -1 without one. Above 2^53 it is the nearest number. */
  readonly contentLength: number
  /** Whether chunked is the last transfer coding. */
  readonly chunked: boolean
  /** Whether the connection can carry another response after this one. False also when the body runs until the server closes. */
  readonly keepAlive: boolean
  /**
   * Microseconds for which the connection may be idle and still be used: up to a second before its server closes it by `Keep-Alive: timeout`.
   * `Infinity` without that.
   */
  readonly idleTime: number
  /** Length of the head block in bytes, from the status line to the blank line, both included. */
  readonly length: number
}

const idleField = 'keep-alive'

/** How the end of a body is found: there is no body, it has a length, it is chunked, or the server closes. */
type BodyKind = 'none' | 'length' | 'chunked' | 'close'

/** A parsed head block, before it is known which request it responds to. Immutable and shared like its heads. */
export interface ParsedHead {
  /** The head as a response to any method but HEAD. */
  readonly head: ResponseHead
  /** The head as a response to HEAD, which has no body that runs until the server closes. The same object when that makes no difference. */
  readonly headForHead: ResponseHead
  /** Kind of body for any method but HEAD. */
  readonly body: BodyKind
  /** Bits of {@link fieldFlags}, which trailers add to. */
  readonly flags: number
  /** Whether the connection stays open by default, as from HTTP/1.1 on. */
  readonly staysOpenByDefault: boolean
}

/** The facts that were read from a head block. */
type HeadFacts = Pick<ResponseHead, 'status' | 'reason' | 'headers' | 'contentLength' | 'length'> &
  Pick<ParsedHead, 'flags' | 'staysOpenByDefault'>

/** Creates a {@link ParsedHead} by the rules of RFC 9112 section 6.3, as llhttp applies them to responses. */
export function createParsedHead(facts: HeadFacts): ParsedHead {
  const { status, reason, headers, contentLength, length, flags, staysOpenByDefault } = facts
  const persistent = isPersistent(staysOpenByDefault, flags)
  const keepAlive = persistent && !runsUntilClose(status, flags)
  const chunked = (flags & fieldFlags.chunked) !== 0
  const head: ResponseHead = { status, reason, headers, contentLength, chunked, keepAlive, idleTime: idleTimeOf(headers), length }
  const headForHead = keepAlive === persistent ? head : { ...head, keepAlive: persistent }
  return { head, headForHead, body: bodyKind(head, flags), flags, staysOpenByDefault }
}

/** The head after trailers were read, which may change something about the connection. The same object when they do not. */
export function withTrailers(parsed: ParsedHead, flags: number): ResponseHead {
  const { head, staysOpenByDefault } = parsed
  const keepAlive = isPersistent(staysOpenByDefault, flags) && !runsUntilClose(head.status, flags)
  return keepAlive === head.keepAlive ? head : { ...head, keepAlive }
}

// A request on an idle connection that is being closed is lost. Of a time below two seconds, half is used.
function idleTimeOf(headers: readonly string[]): number {
  for (let i = 0; i < headers.length; i += 2) {
    // Compares lengths first, which is enough for most headers.
    if (headers[i]!.length !== idleField.length || headers[i]!.toLowerCase() !== idleField) continue
    const seconds = /(?:^|[,\s])timeout=(\d{1,9})(?:$|[,;\s])/i.exec(headers[i + 1]!)?.[1]
    if (seconds !== undefined) return Math.max(Number(seconds) - 1, Number(seconds) / 2) * 1e6
  }
  return Infinity
}

function bodyKind(head: ResponseHead, flags: number): BodyKind {
  if (neverHasBody(head.status)) return 'none'
  if (head.chunked) return 'chunked'
  if (runsUntilClose(head.status, flags)) return 'close'
  return head.contentLength === 0 ? 'none' : 'length'
}

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
export function connectionOptions(value: string): number {
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
function isPersistent(staysOpenByDefault: boolean, flags: number): boolean {
  return staysOpenByDefault ? (flags & fieldFlags.connectionClose) === 0 : (flags & fieldFlags.connectionKeepAlive) !== 0
}

/** Whether only the close of the connection ends the body: the last coding is not chunked, or there is neither a coding nor a length. */
function runsUntilClose(status: number, flags: number): boolean {
  if (neverHasBody(status) || (flags & fieldFlags.chunked) !== 0) return false
  return (flags & fieldFlags.transferEncoding) !== 0 || (flags & fieldFlags.contentLength) === 0
}

/** Whether responses of this status never have a body, whatever their head: interim ones, 204 and 304. */
function neverHasBody(status: number): boolean {
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
      return flags | connectionOptions(value)
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
