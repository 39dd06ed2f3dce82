import { createRequire } from 'node:module'
import type * as toughCookie from 'tough-cookie'
import type { Cookie, CookieJar } from 'tough-cookie'
import type { ResponseHead } from '../../wire/response-head.ts'
import { fieldOf, fieldsOf, canBeSent } from './header-fields.ts'
import type { CookieStore } from './http-client.ts'
import { urlOf, type OutgoingRequest } from './outgoing-request.ts'

const mostHeaders = 100
const require = createRequire(import.meta.url)

/** A `Cookie` header, and how long it is right. */
interface KnownHeader {
  readonly header: string | undefined
  /** When the first of its cookies expires, in milliseconds since 1970. */
  readonly until: number
}

/** The cookies of one user. The jar is only made and asked once there is a cookie, and headers are kept until one changes. */
export class UserCookies implements CookieStore {
  readonly #target: string
  #headers: Map<string, KnownHeader> | undefined
  #jar: CookieJar | undefined
  /** Whether each cookie is for all paths, as most are: then an origin has one header. */
  #isForAllPaths = true

  /** @param target origin whose cookies are got and set by their paths alone */
  constructor(target: string) {
    this.#target = target
  }

  get(name: string, path: string = '/'): string | undefined {
    return this.#jar?.getCookiesSync(this.#target + path).find(({ key }) => key === name)?.value
  }

  /** @throws TypeError when it is no cookie, or not one that the target could set */
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

  /** Keeps what the response to a request sets; what it may not set is left out. */
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

// Loaded for the first cookie: its list of all public domains takes megabytes in each thread, and many targets set none.
function createJar(): CookieJar {
  const cookies = require('tough-cookie') as typeof toughCookie
  return new cookies.CookieJar(undefined, { looseMode: true })
}

function withoutQuery(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}
