import type { ExpectedBody } from './body-check.ts'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { redactText } from '../../base/redact/redact-text.ts'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** What a response must look like to count as `ok`. */
export interface ExpectConfig {
  /** Accepted statuses. Default 200 to 399. A 4xx or 5xx that is not accepted is `http_error`, any other `check_failed`. */
  readonly status?: number | readonly number[]
  /** The expected body, compared byte by byte after transfer decoding. */
  readonly body?: string
  /**
   * The content that the response, as JSON, must have at least: the same value, or an object with these fields; lists must have the same length.
   * Instead of `body`.
   */
  readonly json?: unknown
  /** Several values like `json`, of which the response must match one, for programs with several correct responses to the same request. Instead of `json`. */
  readonly jsonOneOf?: readonly unknown[]
}

/** One field of a multipart form: a text, or a file by its path. */
export type FormField =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'file'; readonly path: string; readonly options?: { readonly filename?: string; readonly contentType?: string } }

/** One HTTP request. */
export interface RequestConfig {
  /** HTTP method. Default `GET`, or `POST` with a body, JSON or a form. */
  readonly method?: string
  /** Path and query, such as `/api/items?page=1`. Default: those of the target's URL. */
  readonly path?: string
  /** Headers by name. `content-type` is only sent when given here, or implied by `json` or `form`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Body that is sent as JSON with its content type. */
  readonly json?: unknown
  /** Form that is sent as `multipart/form-data`. */
  readonly form?: Readonly<Record<string, FormField>>
  readonly expect?: ExpectConfig
}

/** One request with every default filled in, as plain data that can be sent to other threads. */
export interface ResolvedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly form: Readonly<Record<string, FormField>> | undefined
  readonly expect: ResolvedExpect
}

/** The conditions for `ok`, with every default filled in. */
export interface ResolvedExpect {
  /** Accepted statuses; `undefined` accepts 200 to 399. */
  readonly status: readonly number[] | undefined
  readonly body: ExpectedBody | undefined
}

/** The method of a request: as in curl, one with a body and no method is a `POST`. */
export function methodOf({
  method,
  body,
  json,
  form,
}: { readonly [Key in 'method' | 'body' | 'json' | 'form']?: RequestConfig[Key] | undefined }): string {
  return method ?? ((body ?? json ?? form) === undefined ? 'GET' : 'POST')
}

// The idempotent methods of RFC 9110, section 9.2.2, and those that only read.
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'SEARCH', 'PROPFIND', 'REPORT'])
const withBody = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH'])

/** Whether sending a request of this method twice does no harm. */
export function isRepeatable(method: string): boolean {
  return repeatable.has(method)
}

/** Whether a request of this method without a body must say so (RFC 9110, section 8.6). */
export function tellsNoBody(method: string): boolean {
  return withBody.has(method)
}

const { ok, http_error: httpError, check_failed: checkFailed } = outcomeIndex

/**
 * The outcome of each status from 0 to 999 for one request, as an index into `outcomes`.
 *
 * An accepted status is `ok`. Any other status is `http_error` from 400 on, and `check_failed` below, because only the request's `expect` refuses it.
 */
export function judgeStatuses(expect: ResolvedExpect): Uint8Array {
  return Uint8Array.from({ length: 1000 }, (_, status) => {
    const isAccepted = expect.status === undefined ? status >= 200 && status < 400 : expect.status.includes(status)
    return isAccepted ? ok : status >= 400 || expect.status === undefined ? httpError : checkFailed
  })
}

/** Describes the expected response, for an example of a failure: the status, or the body if the status was right. */
export function describeExpected({ status, body }: ResolvedExpect, isStatusRight: boolean): string {
  if (!isStatusRight || body === undefined) return describeStatuses(status)
  if (body instanceof Uint8Array) return `the body ${new TextDecoder().decode(body)}`
  if ('json' in body) return `JSON with ${JSON.stringify(body.json)}`
  return `JSON with ${body.jsonOneOf.map((json) => JSON.stringify(json)).join(' or ')}`
}

/** Describes the accepted statuses. */
export function describeStatuses(accepted: readonly number[] | undefined): string {
  return accepted === undefined ? 'a status from 200 to 399' : `status ${rangesOf(accepted).join(' or ')}`
}

function rangesOf(statuses: readonly number[]): readonly string[] {
  const ranges: { first: number; last: number }[] = []
  for (const status of statuses) {
    const range = ranges.at(-1)
    if (range?.last === status - 1) range.last = status
    else ranges.push({ first: status, last: status })
  }
  return ranges.flatMap(({ first, last }) => (last - first < 2 ? [...new Set([first, last])].map(String) : [`${first} to ${last}`]))
}

/** The endpoint of a request without a template: its method and its path, without the query and secrets. */
export function endpointName({ method, path }: Pick<ResolvedRequest, 'method' | 'path'>): string {
  return redactText(`${method} ${path.replace(/[?#].*$/s, '')}`)
}

/** The body of a request as it is sent. */
export interface RequestBody {
  readonly content: string | Uint8Array
  /** Content type, if the kind of body has one. */
  readonly type: string | undefined
}

/**
 * Encodes the form of a request as its body and content type; a request without a form is returned unchanged.
 *
 * @throws the file system's error for a file that cannot be read
 */
export async function encodeForm(request: ResolvedRequest): Promise<ResolvedRequest> {
  if (request.form === undefined) return request
  const { content, type } = await encodeFormFields(request.form)
  return { ...request, headers: { ...request.headers, 'content-type': type }, body: content, form: undefined }
}

/**
 * Encodes a multipart form.
 *
 * @throws the file system's error for a file that cannot be read
 */
export async function encodeFormFields(
  fields: Readonly<Record<string, FormField>>,
): Promise<{ readonly content: Uint8Array; readonly type: string }> {
  const form = new FormData()
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === 'text') {
      form.append(name, field.value)
      continue
    }
    const { filename = basename(field.path), contentType = '' } = field.options ?? {}
    form.append(name, new Blob([await readFile(field.path)], { type: contentType }), filename)
  }
  // The platform's multipart encoder is used: a Response makes the boundary, the body and the header that names the boundary.
  const encoded = new Response(form)
  return { content: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? 'multipart/form-data' }
}
