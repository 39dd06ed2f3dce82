import type { CommandPart, GetOptions, RedisClient } from '../redis-client.ts'
import { KeySpace } from './key-space.ts'
import type { ResolvedKeySpace } from './options.ts'

/** Sets and gets the keys of a key space, for one scenario. */
export class Workload {
  readonly #keys: KeySpace
  readonly #isText: boolean
  readonly #setOptions: { readonly ttl: number } | undefined
  readonly #nil: boolean

  constructor(options: ResolvedKeySpace & { readonly ttl?: number | undefined; readonly nil?: boolean }) {
    this.#keys = new KeySpace(options)
    this.#isText = options.values === 'text'
    this.#setOptions = options.ttl === undefined ? undefined : { ttl: options.ttl / 1000 }
    this.#nil = options.nil ?? false
  }

  set(redis: RedisClient, index: number): Promise<unknown> {
    return redis.set(this.#keys.nameOf(index), this.#valueOf(index), this.#setOptions)
  }

  /** Gets a key, and checks that it has the value that `set` writes. */
  get(redis: RedisClient, index: number): Promise<unknown> {
    const options: GetOptions = { expect: this.#valueOf(index), nil: this.#nil }
    const key = this.#keys.nameOf(index)
    return this.#isText ? redis.get(key, options) : redis.getBuffer(key, options)
  }

  #valueOf(index: number): CommandPart & (string | Buffer) {
    return this.#isText ? this.#keys.textOf(index) : this.#keys.bytesOf(index)
  }
}
