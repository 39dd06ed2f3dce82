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

// From so many on, what has gone is let go of while others wait: a queue that is never empty must not keep all that went through it.
const mostGone = 1000

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
      if (this.#next === mostGone) this.#forgetGone()
      if (exchange?.isOver === false) return exchange
    }
    this.#exchanges = []
    this.#next = 0
    return undefined
  }

  #forgetGone(): void {
    this.#exchanges = this.#exchanges.slice(this.#next)
    this.#next = 0
  }
}
