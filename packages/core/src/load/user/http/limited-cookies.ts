import type { Cookie, Store } from 'tough-cookie'

/** Most bytes of the name and the value of a cookie, as in browsers. */
export const largestCookie = 4096

/** Most cookies of a domain, and of all domains, as in browsers. */
export const mostOfDomain = 180
export const mostCookies = 3000

type Found<Value> = (error: null, value: Value) => void

interface Matching {
  readonly permuteDomain: (domain: string, allowSpecialUse?: boolean) => string[] | undefined
  readonly pathMatch: (requested: string, path: string) => boolean
}

/** The cookies of a jar, of which the oldest are dropped above the limits, but first those that have expired. */
export class LimitedCookies implements Pick<Store, 'synchronous'> {
  readonly synchronous = true
  /** The number of cookies that were dropped although they had not expired. */
  dropped = 0
  readonly #matching: Matching
  // By domain, and by path and name; the oldest first, as a new value keeps the place of the old one.
  readonly #domains = new Map<string, Map<string, Cookie>>()
  #size = 0

  constructor(matching: Matching) {
    this.#matching = matching
  }

  findCookie(domain: string, path: string, name: string, found: Found<Cookie | undefined>): void {
    found(null, this.#domains.get(domain)?.get(placeOf(path, name)))
  }

  findCookies(domain: string, path: string | null, allowSpecialUse: boolean, found: Found<Cookie[]>): void {
    const { permuteDomain, pathMatch } = this.#matching
    const domains = permuteDomain(domain, allowSpecialUse) ?? [domain]
    const all = domains.flatMap((one) => [...(this.#domains.get(one)?.values() ?? [])])
    found(
      null,
      all.filter((cookie) => path === null || pathMatch(path, cookie.path ?? '/')),
    )
  }

  putCookie(cookie: Cookie, done: (error: null) => void): void {
    const domain = cookie.domain ?? ''
    let all = this.#domains.get(domain)
    if (all === undefined) this.#domains.set(domain, (all = new Map()))
    this.#size -= all.size
    all.set(placeOf(cookie.path, cookie.key), cookie)
    this.#size += all.size
    if (all.size > mostOfDomain || this.#size > mostCookies) this.#shrink(all)
    done(null)
  }

  updateCookie(_old: Cookie, cookie: Cookie, done: (error: null) => void): void {
    this.putCookie(cookie, done)
  }

  removeCookie(domain: string, path: string, name: string, done?: (error: null) => void): void {
    const all = this.#domains.get(domain)
    if (all?.delete(placeOf(path, name)) === true) this.#size -= 1
    if (all?.size === 0) this.#domains.delete(domain)
    done?.(null)
  }

  #shrink(own: ReadonlyMap<string, Cookie>): void {
    const now = Date.now()
    for (const all of this.#domains.values()) {
      for (const cookie of all.values()) if ((cookie.expiryTime() ?? Infinity) <= now) this.#remove(cookie)
    }
    while (own.size > mostOfDomain) this.#dropOldest(own)
    while (this.#size > mostCookies) this.#dropOldest(firstOf(this.#domains))
  }

  #dropOldest(all: ReadonlyMap<string, Cookie>): void {
    this.dropped += 1
    this.#remove(firstOf(all))
  }

  #remove({ domain, path, key }: Cookie): void {
    this.removeCookie(domain ?? '', path ?? '', key)
  }
}

function firstOf<Value>(values: ReadonlyMap<string, Value>): Value {
  return values.values().next().value as Value
}

function placeOf(path: string | null, name: string): string {
  return `${path};${name}`
}
