import { markHandled } from '../user/failure.ts'

/**
 * A promise that is made when it is first read, before or after it is settled, and that need not be awaited.
 *
 * Thousands of connections whose end is not awaited hold no promise. Its rejection counts as handled, as by {@link markHandled}. Only the first
 * call of `resolve` or `reject` counts.
 */
export class Settlement<Value> {
  #asked: PromiseWithResolvers<Value> | undefined
  #settle: ((asked: PromiseWithResolvers<Value>) => void) | undefined

  /** The same each time it is read. */
  get promise(): Promise<Value> {
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers<Value>()
      void markHandled(this.#asked.promise)
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
