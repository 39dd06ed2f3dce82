/** The limits for requests of one address. */
export interface RateLimitOptions {
  readonly perSecond: number
  /** The most requests at once. */
  readonly burst: number
  /** In milliseconds; for tests. */
  readonly now?: () => number
}

interface Bucket {
  tokens: number
  at: number
}

/** The most addresses that are remembered; an older address starts with a full bucket again. */
const maxAddresses = 10_000

/** A token bucket for each address. */
export class RateLimit {
  readonly #perSecond: number
  readonly #burst: number
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor({ perSecond, burst, now = () => performance.now() }: RateLimitOptions) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#now = now
  }

  /** Takes a token of an address; returns false when it has none. */
  take(address: string): boolean {
    const bucket = this.#bucketOf(address)
    const now = this.#now()
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond)
    bucket.at = now
    if (bucket.tokens < 1) return false
    bucket.tokens--
    return true
  }

  #bucketOf(address: string): Bucket {
    const known = this.#buckets.get(address)
    if (known !== undefined) return known
    if (this.#buckets.size >= maxAddresses) this.#buckets.delete(this.#buckets.keys().next().value ?? '')
    const bucket: Bucket = { tokens: this.#burst, at: this.#now() }
    this.#buckets.set(address, bucket)
    return bucket
  }
}
