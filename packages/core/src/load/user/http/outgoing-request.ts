import type { CookieStore, HttpOptions, HttpPath } from './http-client.ts'
import type { HttpOrigin } from './http-origin.ts'
import type { RequestBody } from '../../http/request-config.ts'
import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import { CreatingMap } from '../../../measure/recorder/first-names.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { ResponseHead } from '../../wire/response-head.ts'
import { fieldOf, headerFieldsOf } from './header-fields.ts'

/** The parts of a request as a journey gives them. */
export interface RequestParts {
  readonly method: string
  readonly path: HttpPath
  readonly options: HttpOptions
  readonly body: RequestBody | undefined
}

/**
 * A request, ready to be sent, which is kept until its response is complete.
 *
 * A class and not a literal, to save memory: when literals live long, as with thousands of streams that are opened at once, V8 learns to allocate all
 * objects of the same line in old space, where every later request would pile up with its texts.
 */
export class OutgoingRequest {
  readonly method: string
  readonly origin: HttpOrigin
  readonly target: string
  readonly endpoint: Endpoint
  readonly options: HttpOptions
  readonly body: RequestBody | undefined
  /** Head and body. A text has one byte for each character. */
  readonly message: Uint8Array | string
  /** The outcome of each status, as an index into `outcomes`. */
  readonly statusOutcomes: Uint8Array
  readonly timeout: number

  constructor({ method, origin, target, endpoint, options, body, message, statusOutcomes, timeout }: OutgoingRequest) {
    this.method = method
    this.origin = origin
    this.target = target
    this.endpoint = endpoint
    this.options = options
    this.body = body
    this.message = message
    this.statusOutcomes = statusOutcomes
    this.timeout = timeout
  }
}

/** URL of a request. */
export function urlOf({ origin, target }: OutgoingRequest): string {
  return origin.url + target
}

/** Has a user keep the cookies of a response. */
export function keepCookies({ cookies }: { readonly cookies: CookieStore }, head: ResponseHead, request: OutgoingRequest): void {
  // Most responses have none, and no list is made for them.
  if (fieldOf(head, 'set-cookie') !== undefined) cookies.keep(headerFieldsOf(head, 'set-cookie'), urlOf(request))
}

/** A path without its query and fragment. */
export function withoutQuery(path: string): string {
  const end = path.search(/[?#]/)
  return end === -1 ? path : path.slice(0, end)
}

/** The endpoint that requests of one kind are counted under. */
export interface Endpoint {
  /** Name of the endpoint, such as `GET /api/auctions/{id}`. */
  readonly name: string
  readonly series: readonly SeriesRecorder[]
}

// The recorder keeps 200 endpoints separately; a journey whose paths are all different must not fill the memory here either.
const mostKnown = 1000

/** The endpoints of one scenario on one thread, found by method and template without building their names again. */
export class Endpoints {
  readonly #recorder: UserRecorder | undefined
  readonly #known = new CreatingMap((_method: string) => new Map<string, Endpoint>())

  constructor(recorder: UserRecorder | undefined) {
    this.#recorder = recorder
  }

  /** The endpoint of a method and a template; without a method, the endpoint of this name. */
  of(method: string, template: string): Endpoint {
    const ofMethod = this.#known.of(method)
    const known = ofMethod.get(template)
    if (known !== undefined) return known
    const endpoint = this.#make(method === '' ? template : `${method} ${template}`)
    if (ofMethod.size < mostKnown) ofMethod.set(template, endpoint)
    return endpoint
  }

  named(name: string, tags: Readonly<Record<string, string>> | undefined): Endpoint {
    return tags === undefined ? this.of('', name) : this.#make(name, tags)
  }

  #make(name: string, tags?: Readonly<Record<string, string>>): Endpoint {
    return { name, series: this.#recorder?.seriesOf(name, tags) ?? [] }
  }
}

/** The number of redirects of a request that are followed by default. */
export const mostRedirects = 10

const statuses = new Set([301, 302, 303, 307, 308])
const ofTheBody = new Set(['content-encoding', 'content-language', 'content-location', 'content-type'])
// What browsers send to any origin without asking it. Any other header may be a key, whatever its name.
const ofAnyOrigin = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-language',
  'content-type',
  'last-event-id',
  'range',
  'user-agent',
])

/** The redirect of a response: the next request, or the reason why there is none. */
interface Redirect {
  readonly next?: RequestParts
  readonly reason?: string
}

/**
 * Reads the redirect of a response; `undefined` when there is none, or the request follows none.
 *
 * @param left the number of redirects that may still be followed
 */
export function redirectOf(request: OutgoingRequest, head: ResponseHead, left: number): Redirect | undefined {
  const location = request.options.redirects === 0 || !statuses.has(head.status) ? undefined : fieldOf(head, 'location')
  if (location === undefined) return undefined
  if (left === 0) return { reason: 'too many redirects' }
  const next = followRedirect(request, head.status, location)
  return next === undefined ? { reason: `${head.status} to a location that cannot be followed` } : { next }
}

/**
 * Makes the request that follows a redirect, by the rules of browsers.
 *
 * A POST becomes a GET without a body at 301 and 302, as does anything but HEAD at 303. Credentials, and headers that may be some, are not sent to another
 * origin unless both are trusted. Returns undefined for a location that is not an http: or https: URL.
 */
function followRedirect(request: OutgoingRequest, status: number, location: string): RequestParts | undefined {
  const url = readLocation(location, urlOf(request))
  if (url === undefined) return undefined
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST'
  const leaves = url.origin !== request.origin.url
  const isTrusted = !leaves || request.origin.trusts(url.origin)
  const isKept = (name: string): boolean =>
    !(becomesGet && ofTheBody.has(name)) && (isTrusted ? !leaves || name !== 'host' : ofAnyOrigin.has(name))
  const { query: _query, auth, headers, ...rest } = request.options
  const options: HttpOptions = {
    ...rest,
    ...(auth === undefined || !isTrusted ? {} : { auth }),
    ...(headers === undefined ? {} : { headers: filterHeaders(headers, isKept) }),
  }
  return { method: becomesGet ? 'GET' : request.method, path: url.href, options, body: becomesGet ? undefined : request.body }
}

function readLocation(location: string, from: string): URL | undefined {
  // Bytes beyond ASCII are sent as they came, as by browsers, whatever their charset.
  const text = location.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  const url = URL.canParse(text, from) ? new URL(text, from) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

function filterHeaders(headers: NonNullable<HttpOptions['headers']>, isKept: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name.toLowerCase())))
}
