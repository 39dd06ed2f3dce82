import { ConnectionPool } from './connection-pool.ts'
import type { HttpOrigin, HttpWiring } from './http-origin.ts'
import { HttpSession, type SessionHost } from './http-session.ts'
import type { PlannedTime } from './exchange.ts'
import { RequestWriter } from './request-writer.ts'
import type { StreamSetting } from './stream-exchange.ts'

/** The most connections of a user to one origin, as in browsers. */
export const mostOfUser = 6

/** What the HTTP clients of one scenario on one thread share: origins, endpoints, and the connections if they are pooled. */
export class HttpScenario implements SessionHost {
  readonly wiring: HttpWiring
  readonly writer: RequestWriter
  readonly streams: StreamSetting
  readonly #shared = new Map<HttpOrigin, ConnectionPool>()
  #opened = 0

  constructor(wiring: HttpWiring) {
    this.wiring = wiring
    this.writer = new RequestWriter(wiring)
    this.streams = { wiring, onOpened: (difference) => void (this.#opened += difference) }
  }

  /** The number of open connections, including those of users. */
  get opened(): number {
    return this.#opened
  }

  /** Creates the client of one user. */
  session(planned: PlannedTime, userId = 0): HttpSession {
    return new HttpSession(this, planned, this.writer.homeOf(userId))
  }

  poolFor(origin: HttpOrigin): ConnectionPool {
    const { connections } = this.wiring
    if (connections === 'perUser') return this.#createPool(origin, mostOfUser, Infinity)
    let pool = this.#shared.get(origin)
    if (pool === undefined) this.#shared.set(origin, (pool = this.#createPool(origin, connections.pool, connections.queueTimeout)))
    return pool
  }

  /** Closes the shared connections; those of users are closed when they leave. Resolves when nothing is left on this thread. */
  async end(): Promise<void> {
    for (const pool of this.#shared.values()) pool.close('the end of the test')
  }

  #createPool(origin: HttpOrigin, most: number, queueTimeout: number | undefined): ConnectionPool {
    const { dial, isSecure } = origin
    if (dial === undefined) throw new Error(`${origin.url} was not resolved`)
    const { thread, connectTimeout, recorder } = this.wiring
    return new ConnectionPool({ thread, dial, isSecure, connectTimeout, queueTimeout, recorder, onOpened: this.streams.onOpened }, most)
  }
}
