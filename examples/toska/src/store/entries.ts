import type { Change } from './change.ts'

/** The value of a key; a time in milliseconds since 1970. */
export interface Entry {
  readonly value: string
  /** Time when the entry expires; `null` for never. */
  readonly expiresAt: number | null
}

/** All keys with their values, in memory. */
export class Entries {
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()
  /** The time when each key expires, so that a sweep only visits keys that do. */
  readonly #expiring = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Number of keys, including expired ones that were not swept yet. */
  get size(): number {
    return this.#entries.size
  }

  /** Returns the value of a key; `undefined` for a missing or expired one. */
  get(key: string): string | undefined {
    const entry = this.#entries.get(key)
    return entry === undefined || this.#isOver(entry) ? undefined : entry.value
  }

  apply(change: Change): void {
    const { key } = change
    this.#expiring.delete(key)
    if (change.op === 'del') this.#entries.delete(key)
    else {
      const { value, expiresAt } = change
      this.#entries.set(key, { value, expiresAt })
      if (expiresAt !== null) this.#expiring.set(key, expiresAt)
    }
  }

  /** Lists keys with a prefix, up to a limit, in the order of their creation. */
  keys(prefix: string, limit: number): string[] {
    const found: string[] = []
    if (limit <= 0) return found
    for (const [key, entry] of this.#entries) {
      if (!key.startsWith(prefix) || this.#isOver(entry)) continue
      found.push(key)
      if (found.length >= limit) break
    }
    return found
  }

  /** Lists all entries that have not expired. */
  current(): readonly (readonly [key: string, entry: Entry])[] {
    return [...this.#entries].filter(([, entry]) => !this.#isOver(entry))
  }

  clear(): void {
    this.#entries.clear()
    this.#expiring.clear()
  }

  /** Removes expired keys, without a record in the log, which has their times. */
  sweep(): void {
    const now = this.#now()
    for (const [key, expiresAt] of this.#expiring) {
      if (expiresAt > now) continue
      this.#expiring.delete(key)
      this.#entries.delete(key)
    }
  }

  #isOver({ expiresAt }: Entry): boolean {
    return expiresAt !== null && expiresAt <= this.#now()
  }
}
