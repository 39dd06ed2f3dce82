import type { Connections } from './connections.ts'
import type { ReopeningConnection } from './reopening-connection.ts'

// Users of an open workload come and go: without this delay all connections would be reopened whenever there is no user for a moment.
const linger = 250

/** The connections that the users of one thread share. They are closed shortly after the last user has left. */
export class SharedConnections implements Connections {
  readonly isShared = true
  readonly #connections: ReopeningConnection[]
  readonly #onClosed: () => void
  #users = 0
  #next = 0
  #timer: NodeJS.Timeout | undefined

  constructor(count: number, create: () => ReopeningConnection, onClosed: () => void) {
    this.#connections = Array.from({ length: count }, create)
    this.#onClosed = onClosed
  }

  join(): void {
    this.#users += 1
    clearTimeout(this.#timer)
  }

  /** Returns the connections by turns: each carries commands of several users, whose replies come in the order of the commands. */
  next(): ReopeningConnection {
    const connection = this.#connections[this.#next++ % this.#connections.length]
    if (connection === undefined) throw new RangeError('a pool needs at least one connection')
    return connection
  }

  leave(): void {
    this.#users -= 1
    if (this.#users === 0) this.#timer = setTimeout(() => this.#close(), linger)
  }

  #close(): void {
    this.#onClosed()
    for (const connection of this.#connections) connection.close()
  }
}

const pools = new WeakMap<object, SharedConnections>()

/**
 * Adds a user to the pool of its thread.
 *
 * @param thread an object that is shared by the users of one thread in one test
 */
export function joinPool(thread: object, count: number, create: () => ReopeningConnection): SharedConnections {
  let pool = pools.get(thread)
  if (pool === undefined) {
    pool = new SharedConnections(count, create, () => void pools.delete(thread))
    pools.set(thread, pool)
  }
  pool.join()
  return pool
}
