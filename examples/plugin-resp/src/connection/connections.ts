import type { ReopeningConnection } from './reopening-connection.ts'

/** The connections of one user, own or shared with others. */
export interface Connections {
  /** Whether other users use the connections, too. */
  readonly isShared: boolean
  /** The connection for the next command. */
  next(): ReopeningConnection
  /** Called when the user has left. */
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
