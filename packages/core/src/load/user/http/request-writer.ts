import { hintForUrl } from '../../../base/errors/closest-name.ts'
import { hintForDuration, parseDuration } from '../../../base/units/duration.ts'
import { basicCredentials, basicAuthorization, checkHeaderName, headerLine } from './header-fields.ts'
import { Endpoints, OutgoingRequest, withoutQuery, type RequestParts } from './outgoing-request.ts'
import type { HttpOptions, HttpPath, RoutePath } from './http-client.ts'
import type { HttpOrigin, HttpOrigins, HttpWiring } from './http-origin.ts'
import { judgeJourneyStatuses } from './received-response.ts'
import { eachField } from './request-options.ts'
import type { UserCookies } from './user-cookies.ts'
import { tellsNoBody, type RequestBody } from '../../http/request-config.ts'
import { showValue } from '../../../base/redact/cut-text.ts'
import { withoutUserInfo } from '../../../base/redact/redact-text.ts'

const methodPattern = /^[!#$%&'*+\-.^_`|~0-9A-Z]+$/

/** The user that a request is written for. */
export interface RequestAuthor {
  readonly cookies: UserCookies
  /** The origin of requests that name none; `undefined` for the next of several servers. */
  readonly home: HttpOrigin | undefined
}

/** Encodes the requests of journeys as bytes, for all users of one scenario on one thread. */
export class RequestWriter {
  readonly #timeout: number
  readonly #endpoints: Endpoints
  readonly #origins: HttpOrigins

  constructor({ timeout, recorder }: Pick<HttpWiring, 'timeout' | 'recorder'>, origins: HttpOrigins) {
    this.#timeout = timeout
    this.#endpoints = new Endpoints(recorder)
    this.#origins = origins
  }

  /** @throws TypeError with the reason, for a request that cannot be sent */
  write({ method, path, options, body }: RequestParts, { cookies, home }: RequestAuthor): OutgoingRequest {
    const { url, target, template } = readTarget(path, options.query)
    const origin = url === undefined ? (home ?? this.#origins.next()) : this.#origins.of(url.origin)
    const route = origin.isTarget ? template : origin.url + template
    const { name, tags } = options
    const endpoint =
      name === undefined && tags === undefined
        ? this.#endpoints.of(method, route)
        : this.#endpoints.named(name ?? `${method} ${route}`, tags)
    const credentials = url === undefined ? undefined : basicCredentials(url)
    const headers = writeHeaders(origin, options, { credentials, type: body?.type, cookie: cookies.headerFor(origin.url, target) })
    const message = encodeMessage(method, `${method} ${target} HTTP/1.1\r\n${headers}`, body)
    const timeout = options.timeout === undefined ? this.#timeout : readTimeout(options.timeout)
    const statusOutcomes = judgeJourneyStatuses(options.expect?.status)
    return new OutgoingRequest({ method, origin, target, endpoint, options, body, message, statusOutcomes, timeout })
  }
}

/**
 * Checks a method and returns it in capitals.
 *
 * @throws TypeError for an invalid method, and for CONNECT, which opens a tunnel
 */
export function readMethod(method: string): string {
  const upper = method.toUpperCase()
  if (!methodPattern.test(upper)) throw new TypeError(`${JSON.stringify(method)} is no method`)
  if (upper === 'CONNECT') throw new TypeError('a request cannot be made with the method CONNECT, which asks for a tunnel')
  return upper
}

function readTimeout(timeout: string | number): number {
  const microseconds = typeof timeout === 'string' || typeof timeout === 'number' ? parseDuration(timeout) : undefined
  if (microseconds === undefined || microseconds === 0) {
    const hint = hintForDuration(timeout) ?? 'write it as "500ms" or as a number of seconds'
    throw new TypeError(`the timeout ${showValue(timeout)} is no duration; ${hint}`)
  }
  return microseconds
}

/**
 * Encodes a request as it is sent: as bytes, or as a text of one character for each byte.
 *
 * @param head the lines of the head so far, each with its line end; `Content-Length` and the blank line are added
 */
function encodeMessage(method: string, head: string, body: RequestBody | undefined): Uint8Array | string {
  // Only these methods must state that there is no body (RFC 9110, section 8.6).
  if (body === undefined) return tellsNoBody(method) ? `${head}content-length: 0\r\n\r\n` : `${head}\r\n`
  const { content } = body
  if (typeof content !== 'string') return joined(`${head}content-length: ${content.length}\r\n\r\n`, content)
  const length = Buffer.byteLength(content)
  const lines = `${head}content-length: ${length}\r\n\r\n`
  // Equal numbers of bytes and characters mean ASCII.
  return length === content.length ? lines + content : joined(lines, Buffer.from(content))
}

function joined(head: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(head.length + content.length)
  bytes.write(head, 'latin1')
  bytes.set(content, head.length)
  return bytes
}

/** Header values of a request that its own headers can override. */
interface HeaderFacts {
  /** Value of `Authorization` by the URL. */
  readonly credentials: string | undefined
  readonly type: string | undefined
  readonly cookie: string | undefined
}

/**
 * Writes the headers of a request: those of the scenario, overridden by its own, whatever the case of their names.
 *
 * @throws TypeError for a header that cannot be sent
 */
function writeHeaders(origin: HttpOrigin, options: HttpOptions, { credentials, type, cookie }: HeaderFacts): string {
  const { headers, auth } = options
  const asked = auth === undefined ? credentials : authorization(auth)
  const isPlain = headers === undefined && asked === undefined && cookie === undefined
  if (isPlain && (type === undefined || !origin.lines.has('content-type'))) {
    return type === undefined ? origin.fields : `${origin.fields}content-type: ${type}\r\n`
  }
  const own = new Map<string, string>()
  if (type !== undefined) own.set('content-type', headerLine('content-type', type))
  if (cookie !== undefined) own.set('cookie', headerLine('cookie', cookie))
  if (asked !== undefined) own.set('authorization', headerLine('authorization', asked))
  if (headers !== undefined) addHeaders(own, headers, auth !== undefined)
  return joinLines(origin, own)
}

function addHeaders(own: Map<string, string>, headers: Readonly<Record<string, string | undefined>>, hasAuth: boolean): void {
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value === undefined) continue
    const lower = checkHeaderName(name)
    if (hasAuth && lower === 'authorization') throw new TypeError('give either "auth" or a header "authorization", not both')
    own.set(lower, headerLine(name, value))
  }
}

function joinLines(origin: HttpOrigin, own: ReadonlyMap<string, string>): string {
  let overrides = false
  let text = ''
  for (const [name, line] of own) {
    overrides ||= origin.lines.has(name)
    text += line
  }
  if (!overrides) return origin.fields + text
  let defaults = ''
  for (const [name, line] of origin.lines) if (!own.has(name)) defaults += line
  return defaults + text
}

function authorization(auth: NonNullable<HttpOptions['auth']>): string {
  return 'bearer' in auth ? `Bearer ${auth.bearer}` : basicAuthorization(auth.username, auth.password)
}

/** The target of a request by its path. */
interface RequestTarget {
  /** The absolute URL; `undefined` for a path of the target. */
  readonly url: URL | undefined
  readonly target: string
  /** The name of the endpoint without the method. */
  readonly template: string
}

// Paths that may be sent unchanged: printable ASCII without spaces and fragments, which are never sent. The first pattern has no query either.
const barePath = /^\/[!"$->@-~]*$/
const plainPath = /^\/[!"$-~]*$/
const absolute = /^https?:\/\//i
// oxlint-disable-next-line no-control-regex
const controls = /[\0-\x1f\x7f]/

/**
 * Parses the path of a request: one that starts with `/`, or an absolute URL.
 *
 * Spaces and characters beyond ASCII are encoded, as browsers do; a fragment is left out.
 *
 * @throws TypeError for anything else, and for control characters
 */
export function readTarget(path: HttpPath, query: HttpOptions['query']): RequestTarget {
  if (typeof path === 'string' && query === undefined && barePath.test(path)) return { url: undefined, target: path, template: path }
  const { path: text, template: given } = readPath(path)
  const template = withoutQuery(given)
  if (plainPath.test(text)) return { url: undefined, target: withQuery(text, query), template }
  if (controls.test(text)) throw new TypeError(`the path ${shown(text)} has a line break or another control character`)
  if (text.startsWith('/')) return { url: undefined, target: withQuery(encodePath(text), query), template }
  if (!absolute.test(text)) throw new TypeError(`the path ${shown(text)} must start with "/", or be a URL with http:// or https://`)
  const url = parseUrl(text)
  return { url, target: withQuery(url.pathname + url.search, query), template: typeof path === 'string' ? url.pathname : pathOf(template) }
}

function readPath(path: HttpPath): RoutePath {
  if (typeof path === 'string') return { path, template: path }
  if (path instanceof URL) return { path: path.href, template: path.pathname }
  // In JavaScript the path may be anything.
  const { path: text, template }: Partial<RoutePath> = path ?? {}
  if (typeof text === 'string' && typeof template === 'string') return path
  throw new TypeError(`the path must be a text, a URL, or made by path\`...\` (was ${showValue(path)})`)
}

function withQuery(target: string, query: HttpOptions['query']): string {
  if (query === undefined) return target
  let text = target
  let separator = target.includes('?') ? '&' : '?'
  eachField(query, 'query', (name, value) => {
    text += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(value)}`
    separator = '&'
  })
  return text
}

function encodePath(text: string): string {
  const end = text.indexOf('#')
  return (end === -1 ? text : text.slice(0, end)).replaceAll(/[^!-~]+/g, encodeURIComponent)
}

function pathOf(template: string): string {
  const path = template.replace(/^https?:\/\/[^/]*/i, '')
  return path === '' ? '/' : path
}

// A path may contain an "@".
function shown(text: string): string {
  return JSON.stringify(text.startsWith('/') ? text : withoutUserInfo(text))
}

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    const hint = hintForUrl(text)
    throw new TypeError(`the path ${shown(text)} is no URL${hint === undefined ? '' : `: ${hint}`}`)
  }
}
