import type { Change } from './change.ts'

/** What is kept under a key; a time in milliseconds since 1970. */
export interface Entry {
  readonly value: string
  /** `null`: never. */
  readonly expiresAt: number | null
}

/** All keys with their values, in memory. */
export class Entries {
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()
  /** When each key that expires does so, that a sweep goes through those alone. */
  readonly #expiring = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Keys, those included that have expired and were not swept yet. */
  get size(): number {
    return this.#entries.size
  }

  /** The value of a key, `undefined` when there is none or its time is over. */
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

  /** Keys that start with a prefix, up to a number of them, in the order in which they came to be. */
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

  /** All that have not expired. */
  current(): readonly (readonly [key: string, entry: Entry])[] {
    return [...this.#entries].filter(([, entry]) => !this.#isOver(entry))
  }

  clear(): void {
    this.#entries.clear()
    this.#expiring.clear()
  }

  /** Forgets what has expired. It needs no record in the log, which has the time of it. */
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
