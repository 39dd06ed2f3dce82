import type { HttpOptions } from './http-options.ts'
import type { RoutePath } from './route-path.ts'

/** How a stream is asked for: as any request, but that nothing is known of its body beforehand. */
export type HttpStreamOptions = Omit<HttpOptions, 'discardBody' | 'expect'> & {
  readonly method?: string
  /** Accepted statuses; without it 200 to 399. */
  readonly expect?: { readonly status?: number | readonly number[] }
}

/** The head of an answer whose body streams in. */
export interface StreamHead {
  readonly status: number
  /** Whether its outcome is `ok`. */
  readonly ok: boolean
  /** URL of the last request, after redirects. */
  readonly url: string
  /** Names in lower case; values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Microseconds on the clock of the process: when the request, after redirects the last one, was due, when it was sent, and when the head was complete. */
  readonly plannedAt: number
  readonly sentAt: number
  readonly at: number
}

/** How a stream ended. */
export interface StreamEnd {
  /** `target`: the body came to its end, or the target closed the connection; `client`: `close()` was called or the user left; `error`: anything else. */
  readonly by: 'target' | 'client' | 'error'
  /** Such as `end of the body`, `closed by the target`, `ECONNRESET` or `request timeout`. */
  readonly reason: string
  /** Microseconds on the clock of the process. */
  readonly at: number
}

/**
 * Hears of one stream, in the thread of its user, never before the call that asked for it has returned.
 *
 * A handler that throws ends the stream as an error; `onEnd` still hears of that. What `onEnd` itself throws is counted as a failed check.
 */
export interface StreamHandler {
  /** Once, unless the stream ends before it; after redirects. */
  onHead(head: StreamHead): void
  /** Decoded body bytes, from `start` to `end` of a buffer that is used again after the call. `at` is the same for all bytes of one read. */
  onBytes(buffer: Buffer, start: number, end: number, at: number): void
  /** Once, as the last call. */
  onEnd(end: StreamEnd): void
}

/** A request whose answer is read as it comes, over a connection of its own. */
export interface HttpStream {
  /** From its head to its end. */
  readonly isOpen: boolean
  /** Ends it by closing its connection; `onEnd` is called before this returns. Does nothing when it has ended. */
  close(reason?: string): void
}

/**
 * Asks for a stream. As a request it ends with its head: the outcome and the response time are those of opening it, never those of its life,
 * and its timeout is that of the head. It stays open when the iteration ends, until it is closed or its user leaves or is stopped.
 *
 * @throws TypeError at once for a request that cannot be sent
 */
export type HttpStreamCall = (path: string | RoutePath, options: HttpStreamOptions, handler: StreamHandler) => HttpStream
