import { markHandled } from '../user/failure.ts'

/**
 * A promise that is created when it is first read, before or after it is settled, and that need not be awaited.
 *
 * So thousands of connections whose end is not awaited need no promise. A rejection counts as handled, as with {@link markHandled}. Only the first call
 * of `resolve` or `reject` counts.
 */
export class Settlement<Value> {
  #asked: PromiseWithResolvers<Value> | undefined
  #settle: ((asked: PromiseWithResolvers<Value>) => void) | undefined

  /** The promise, which is the same each time it is read. */
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
