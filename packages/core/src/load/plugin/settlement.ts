import { maybeUnheard } from '../user/failure.ts'

/**
 * How something comes out, for whoever asks, before or after it does; nobody has to.
 *
 * There is no promise until somebody asks, so that thousands of connections that nobody waits for hold none, and it is {@link maybeUnheard}.
 * Only the first end counts.
 */
export class Settlement<Value> {
  #asked: PromiseWithResolvers<Value> | undefined
  #settle: ((asked: PromiseWithResolvers<Value>) => void) | undefined

  /** The same each time it is read. */
  get promise(): Promise<Value> {
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers<Value>()
      void maybeUnheard(this.#asked.promise)
      this.#settle?.(this.#asked)
    }
    return this.#asked.promise
  }

  resolve(value: Value): void {
    this.#end(({ resolve }) => resolve(value))
  }

  reject(reason: unknown): void {
    this.#end(({ reject }) => reject(reason))
  }

  #end(settle: (asked: PromiseWithResolvers<Value>) => void): void {
    if (this.#settle !== undefined) return
    this.#settle = settle
    if (this.#asked !== undefined) settle(this.#asked)
  }
}
