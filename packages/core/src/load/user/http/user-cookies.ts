import { createRequire } from 'node:module'
import type * as toughCookie from 'tough-cookie'
import type { Cookie, CookieJar } from 'tough-cookie'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import { canBeSent } from './header-fields.ts'
import type { CookieStore } from './http-client.ts'
import { withoutQuery } from './outgoing-request.ts'

// Most bytes of the name and the value of a cookie, and most cookies of a domain and in all, as in browsers.
const largestCookie = 4096
const mostOfDomain = 180
const mostCookies = 3000
const mostHeaders = 100
const require = createRequire(import.meta.url)

interface KnownHeader {
  readonly header: string | undefined
  /** When the first of its cookies expires, in milliseconds since 1970. */
  readonly until: number
}

/** The cookies of one user. The jar is created with the first cookie, and headers are kept until a cookie changes. */
export class UserCookies implements CookieStore {
  readonly #target: string
  readonly #recorder: Pick<UserRecorder, 'check'> | undefined
  #headers: Map<string, KnownHeader> | undefined
  #jar: CookieJar | undefined
  // How many cookies can be set until there may be too many.
  #room = mostOfDomain
  /** Whether all cookies are for all paths, as most are, so that an origin has one header. */
  #isForAllPaths = true

  /**
   * @param target the origin of paths
   * @param recorder counts cookies that are not kept, as failed checks
   */
  constructor(target: string, recorder?: Pick<UserRecorder, 'check'>) {
    this.#target = target
    this.#recorder = recorder
  }

  get(name: string, path: string = '/'): string | undefined {
    return this.#jar?.getCookiesSync(this.#urlOf(path)).find(({ key }) => key === name)?.value
  }

  /** @throws TypeError for a text that is not a cookie, or one that the target could not set */
  set(cookie: string, path: string = '/'): void {
    if (!this.#keep(cookie, this.#urlOf(path))) {
      throw new TypeError(`the target could not set the cookie ${JSON.stringify(cookie.replace(/=[^;]*/, '=...'))}: check its attributes`)
    }
    this.#dropOldest()
  }

  clear(): void {
    this.#jar = undefined
    this.#room = mostOfDomain
    this.#isForAllPaths = true
    this.#headers = undefined
  }

  keep(setCookies: readonly string[], path: string): void {
    for (const cookie of setCookies) this.#keep(cookie, this.#urlOf(path))
    this.#dropOldest()
  }

  header(path: string): string | undefined {
    const { origin, pathname, search } = new URL(path, this.#target)
    return this.headerFor(origin, pathname + search)
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
    const pair = cookie.indexOf(';')
    if ((pair === -1 ? cookie.length : pair) > largestCookie) {
      this.#recorder?.check(`cookies: one was larger than ${largestCookie} bytes, and was not kept`, false)
      return false
    }
    const jar = (this.#jar ??= createJar())
    const kept = jar.setCookieSync(cookie, url, { ignoreError: true })
    this.#room -= 1
    this.#headers?.clear()
    if (kept !== undefined && kept.path !== '/') this.#isForAllPaths = false
    return kept !== undefined
  }

  // A target that always sets other cookies must not fill the memory. The store calls back before it returns.
  #dropOldest(): void {
    if (this.#room >= 0) return
    const store = this.#jar?.store
    store?.getAllCookies((_, oldestFirst = []) => {
      const now = Date.now()
      const counts = new Map<string | null, number>()
      let total = 0
      for (const cookie of oldestFirst.toReversed()) {
        const { domain, path, key } = cookie
        const isExpired = (cookie.expiryTime() ?? Infinity) <= now
        const count = (counts.get(domain) ?? 0) + 1
        if (!isExpired && count <= mostOfDomain && total < mostCookies) {
          counts.set(domain, count)
          total += 1
          continue
        }
        store.removeCookie(domain, path, key, () => {})
        if (isExpired) continue
        this.#recorder?.check(`cookies: more than ${mostOfDomain} of a domain, or ${mostCookies}: the oldest was dropped`, false)
      }
      this.#room = Math.min(mostOfDomain - Math.max(0, ...counts.values()), mostCookies - total)
    })
  }

  #urlOf(path: string): string {
    return path.startsWith('/') ? this.#target + path : path
  }
}

// Loaded for the first cookie: the list of all public domains takes megabytes in each thread, and many targets set no cookie.
function createJar(): CookieJar {
  const { CookieJar: OfPackage } = require('tough-cookie') as typeof toughCookie
  return new OfPackage(undefined, { looseMode: true })
}
