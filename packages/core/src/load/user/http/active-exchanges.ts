import type { Exchange } from './exchange.ts'

/** The requests of one user that have not ended: a set that costs nothing to go in and out of, for users have one or a few. */
export class ActiveExchanges {
  readonly #exchanges: Exchange[] = []

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange)
  }

  delete(exchange: Exchange): void {
    const last = this.#exchanges.pop()
    if (last === undefined || last === exchange) return
    const index = this.#exchanges.lastIndexOf(exchange)
    if (index === -1) this.#exchanges.push(last)
    else this.#exchanges[index] = last
  }

  /** Those in it now, whatever happens to it while they are gone through. */
  list(): Exchange[] {
    return [...this.#exchanges]
  }
}
