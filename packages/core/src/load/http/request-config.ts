import { beginningOf } from './body-excerpt.ts'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { redactText } from '../../base/redact/redact-text.ts'

/** What a response must look like to count as `ok`. */
export interface ExpectConfig {
  /** Accepted statuses; without it 200 to 399. A 4xx or 5xx outside the list is `http_error`, any other `check_failed`. */
  readonly status?: number | readonly number[]
  /** The exact body, compared byte for byte after transfer decoding. */
  readonly body?: string
  /** What the response, as JSON, must have at least: the same value, or an object with these fields; lists must be equally long. In place of `body`. */
  readonly json?: unknown
  /** Several of what `json` may be, of which the response must have one: for programs that respond to the same request in several right ways. In place of `json`. */
  readonly jsonOneOf?: readonly unknown[]
}

/** One field of a multipart form: a text, or a file by its path. */
export type FormField =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'file'; readonly path: string; readonly options?: { readonly filename?: string; readonly contentType?: string } }

/** One HTTP request. */
export interface RequestConfig {
  /** Default `GET`, or `POST` with a form. */
  readonly method?: string
  /** Path and query, such as `/api/items?page=1`. Default: that of the target's URL. */
  readonly path?: string
  /** `content-type` is only sent when given here, or implied by `json` or `form`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Sent as JSON with its content type. */
  readonly json?: unknown
  /** Sent as `multipart/form-data`. */
  readonly form?: Readonly<Record<string, FormField>>
  readonly expect?: ExpectConfig
}

/** One request with every default filled in; plain data that can cross threads. */
export interface ResolvedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly form: Readonly<Record<string, FormField>> | undefined
  readonly expect: ResolvedExpect
}

/** What counts as `ok`, with every default filled in. */
export interface ResolvedExpect {
  /** `undefined` accepts 200 to 399. */
  readonly status: readonly number[] | undefined
  readonly body: ExpectedBody | undefined
}

/** A body byte for byte, or what it must have at least as JSON; plain data that can cross threads. */
export type ExpectedBody = Uint8Array | { readonly json: unknown } | { readonly jsonOneOf: readonly unknown[] }

const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
const withBody = new Set(['POST', 'PUT', 'PATCH'])

/** Whether a request of this method does no harm when it is sent twice: one that met the end of an idle connection may be. */
export function isRepeatable(method: string): boolean {
  return repeatable.has(method)
}

/** Whether a server expects to be told of a request of this method that it has no body (RFC 9110, section 8.6). */
export function tellsNoBody(method: string): boolean {
  return withBody.has(method)
}

const { ok, http_error: httpError, check_failed: checkFailed } = outcomeIndex

/**
 * The outcome of each status from 0 to 999 for one request, as an index into `outcomes`.
 *
 * An accepted status is `ok`. Any other is `http_error` from 400 on, and `check_failed` below: the server was content, the request's `expect` was not.
 */
export function judgeStatuses(expect: ResolvedExpect): Uint8Array {
  return Uint8Array.from({ length: 1000 }, (_, status) => {
    const isAccepted = expect.status === undefined ? status >= 200 && status < 400 : expect.status.includes(status)
    return isAccepted ? ok : status >= 400 || expect.status === undefined ? httpError : checkFailed
  })
}

/** What a response should have been, for an example of one that was not: its status, or its body where the status was right. */
export function describeExpected({ status, body }: ResolvedExpect, isStatusRight: boolean): string {
  if (!isStatusRight || body === undefined) return describeStatuses(status)
  if (body instanceof Uint8Array) return `the body ${beginningOf(body)}`
  if ('json' in body) return `JSON with ${JSON.stringify(body.json)}`
  return `JSON with ${body.jsonOneOf.map((json) => JSON.stringify(json)).join(' or ')}`
}

/** The statuses that are accepted, as text. */
export function describeStatuses(accepted: readonly number[] | undefined): string {
  return accepted === undefined ? 'a status from 200 to 399' : `status ${accepted.join(' or ')}`
}

/** The endpoint of a request that has no template: its method and its path without the query, and without secrets. */
export function endpointName({ method, path }: Pick<ResolvedRequest, 'method' | 'path'>): string {
  return redactText(`${method} ${path.replace(/[?#].*$/s, '')}`)
}
