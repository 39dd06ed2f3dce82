import { fieldFlags, isPersistent, neverHasBody, runsUntilClose } from './framing-fields.ts'

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
  readonly staysOpenUnlessTold: boolean
}

/** The facts that were read from a head block. */
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

/** The head after trailers were read, which may change something about the connection. The same object when they do not. */
export function withTrailers(parsed: ParsedHead, flags: number): ResponseHead {
  const { head, staysOpenUnlessTold } = parsed
  const keepAlive = isPersistent(staysOpenUnlessTold, flags) && !runsUntilClose(head.status, flags)
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
