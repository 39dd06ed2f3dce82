import type { SseClosing } from '@benchpress/plugin-sse'

/** The ends of the connections of one subscription, one after the other, for code that awaits them. */
export class ConnectionEnds {
  readonly #ends: SseClosing[] = []
  #take: ((end: SseClosing) => void) | undefined
  #isOver = false

  /** Whether the subscription has ended with its last connection. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** A connection has ended; `willReopen` says whether another one follows. */
  readonly add = (end: SseClosing, willReopen: boolean): void => {
    this.#isOver = !willReopen
    const take = this.#take
    this.#take = undefined
    if (take === undefined) this.#ends.push(end)
    else take(end)
  }

  /** Resolves with the next end that was not returned yet. */
  async next(): Promise<SseClosing> {
    const end = this.#ends.shift()
    if (end !== undefined) return end
    const { promise, resolve } = Promise.withResolvers<SseClosing>()
    this.#take = resolve
    return await promise
  }
}
