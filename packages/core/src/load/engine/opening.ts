/** Opens a connection, and says to its owner when it is open or has failed to open. */
interface Opener {
  open(): void
}

const mostOpening = 256

/** Opens the connections of a load before it starts, a few hundred at a time. */
export class Opening<Connection extends Opener> {
  readonly #unsettled = new Set<Connection>()
  readonly #done = Promise.withResolvers<void>()
  #waiting: Connection[] = []

  /** Opens connections; resolves when each of them is open or has failed to open once. */
  start(connections: readonly Connection[]): Promise<void> {
    for (const connection of connections) this.#unsettled.add(connection)
    this.#waiting = connections.slice(mostOpening)
    if (connections.length === 0) this.#done.resolve()
    for (const connection of connections.slice(0, mostOpening)) connection.open()
    return this.#done.promise
  }

  /** A connection is open, or has failed to open. */
  settled(connection: Connection): void {
    if (!this.#unsettled.delete(connection)) return
    this.#waiting.pop()?.open()
    if (this.#unsettled.size === 0) this.#done.resolve()
  }

  /** Opens no more of them. */
  stop(): void {
    this.#waiting = []
  }
}
