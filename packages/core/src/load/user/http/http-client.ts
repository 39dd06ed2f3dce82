import { showValue } from '../../../base/redact/cut-text.ts'
import type { FormField } from '../../http/request-config.ts'

/** A response over HTTP. */
export interface HttpResponse {
  readonly status: number
  /** Whether the outcome is `ok`: by `expect`, or by default a status from 200 to 399. */
  readonly ok: boolean
  /** URL of the last request, after redirects. */
  readonly url: string
  /** Headers by name in lower case; values of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Times in milliseconds. */
  readonly timings: {
    readonly responseTime: number
    readonly waiting: number
    readonly serviceTime: number
    readonly timeToFirstByte: number
  }
  /** The body, decoded from gzip, deflate, br or zstd, and as it came from any other encoding; empty when it was discarded. */
  bytes(): Uint8Array
  /** @throws Error when the body cannot be decoded */
  text(): string
  /** @throws SyntaxError when the body is not JSON */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a journey may state the type that it expects
  json<Value = unknown>(): Value
}

/**
 * Sends one request and resolves with its response, whatever the status. Without a response it rejects with a `RequestError`.
 *
 * The path starts with `/`, or is a URL of any origin.
 *
 * @throws TypeError synchronously for a request that cannot be sent
 */
export type HttpCall = (path: HttpPath, options?: HttpOptions) => Promise<HttpResponse>

/** The HTTP client of a user, with its own connections and cookies. */
export interface HttpClient {
  readonly get: HttpCall
  readonly head: HttpCall
  readonly post: HttpCall
  readonly put: HttpCall
  readonly patch: HttpCall
  readonly delete: HttpCall
  readonly request: (method: string, path: HttpPath, options?: HttpOptions) => Promise<HttpResponse>
  /** Sends a request whose response is read as it comes. */
  readonly stream: HttpStreamCall
  /** The cookies of this user. */
  readonly cookies: CookieStore
}

/** The cookies of one user, for requests over HTTP and by plugins. Each path is one of the target, or a whole URL. */
export interface CookieStore {
  /** Returns the value of a cookie that would be sent to a path; `undefined` when there is none. */
  get(name: string, path?: string): string | undefined
  /** Stores a cookie, as if the response to a path had set it by `Set-Cookie`. */
  set(cookie: string, path?: string): void
  /** Returns the value of `Cookie` for a request to a path; `undefined` when no cookie is for it. */
  header(path: string): string | undefined
  /** Stores the cookies that the response to a path set, by its values of `Set-Cookie`; those that it may not set are left out. */
  keep(setCookies: readonly string[], path: string): void
  clear(): void
}

/** What a response must look like to count as `ok`, in a journey. */
export interface JourneyExpect {
  /** Accepted statuses. Default 200 to 399. */
  readonly status?: number | readonly number[]
  /** The exact body, a pattern that it must match, or a function that judges it. */
  readonly body?: string | RegExp | ((text: string) => boolean)
  /** A function that judges the body, parsed as JSON. */
  readonly json?: (value: unknown) => boolean
}

/** Options of one request of a journey. */
export interface HttpOptions {
  /** Headers, which override those of the scenario, ignoring the case of names. No encoding of the response is accepted unless `accept-encoding` is given. */
  readonly headers?: Readonly<Record<string, string>>
  /** Query parameters that are added to the path. A list repeats the key; `undefined` leaves it out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined | readonly (string | number | boolean)[]>>
  /** Body that is sent unchanged, without a content type. A request has at most one of `body`, `json`, `form` and `multipart`. */
  readonly body?: string | Uint8Array
  /** Body that is sent as JSON with its content type. */
  readonly json?: unknown
  /** Form that is sent as `application/x-www-form-urlencoded`. A list repeats the key; `undefined` leaves it out. */
  readonly form?: HttpOptions['query']
  /** Form that is sent as `multipart/form-data`. */
  readonly multipart?: Readonly<Record<string, string | FormField>>
  /** Basic authentication, or a bearer token. */
  readonly auth?: { readonly username: string; readonly password: string } | { readonly bearer: string }
  readonly expect?: JourneyExpect
  /** Name of the endpoint in the result, instead of method and path. */
  readonly name?: string
  /** Tags such as `{ kind: 'write' }`, each of which has its own figures in the result. */
  readonly tags?: Readonly<Record<string, string>>
  /** Timeout of the response from the send, as `500ms` or in seconds. Default: the timeout of the config. */
  readonly timeout?: string | number
  /** The number of redirects that are followed, each as a separate request; one more rejects. Default 10; 0 returns the redirect itself. */
  readonly redirects?: number
  /** Reads the body but does not keep it. Default false. */
  readonly discardBody?: boolean
}

/** Options of a stream: those of a request, without the ones about the body of its response, and multipart forms. */
export type HttpStreamOptions = Omit<HttpOptions, 'discardBody' | 'expect' | 'multipart'> & {
  readonly method?: string
  /** Accepted statuses. Default 200 to 399. */
  readonly expect?: { readonly status?: number | readonly number[] }
}

/** The head of a response whose body streams in. */
export interface StreamHead {
  readonly status: number
  /** Whether the outcome is `ok`. */
  readonly ok: boolean
  /** URL of the last request, after redirects. */
  readonly url: string
  /** Headers by name in lower case; values of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Microseconds on the clock of the process: when the last request after redirects was due and sent, and when the head was complete. */
  readonly plannedAt: number
  readonly sentAt: number
  readonly at: number
}

/** The end of a stream. */
export interface StreamEnd {
  /** `target`: the body came to its end, or the target closed the connection; `client`: `close()` was called or the user left; `error`: anything else. */
  readonly by: 'target' | 'client' | 'error'
  /** Why the stream ended, such as `end of the body`, `closed by the target`, `ECONNRESET` or `request timeout`. */
  readonly reason: string
  /** Microseconds on the clock of the process. */
  readonly at: number
}

/**
 * Callbacks for one stream, in the thread of its user, never called before the call that opened the stream has returned.
 *
 * A handler that throws ends the stream as an error; `onEnd` is still called. An error of `onEnd` itself counts as a failed check.
 */
export interface StreamHandler {
  /** Is called once with the head after redirects, unless the stream ends before. */
  onHead(head: StreamHead): void
  /** Is called with decoded bytes of the body, from `start` to `end` of a buffer that is reused after the call. `at` is the same for all bytes of one read. */
  onBytes(buffer: Buffer, start: number, end: number, at: number): void
  /** Is called once, as the last call. */
  onEnd(end: StreamEnd): void
}

/** A stream: a request whose response is read as it comes, over its own connection. */
export interface HttpStream {
  /** Whether the stream is open, which it is from its head to its end. */
  readonly isOpen: boolean
  /** Ends the stream by closing its connection; `onEnd` is called before this returns. Does nothing when the stream has ended. */
  close(reason?: string): void
}

/**
 * Opens a stream. As a request the stream ends with its head: outcome, response time and timeout are those of opening it, not of its whole life. A
 * stream stays open after the iteration, until it is closed or its user leaves or is stopped.
 *
 * @throws TypeError synchronously for a request that cannot be sent
 */
export type HttpStreamCall = (path: HttpPath, options: HttpStreamOptions, handler: StreamHandler) => HttpStream

/** Where a request goes: a path of the target, a path with its template, or a URL of any origin. */
export type HttpPath = string | URL | RoutePath

/** A path with its template, which names the endpoint. */
export interface RoutePath {
  /** The path that is sent, such as `/api/auctions/17/bid?dry=1`. */
  readonly path: string
  /** The template, such as `/api/auctions/{id}/bid`. */
  readonly template: string
}

/** A value in a path. */
export type PathValue = string | number | boolean | bigint

// The texts of a template literal are the same object each time it is evaluated.
const templates = new WeakMap<TemplateStringsArray, string>()

/**
 * Makes a path with encoded values, whose template names the endpoint: the paths `/auctions/${auction}/bids/${bid}` of all auctions and bids share the
 * endpoint `/auctions/{id}/bids/{id}`, because a function cannot see the names of variables. The query is not part of the endpoint.
 *
 * @throws TypeError for a value that is missing, empty or an object
 */
export function path(texts: TemplateStringsArray, ...values: readonly PathValue[]): RoutePath {
  let template = templates.get(texts)
  if (template === undefined) templates.set(texts, (template = texts.join('{id}')))
  let made = texts[0] ?? ''
  for (const [index, value] of values.entries()) made += encode(value, index) + (texts[index + 1] ?? '')
  return { path: made, template }
}

// In JavaScript a value may be anything.
function encode(value: PathValue | null | undefined, index: number): string {
  if (value !== '' && value !== undefined && typeof value !== 'object') return encodeURIComponent(String(value))
  throw new TypeError(`value ${index + 1} of the path is ${value === '' ? 'empty' : showValue(value)}`)
}
