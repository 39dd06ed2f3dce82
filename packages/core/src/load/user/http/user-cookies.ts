import { createRequire } from 'node:module'
import type * as toughCookie from 'tough-cookie'
import type { Cookie, CookieJar, Store } from 'tough-cookie'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import { canBeSent } from './header-fields.ts'
import type { CookieStore } from './http-client.ts'
import { largestCookie, LimitedCookies, mostCookies, mostOfDomain } from './limited-cookies.ts'
import { withoutQuery } from './outgoing-request.ts'

const mostHeaders = 100
const require = createRequire(import.meta.url)

/** A `Cookie` header, and how long it is valid. */
interface KnownHeader {
  readonly header: string | undefined
  /** When the first of its cookies expires, in milliseconds since 1970. */
  readonly until: number
}

interface Jar {
  readonly cookies: LimitedCookies
  readonly jar: CookieJar
}

/** The cookies of one user. The jar is created with the first cookie, and headers are kept until a cookie changes. */
export class UserCookies implements CookieStore {
  readonly #target: string
  readonly #recorder: Pick<UserRecorder, 'check'> | undefined
  #headers: Map<string, KnownHeader> | undefined
  #jar: Jar | undefined
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
    return this.#jar?.jar.getCookiesSync(this.#urlOf(path)).find(({ key }) => key === name)?.value
  }

  /** @throws TypeError for a text that is not a cookie, or one that the target could not set */
  set(cookie: string, path: string = '/'): void {
    if (!this.#keep(cookie, this.#urlOf(path))) {
      throw new TypeError(`the target could not set the cookie ${JSON.stringify(cookie.replace(/=[^;]*/, '=...'))}: check its attributes`)
    }
  }

  clear(): void {
    this.#jar = undefined
    this.#isForAllPaths = true
    this.#headers = undefined
  }

  keep(setCookies: readonly string[], path: string): void {
    for (const cookie of setCookies) this.#keep(cookie, this.#urlOf(path))
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
    return this.#makeHeader(this.#jar.jar.getCookiesSync(origin + target), key)
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
    const { jar, cookies } = (this.#jar ??= createJar())
    const before = cookies.dropped
    const kept = jar.setCookieSync(cookie, url, { ignoreError: true })
    for (let dropped = before; dropped < cookies.dropped; dropped++) {
      this.#recorder?.check(`cookies: more than ${mostOfDomain} of a domain, or ${mostCookies}: the oldest was dropped`, false)
    }
    this.#headers?.clear()
    if (kept !== undefined && kept.path !== '/') this.#isForAllPaths = false
    return kept !== undefined
  }

  #urlOf(path: string): string {
    return path.startsWith('/') ? this.#target + path : path
  }
}

// Loaded for the first cookie: the list of all public domains takes megabytes in each thread, and many targets set no cookie.
function createJar(): Jar {
  const { CookieJar: OfPackage, ...matching } = require('tough-cookie') as typeof toughCookie
  const cookies = new LimitedCookies(matching)
  return { cookies, jar: new OfPackage(cookies as unknown as Store, { looseMode: true }) }
}
