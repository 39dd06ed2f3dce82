import type { Exchange } from './exchange.ts'

/** Requests that wait for a connection, first come first served. Those that end meanwhile are passed over. */
export class RequestQueue {
  #exchanges: Exchange[] = []
  #next = 0

  /** How many wait, counted up to `most`. */
  count(most: number): number {
    let count = 0
    for (let index = this.#next; index < this.#exchanges.length && count < most; index++) {
      if (this.#exchanges[index]?.isOver === false) count += 1
    }
    return count
  }

  push(exchange: Exchange): void {
    this.#exchanges.push(exchange)
  }

  shift(): Exchange | undefined {
    while (this.#next < this.#exchanges.length) {
      const exchange = this.#exchanges[this.#next++]
      if (exchange?.isOver === false) return exchange
    }
    this.#exchanges = []
    this.#next = 0
    return undefined
  }
}
