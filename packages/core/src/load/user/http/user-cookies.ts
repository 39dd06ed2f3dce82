import { createRequire } from 'node:module'
import type * as toughCookie from 'tough-cookie'
import type { Cookie, CookieJar } from 'tough-cookie'
import type { ResponseHead } from '../../wire/response-head.ts'
import { fieldOf, fieldsOf, canBeSent } from './header-fields.ts'
import type { CookieStore } from './http-client.ts'
import { urlOf, withoutQuery, type OutgoingRequest } from './outgoing-request.ts'

const mostHeaders = 100
const require = createRequire(import.meta.url)

/** A `Cookie` header, and how long it is valid. */
interface KnownHeader {
  readonly header: string | undefined
  /** When the first of its cookies expires, in milliseconds since 1970. */
  readonly until: number
}

/** The cookies of one user. The jar is created with the first cookie, and headers are kept until a cookie changes. */
export class UserCookies implements CookieStore {
  readonly #target: string
  #headers: Map<string, KnownHeader> | undefined
  #jar: CookieJar | undefined
  /** Whether all cookies are for all paths, as most are, so that an origin has one header. */
  #isForAllPaths = true

  /** @param target the origin whose cookies are read and set by path only */
  constructor(target: string) {
    this.#target = target
  }

  get(name: string, path: string = '/'): string | undefined {
    return this.#jar?.getCookiesSync(this.#target + path).find(({ key }) => key === name)?.value
  }

  /** @throws TypeError for a text that is not a cookie, or one that the target could not set */
  set(cookie: string, path: string = '/'): void {
    if (!this.#keep(cookie, this.#target + path)) {
      throw new TypeError(`the target could not set the cookie ${JSON.stringify(cookie.replace(/=[^;]*/, '=...'))}: check its attributes`)
    }
  }

  clear(): void {
    this.#jar = undefined
    this.#isForAllPaths = true
    this.#headers = undefined
  }

  /** Stores the cookies of a response; cookies that it may not set are left out. */
  keep(head: ResponseHead, request: OutgoingRequest): void {
    if (fieldOf(head, 'set-cookie') === undefined) return
    for (const cookie of fieldsOf(head, 'set-cookie')) this.#keep(cookie, urlOf(request))
  }

  /** The value of `Cookie` for a request; `undefined` when no cookie is for it. */
  headerFor(origin: string, target: string): string | undefined {
    if (this.#jar === undefined) return undefined
    const key = this.#isForAllPaths ? origin : origin + withoutQuery(target)
    const known = this.#headers?.get(key)
    if (known !== undefined && Date.now() < known.until) return known.header
    return this.#makeHeader(this.#jar.getCookiesSync(origin + target), key)
  }

  #makeHeader(cookies: readonly Cookie[], key: string): string | undefined {
    const header = cookies.length === 0 ? undefined : cookies.map((cookie) => cookie.cookieString()).join('; ')
    const headers = (this.#headers ??= new Map<string, KnownHeader>())
    if (headers.size >= mostHeaders) headers.clear()
    headers.set(key, { header, until: Math.min(...cookies.map((cookie) => cookie.expiryTime() ?? Infinity)) })
    return header
  }

  #keep(cookie: string, url: string): boolean {
    if (!canBeSent(cookie)) return false
    this.#jar ??= createJar()
    const kept = this.#jar.setCookieSync(cookie, url, { ignoreError: true })
    this.#headers?.clear()
    if (kept !== undefined && kept.path !== '/') this.#isForAllPaths = false
    return kept !== undefined
  }
}

// Loaded for the first cookie: the list of all public domains takes megabytes in each thread, and many targets set no cookie.
function createJar(): CookieJar {
  const cookies = require('tough-cookie') as typeof toughCookie
  return new cookies.CookieJar(undefined, { looseMode: true })
}
