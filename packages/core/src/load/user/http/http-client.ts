import type { HttpOptions } from './http-options.ts'
import type { HttpStreamCall } from './http-stream.ts'
import type { RoutePath } from './route-path.ts'

/** An answer. */
export interface HttpAnswer {
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
 * Sends one request and resolves with its answer, whatever the status. A request without an answer rejects with a `RequestError`.
 *
 * The path starts with `/`, or is a URL of any origin.
 *
 * @throws TypeError at once, and not by the promise, for a request that cannot be sent
 */
export type HttpCall = (path: string | RoutePath, options?: HttpOptions) => Promise<HttpAnswer>

/** The HTTP client of a user, with connections and cookies of its own. */
export interface HttpClient {
  readonly get: HttpCall
  readonly head: HttpCall
  readonly post: HttpCall
  readonly put: HttpCall
  readonly patch: HttpCall
  readonly delete: HttpCall
  readonly request: (method: string, path: string | RoutePath, options?: HttpOptions) => Promise<HttpAnswer>
  /** A request whose answer is read as it comes. */
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
