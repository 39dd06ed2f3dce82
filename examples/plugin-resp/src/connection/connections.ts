import type { ReopeningConnection } from './reopening-connection.ts'

/** The connections of one user, or those that it shares with others. */
export interface Connections {
  /** Whether other users send over them, too. */
  readonly isShared: boolean
  /** The connection for the next command. */
  next(): ReopeningConnection
  /** The user has left. */
  leave(): void
}

/** One connection for one user. */
export class OwnConnection implements Connections {
  readonly isShared = false
  readonly #connection: ReopeningConnection

  constructor(connection: ReopeningConnection) {
    this.#connection = connection
  }

  next(): ReopeningConnection {
    return this.#connection
  }

  leave(): void {
    this.#connection.close()
  }
}
