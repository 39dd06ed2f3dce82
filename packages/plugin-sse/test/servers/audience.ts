import type { Subscriber } from './subscriber.ts'

/** The subscribers, by the names that messages are sent to. */
export class Audience implements Iterable<Subscriber> {
  readonly #all = new Set<Subscriber>()
  readonly #byName = new Map<string, Set<Subscriber>>()

  get size(): number {
    return this.#all.size
  }

  /** Names with at least one subscriber. */
  get names(): readonly string[] {
    return [...this.#byName].filter(([, subscribers]) => subscribers.size > 0).map(([name]) => name)
  }

  [Symbol.iterator](): Iterator<Subscriber> {
    return this.#all.values()
  }

  add(subscriber: Subscriber): void {
    this.#all.add(subscriber)
    for (const name of subscriber.names) this.#named(name).add(subscriber)
  }

  /** @returns whether it was there */
  delete(subscriber: Subscriber): boolean {
    for (const name of subscriber.names) this.#byName.get(name)?.delete(subscriber)
    return this.#all.delete(subscriber)
  }

  of(name: string): readonly Subscriber[] {
    return [...(this.#byName.get(name) ?? [])]
  }

  /** Finds a subscriber without a given name. */
  otherThan(name: string): Subscriber | undefined {
    return [...this.#all].find(({ names }) => !names.includes(name))
  }

  #named(name: string): Set<Subscriber> {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const subscribers = new Set<Subscriber>()
    this.#byName.set(name, subscribers)
    return subscribers
  }
}
