import { maybeUnheard } from './maybe-unheard.ts'

/** How something has come out, for whoever asks, before or after: there is no promise until somebody does, and nobody has to wait for it. */
export class Settlement<Value> {
  #asked: PromiseWithResolvers<Value> | undefined
  #settle: ((asked: PromiseWithResolvers<Value>) => void) | undefined

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

  // Only the first end counts.
  #end(settle: (asked: PromiseWithResolvers<Value>) => void): void {
    if (this.#settle !== undefined) return
    this.#settle = settle
    if (this.#asked !== undefined) settle(this.#asked)
  }
}
