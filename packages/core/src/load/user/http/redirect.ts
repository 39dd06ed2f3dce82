import type { ResponseHead } from '../../wire/response-head.ts'
import { fieldOf } from './header-fields.ts'
import type { HttpOptions } from './http-client.ts'
import { urlOf, type OutgoingRequest } from './outgoing-request.ts'
import type { RequestParts } from './request-writer.ts'

/** The number of redirects of a request that are followed by default. */
export const mostRedirects = 10

const statuses = new Set([301, 302, 303, 307, 308])
const ofTheBody = new Set(['content-encoding', 'content-language', 'content-location', 'content-type'])
const ofTheUser = new Set(['authorization', 'cookie', 'host', 'proxy-authorization'])

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
 * A POST becomes a GET without a body at 301 and 302, as does anything but HEAD at 303. Headers that identify the user are not sent to another origin.
 * Returns undefined for a location that is not an http: or https: URL.
 */
function followRedirect(request: OutgoingRequest, status: number, location: string): RequestParts | undefined {
  const url = readLocation(location, urlOf(request))
  if (url === undefined) return undefined
  const becomesGet = status === 303 ? request.method !== 'HEAD' : status < 303 && request.method === 'POST'
  const leaves = url.origin !== request.origin.url
  const { query: _query, auth, headers, ...rest } = request.options
  const options: HttpOptions = {
    ...rest,
    ...(auth === undefined || leaves ? {} : { auth }),
    ...(headers === undefined ? {} : { headers: keptHeaders(headers, becomesGet, leaves) }),
  }
  return { method: becomesGet ? 'GET' : request.method, path: url.href, options, body: becomesGet ? undefined : request.body }
}

function readLocation(location: string, from: string): URL | undefined {
  // Headers are read byte by byte; beyond ASCII this one is UTF-8, as in browsers.
  const text = Buffer.from(location, 'latin1').toString()
  const url = URL.canParse(text, from) ? new URL(text, from) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

function keptHeaders(headers: NonNullable<HttpOptions['headers']>, becomesGet: boolean, leaves: boolean): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase()
    return !(becomesGet && ofTheBody.has(lower)) && !(leaves && ofTheUser.has(lower))
  })
  return Object.fromEntries(kept)
}
