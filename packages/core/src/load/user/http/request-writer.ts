import { parseDuration } from '../../../base/units/duration.ts'
import { basicCredentials } from './header-fields.ts'
import { Endpoints, PreparedRequest, type OutgoingRequest } from './outgoing-request.ts'
import { writeHeaders, encodeMessage } from './request-message.ts'
import type { HttpOptions } from './http-client.ts'
import { HttpOrigin, TargetOrigins } from './http-origin.ts'
import type { HttpWiring } from './http-wiring.ts'
import { judgeJourneyStatuses } from './received-answer.ts'
import type { RequestBody } from './request-body.ts'
import { readTarget } from './request-target.ts'
import type { RoutePath } from './path.ts'
import type { UserCookies } from './user-cookies.ts'

const methodPattern = /^[!#$%&'*+\-.^_`|~0-9A-Z]+$/

/** What a request is made from. */
export interface RequestParts {
  readonly method: string
  readonly path: string | RoutePath
  readonly options: HttpOptions
  readonly body: RequestBody | undefined
}

/** Who a request is written for. */
export interface RequestAuthor {
  readonly cookies: UserCookies
  /** Where a request goes that names no origin; `undefined` for the next of several servers. */
  readonly home: HttpOrigin | undefined
}

/** Turns requests as a journey writes them into bytes, for all users of one scenario on one thread. */
export class RequestWriter {
  readonly #wiring: HttpWiring
  readonly #endpoints: Endpoints
  readonly #targets: TargetOrigins
  readonly #origins: Map<string, HttpOrigin>

  constructor(wiring: HttpWiring) {
    this.#wiring = wiring
    this.#endpoints = new Endpoints(wiring.recorder)
    this.#targets = new TargetOrigins(wiring)
    this.#origins = new Map(this.#targets.all.map((origin) => [origin.url, origin]))
  }

  /** Where the requests of a user go that name no origin; `undefined` where each goes to the next of several servers. */
  homeOf(userId: number): HttpOrigin | undefined {
    return this.#targets.homeOf(userId)
  }

  /** Origin of the target, or of the first of its servers. */
  get target(): HttpOrigin {
    return this.#targets.first
  }

  /** @throws TypeError for what cannot be sent, saying why */
  write({ method, path, options, body }: RequestParts, { cookies, home }: RequestAuthor): OutgoingRequest {
    const { url, target, template } = readTarget(path, options.query)
    const origin = url === undefined ? (home ?? this.#targets.next()) : this.#originOf(url)
    const route = origin.isTarget ? template : origin.url + template
    const { name, tags } = options
    const endpoint =
      name === undefined && tags === undefined
        ? this.#endpoints.of(method, route)
        : this.#endpoints.named(name ?? `${method} ${route}`, tags)
    const credentials = url === undefined ? undefined : basicCredentials(url)
    const headers = writeHeaders(origin, options, { credentials, type: body?.type, cookie: cookies.headerFor(origin.url, target) })
    const message = encodeMessage(method, `${method} ${target} HTTP/1.1\r\n${headers}`, body)
    const timeout = options.timeout === undefined ? this.#wiring.timeout : readTimeout(options.timeout)
    const statusOutcomes = judgeJourneyStatuses(options.expect?.status)
    return new PreparedRequest({ method, origin, target, endpoint, options, body, message, statusOutcomes, timeout })
  }

  #originOf(url: URL): HttpOrigin {
    let origin = this.#origins.get(url.origin)
    if (origin === undefined) this.#origins.set(url.origin, (origin = new HttpOrigin(url, this.#wiring, this.#targets.others)))
    return origin
  }
}

/**
 * Reads a method, in whatever case.
 *
 * @throws TypeError for what is none, and for CONNECT, which asks for a tunnel
 */
export function readMethod(method: string): string {
  const upper = method.toUpperCase()
  if (!methodPattern.test(upper)) throw new TypeError(`${JSON.stringify(method)} is no method`)
  if (upper === 'CONNECT') throw new TypeError('a request cannot be made with the method CONNECT, which asks for a tunnel')
  return upper
}

function readTimeout(timeout: string | number): number {
  const microseconds = parseDuration(timeout)
  if (microseconds === undefined || microseconds === 0) {
    throw new TypeError(`the timeout ${JSON.stringify(timeout)} is no duration; write it as "500ms" or as a number of seconds`)
  }
  return microseconds
}
