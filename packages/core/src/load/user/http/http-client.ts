import type { RoutePath } from './path.ts'
import type { FormField } from '../../http/request-config.ts'

/** A response over HTTP. */
export interface HttpResponse {
  readonly status: number
  /** Whether its outcome is `ok`: as `expect` says, else a status from 200 to 399. */
  readonly ok: boolean
  /** URL of the last request, after redirects. */
  readonly url: string
  /** Names in lower case; values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timings: {
    readonly responseTime: number
    readonly waiting: number
    readonly serviceTime: number
    readonly timeToFirstByte: number
  }
  /** The body, decoded from gzip, deflate or br; empty when it was discarded. */
  bytes(): Uint8Array
  text(): string
  /** @throws SyntaxError when the body is not JSON */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a journey says what it gets, where it knows
  json<Value = unknown>(): Value
}

/**
 * Sends one request and resolves with its response, whatever the status. A request without a response rejects with a `RequestError`.
 *
 * The path starts with `/`, or is a URL of any origin.
 *
 * @throws TypeError at once, and not by the promise, for a request that cannot be sent
 */
export type HttpCall = (path: string | RoutePath, options?: HttpOptions) => Promise<HttpResponse>

/** The HTTP client of a user, with connections and cookies of its own. */
export interface HttpClient {
  readonly get: HttpCall
  readonly head: HttpCall
  readonly post: HttpCall
  readonly put: HttpCall
  readonly patch: HttpCall
  readonly delete: HttpCall
  readonly request: (method: string, path: string | RoutePath, options?: HttpOptions) => Promise<HttpResponse>
  /** A request whose response is read as it comes. */
  readonly stream: HttpStreamCall
  /** The cookies of this user. */
  readonly cookies: CookieStore
}

/** The cookies of one user. */
export interface CookieStore {
  /** The value of a cookie that would be sent to a path; `undefined` when there is none. */
  get(name: string, path?: string): string | undefined
  /** Keeps a cookie, as if the target had set it by `Set-Cookie`. */
  set(cookie: string, path?: string): void
  clear(): void
}

/** What a response must look like to count as `ok`, in a journey. */
export interface JourneyExpect {
  /** Accepted statuses; without it 200 to 399. */
  readonly status?: number | readonly number[]
  /** The exact body, a pattern it matches, or a function that says whether it is right. */
  readonly body?: string | RegExp | ((text: string) => boolean)
  /** Says whether the body, parsed as JSON, is right. */
  readonly json?: (value: unknown) => boolean
}

/** How one request of a journey is sent. */
export interface HttpOptions {
  /** They override those of the scenario, whatever the case of their names. No encoding of the response is accepted unless `accept-encoding` is given. */
  readonly headers?: Readonly<Record<string, string>>
  /** Added to the path. A list gives the key several times; `undefined` leaves it out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined | readonly (string | number | boolean)[]>>
  /** Sent as it is, without a content type. A request has at most one of `body`, `json`, `form` and `multipart`. */
  readonly body?: string | Uint8Array
  /** Sent as JSON with its content type. */
  readonly json?: unknown
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: Readonly<Record<string, string | number | boolean>>
  /** Sent as `multipart/form-data`. */
  readonly multipart?: Readonly<Record<string, string | FormField>>
  /** Basic authentication, or a bearer token. */
  readonly auth?: { readonly username: string; readonly password: string } | { readonly bearer: string }
  readonly expect?: JourneyExpect
  /** Name of the endpoint in the result, in place of method and path. */
  readonly name?: string
  /** Each pair makes a series of its own, such as `{ kind: 'write' }`. */
  readonly tags?: Readonly<Record<string, string>>
  /** How long the response may take from the send, as `500ms` or in seconds. Default: that of the config. */
  readonly timeout?: string | number
  /** How many redirects are followed; one more rejects. Each is a request of its own. Default 10; 0 gives the redirect itself. */
  readonly redirects?: number
  /** Reads the body and forgets it. Default false. */
  readonly discardBody?: boolean
}

/** How a stream is asked for: as any request, but that nothing is known of its body beforehand. */
export type HttpStreamOptions = Omit<HttpOptions, 'discardBody' | 'expect'> & {
  readonly method?: string
  /** Accepted statuses; without it 200 to 399. */
  readonly expect?: { readonly status?: number | readonly number[] }
}

/** The head of a response whose body streams in. */
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
 * Is called for one stream, in the thread of its user, never before the call that asked for it has returned.
 *
 * A handler that throws ends the stream as an error; `onEnd` is still called. What `onEnd` itself throws is counted as a failed check.
 */
export interface StreamHandler {
  /** Once, unless the stream ends before it; after redirects. */
  onHead(head: StreamHead): void
  /** Decoded body bytes, from `start` to `end` of a buffer that is used again after the call. `at` is the same for all bytes of one read. */
  onBytes(buffer: Buffer, start: number, end: number, at: number): void
  /** Once, as the last call. */
  onEnd(end: StreamEnd): void
}

/** A request whose response is read as it comes, over its own connection. */
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
