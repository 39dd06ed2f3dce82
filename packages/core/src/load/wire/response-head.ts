import { fieldFlags, isPersistent, neverHasBody, runsUntilClose } from './framing-fields.ts'

/** The head of a final response, as it was received. Immutable: responses whose head blocks are equal byte for byte share one. */
export interface ResponseHead {
  /** Three digits, 0 to 999 but never 100 to 199. */
  readonly status: number
  /** The reason phrase as it stood there, often empty. */
  readonly reason: string
  /** name, value, name, value ... in the order and spelling received; values without the white space around them. */
  readonly headers: readonly string[]
  /** Content-Length in bytes; -1 when not given. Past 2^53 it is the nearest number. */
  readonly contentLength: number
  /** Whether chunked is the last transfer coding. */
  readonly chunked: boolean
  /** Whether the connection can carry another response after this one. False also when the body runs until the server closes. */
  readonly keepAlive: boolean
  /**
   * For how many microseconds the connection may be idle and is used again: up to a second before its server closes it, as `Keep-Alive: timeout` says.
   * `Infinity` where that does not say.
   */
  readonly idleTime: number
  /** Bytes of the head block, from the status line to the blank line, both included. */
  readonly length: number
}

const idleField = 'keep-alive'

/** How the end of a body is found: there is none, its length was given, it comes in chunks, or the server closes. */
type BodyKind = 'none' | 'length' | 'chunked' | 'close'

/** All that a head block decides before it is known what request it responds to. Immutable and shared like the heads in it. */
export interface ParsedHead {
  /** The head as a response to any method but HEAD. */
  readonly head: ResponseHead
  /** The head as a response to HEAD: no body means that nothing runs until the server closes. The same object where that makes no difference. */
  readonly headForHead: ResponseHead
  /** For any method but HEAD. */
  readonly body: BodyKind
  /** Bits of {@link fieldFlags}; trailers go on from them. */
  readonly flags: number
  /** HTTP/1.1: the connection stays open unless told otherwise. */
  readonly staysOpenUnlessTold: boolean
}

/** What was read from a head block, before anything is concluded from it. */
type HeadFacts = Pick<ResponseHead, 'status' | 'reason' | 'headers' | 'contentLength' | 'length'> &
  Pick<ParsedHead, 'flags' | 'staysOpenUnlessTold'>

/** Creates a {@link ParsedHead} by the rules of RFC 9112 section 6.3, as llhttp applies them to responses. */
export function createParsedHead(facts: HeadFacts): ParsedHead {
  const { status, reason, headers, contentLength, length, flags, staysOpenUnlessTold } = facts
  const persistent = isPersistent(staysOpenUnlessTold, flags)
  const keepAlive = persistent && !runsUntilClose(status, flags)
  const chunked = (flags & fieldFlags.chunked) !== 0
  const head: ResponseHead = { status, reason, headers, contentLength, chunked, keepAlive, idleTime: idleTimeOf(headers), length }
  const headForHead = keepAlive === persistent ? head : { ...head, keepAlive: persistent }
  return { head, headForHead, body: bodyKind(head, flags), flags, staysOpenUnlessTold }
}

/** The head once trailers were read, which may say something else about the connection. The same object when they do not. */
export function withTrailers(parsed: ParsedHead, flags: number): ResponseHead {
  const { head, staysOpenUnlessTold } = parsed
  const keepAlive = isPersistent(staysOpenUnlessTold, flags) && !runsUntilClose(head.status, flags)
  return keepAlive === head.keepAlive ? head : { ...head, keepAlive }
}

// A request that meets the end of an idle connection is lost. Of a time under two seconds half.
function idleTimeOf(headers: readonly string[]): number {
  for (let i = 0; i < headers.length; i += 2) {
    // Lengths first: it is not looked at twice for most.
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
