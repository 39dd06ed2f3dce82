import { lossBy, type Closing } from '../../../model/metrics/outcome.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { WireThread } from '../../wire/connection.ts'
import type { Dial, Resumption } from '../../wire/dial.ts'
import type { Exchange } from './exchange.ts'
import { UserConnection, type ConnectionHost } from './user-connection.ts'

/** The settings of a pool. */
interface PoolSetting extends Pick<ConnectionHost, 'thread' | 'dial' | 'isSecure' | 'connectTimeout' | 'recorder'> {
  /** Longest wait of a request for a connection, in microseconds; `undefined` for the timeout of its response, `Infinity` for no limit. */
  readonly queueTimeout: number | undefined
  /** Is called for each connection that opens (1), and that closes after it was open (-1). */
  readonly onOpened: (difference: number) => void
}

/**
 * A number of connections to one origin, opened when they are needed and kept; requests that find none free wait in order.
 *
 * A pool belongs to one user, or is shared by all users of a thread. When a connection cannot be opened, the request that has waited longest is lost.
 */
export class ConnectionPool implements ConnectionHost {
  readonly thread: WireThread
  readonly dial: Dial
  readonly resumption: Resumption = { session: undefined }
  readonly isSecure: boolean
  readonly connectTimeout: number
  readonly recorder: UserRecorder | undefined
  readonly #most: number
  readonly #queueTimeout: number | undefined
  readonly #onOpened: PoolSetting['onOpened']
  readonly #connections = new Set<UserConnection>()
  readonly #free: UserConnection[] = []
  readonly #waiting = new RequestQueue()
  /** Requests to be retried: over a new connection, because others may have been closed, too. */
  readonly #waitingForFresh = new RequestQueue()
  #opening = 0
  // A request that is made while a response is handed over, as for a redirect, may use this connection right after that.
  #responding: UserConnection | undefined
  #isClosed = false

  constructor(setting: PoolSetting, most: number) {
    this.thread = setting.thread
    this.dial = setting.dial
    this.isSecure = setting.isSecure
    this.connectTimeout = setting.connectTimeout
    this.recorder = setting.recorder
    this.#onOpened = setting.onOpened
    this.#queueTimeout = setting.queueTimeout
    this.#most = most
  }

  /** Sends a request, now or as soon as a connection is free for it. */
  send(exchange: Exchange, now: number): void {
    const free = this.#takeFree(now)
    if (free !== undefined) {
      free.send(exchange, now)
      return
    }
    this.#waiting.push(exchange)
    this.#open()
    // Times out after the connections that are opened for it: a connection that cannot be opened is a more precise reason than that none was free.
    exchange.waitAtMost(this.#queueTimeout ?? exchange.request.timeout, this.thread.wheel, now)
  }

  /** Closes the pool; requests in flight are aborted, and waiting ones are left to their owners. */
  close(reason: string): void {
    this.#isClosed = true
    for (const connection of this.#connections) connection.close(reason)
  }

  onOpen(connection: UserConnection, now: number): void {
    this.#opening -= 1
    this.#onOpened(1)
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
    this.#count(closing, now)
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

  #count(closing: Closing, now: number): void {
    this.recorder?.requests.closed(closing, now)
    if (closing.wasOpen) this.#onOpened(-1)
    else this.#opening -= 1
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
    while (this.#connections.size < this.#most && this.#isMoreWanted()) {
      const connection = new UserConnection(this)
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

// The number of passed entries from which they are released while others wait, so that a queue that is never empty does not keep all of them.
const mostGone = 1000

/** Requests that wait for a connection, first come first served. Requests that end meanwhile are skipped. */
class RequestQueue {
  #exchanges: Exchange[] = []
  #next = 0

  /** The number of waiting requests, counted up to `most`. */
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
