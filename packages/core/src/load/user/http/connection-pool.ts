import { lossBy, type Closing } from '../../../model/metrics/outcome.ts'
import type { Resumption } from '../../wire/dial.ts'
import type { Exchange } from './exchange.ts'
import type { HttpOrigin, HttpWiring } from './http-origin.ts'
import { UserConnection, type ConnectionHost } from './user-connection.ts'

/** The most connections of a user to one origin, as in browsers. */
const mostOfUser = 6

const limitsOfUser = { pool: mostOfUser, queueTimeout: Infinity }

/**
 * A number of connections to one origin, opened when they are needed and kept; requests that find none free wait in order.
 *
 * A pool belongs to one user, or is shared by all users of a thread. When a connection cannot be opened, the request that has waited longest is lost.
 */
export class ConnectionPool implements ConnectionHost {
  readonly #origin: HttpOrigin
  readonly #limits: Exclude<HttpWiring['connections'], string>
  readonly #resumption: Resumption = { session: undefined }
  readonly #connections = new Set<UserConnection>()
  readonly #free: UserConnection[] = []
  readonly #waiting = new RequestQueue()
  /** Requests to be retried: over a new connection, because others may have been closed, too. */
  readonly #waitingForFresh = new RequestQueue()
  #opening = 0
  // A request that is made while a response is handed over, as for a redirect, may use this connection right after that.
  #responding: UserConnection | undefined
  #isClosed = false

  constructor(origin: HttpOrigin) {
    const { connections } = origin.wiring
    this.#origin = origin
    this.#limits = connections === 'perUser' ? limitsOfUser : connections
  }

  send(exchange: Exchange, now: number): void {
    const free = this.#takeFree(now)
    if (free !== undefined) {
      free.send(exchange, now)
      return
    }
    this.#waiting.push(exchange)
    this.#open()
    // Times out after the connections that are opened for it: a connection that cannot be opened is a more precise reason than that none was free.
    exchange.waitAtMost(this.#limits.queueTimeout ?? exchange.request.timeout, this.#origin.wiring.thread.wheel, now)
  }

  /** Closes the pool; requests in flight are aborted, and waiting ones are left to their owners. */
  close(reason: string): void {
    this.#isClosed = true
    for (const connection of this.#connections) connection.close(reason)
  }

  onOpen(connection: UserConnection, now: number): void {
    this.#opening -= 1
    const withoutResponse = this.#waitingForFresh.shift()
    if (withoutResponse === undefined) this.onFree(connection, now)
    else connection.send(withoutResponse, now)
  }

  onResponding(connection: UserConnection): void {
    this.#responding = connection
  }

  onFree(connection: UserConnection, now: number): void {
    this.#responding = undefined
    const next = this.#shiftInTime(now)
    if (next === undefined) this.#free.push(connection)
    else connection.send(next, now)
  }

  onGone(connection: UserConnection, closing: Closing, withoutResponse: Exchange | undefined, now: number): void {
    this.#connections.delete(connection)
    if (this.#responding === connection) this.#responding = undefined
    this.#forget(connection)
    if (!closing.wasOpen) this.#opening -= 1
    if (withoutResponse !== undefined) this.#repeat(withoutResponse)
    if (!closing.wasOpen && closing.by === 'server') this.#refuse(closing.reason, now)
    this.#open()
  }

  // The deadline wheel may not have reached all requests that have waited too long.
  #shiftInTime(now: number): Exchange | undefined {
    let next = this.#waiting.shift()
    while (next?.isLate(now) === true) {
      next.expire(now)
      next = this.#waiting.shift()
    }
    return next
  }

  #takeFree(now: number): UserConnection | undefined {
    for (let free = this.#free.pop(); free !== undefined; free = this.#free.pop()) {
      if (!free.isStale(now)) return free
      free.close('idle for as long as the server keeps it')
    }
    return undefined
  }

  #repeat(exchange: Exchange): void {
    exchange.onRetry()
    this.#waitingForFresh.push(exchange)
  }

  #refuse(reason: string, now: number): void {
    const exchange = this.#waitingForFresh.shift() ?? this.#waiting.shift()
    exchange?.lose(lossBy(reason, 'refused'), reason, now)
  }

  #open(): void {
    if (this.#isClosed) return
    while (this.#connections.size < this.#limits.pool && this.#isMoreWanted()) {
      const connection = new UserConnection(this, this.#origin, this.#resumption)
      this.#connections.add(connection)
      this.#opening += 1
      connection.open()
    }
  }

  #isMoreWanted(): boolean {
    const most = this.#opening + (this.#responding === undefined ? 1 : 2)
    return this.#waiting.count(most) + this.#waitingForFresh.count(most) >= most
  }

  #forget(connection: UserConnection): void {
    const index = this.#free.indexOf(connection)
    if (index !== -1) this.#free.splice(index, 1)
  }
}

/** Requests that wait for a connection, first come first served. Requests that end meanwhile are skipped. */
class RequestQueue {
  #exchanges: Exchange[] = []
  #next = 0

  count(most: number): number {
    let count = 0
    for (let index = this.#next; index < this.#exchanges.length && count < most; index++) {
      if (this.#exchanges[index]?.isOver === false) count += 1
    }
    return count
  }

  push(exchange: Exchange): void {
    // A queue that is never empty does not keep all that have passed.
    if (this.#next > 1000) {
      this.#exchanges = this.#exchanges.slice(this.#next)
      this.#next = 0
    }
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
