import { lossBy, type Closing } from '../../../model/metrics/outcome.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import { Connection } from '../../wire/connection.ts'
import type { WireThread, ConnectionOwner } from '../../wire/connection-owner.ts'
import type { Dial, Resumption } from '../../wire/dial.ts'
import type { Exchange } from './exchange.ts'
import type { ResponseHead } from '../../wire/response-head.ts'

/** The settings of the pools of one origin. */
export interface PoolSetting {
  /** The most connections of a pool. */
  readonly most: number
  readonly thread: WireThread
  readonly dial: Dial
  readonly isSecure: boolean
  /** Timeout for opening a connection, in microseconds. */
  readonly connectTimeout: number
  readonly recorder: UserRecorder | undefined
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
export class ConnectionPool {
  readonly setting: PoolSetting
  /** The TLS session that its connections share. */
  readonly resumption: Resumption = { session: undefined }
  readonly #connections = new Set<UserConnection>()
  readonly #free: UserConnection[] = []
  readonly #waiting = new RequestQueue()
  /** Requests to be retried: over a new connection, because others may have been closed, too. */
  readonly #waitingForFresh = new RequestQueue()
  #opening = 0
  // A request that is made while a response is handed over, as for a redirect, may use this connection right after that.
  #responding: UserConnection | undefined
  #isClosed = false

  constructor(setting: PoolSetting) {
    this.setting = setting
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
    exchange.waitAtMost(this.setting.queueTimeout ?? exchange.request.timeout, this.setting.thread.wheel, now)
  }

  /** Closes the pool; requests in flight are aborted, and waiting ones are left to their owners. */
  close(reason: string): void {
    this.#isClosed = true
    for (const connection of this.#connections) connection.close(reason)
  }

  onOpen(connection: UserConnection, now: number): void {
    this.#opening -= 1
    this.setting.onOpened(1)
    const withoutResponse = this.#waitingForFresh.shift()
    if (withoutResponse === undefined) this.onFree(connection, now)
    else connection.send(withoutResponse, now)
  }

  /** Notes that a response is complete but the read is still being processed: the connection is free, or gone, right after that. */
  onResponding(connection: UserConnection): void {
    this.#responding = connection
  }

  /** Notes that a connection can carry the next request. */
  onFree(connection: UserConnection, now: number): void {
    this.#responding = undefined
    const next = this.#shiftInTime(now)
    if (next === undefined) this.#free.push(connection)
    else connection.send(next, now)
  }

  /** Notes that a connection is gone; `withoutResponse` is a request that it carried and that may be sent over another one. */
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
    this.setting.recorder?.requests.closed(closing, now)
    if (closing.wasOpen) this.setting.onOpened(-1)
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
    while (this.#connections.size < this.setting.most && this.#isMoreWanted()) {
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

/** A connection that carries one request at a time. */
class UserConnection implements ConnectionOwner {
  readonly #pool: ConnectionPool
  readonly #connection: Connection
  readonly #limits: { readonly pipelining: number; timeout: number; readonly connectTimeout: number }
  readonly #batch: { bytes: Uint8Array | string; readonly tags: Uint32Array } = { bytes: '', tags: new Uint32Array(1) }
  #exchange: Exchange | undefined
  #withoutResponse: Exchange | undefined
  #isFree = false
  #idleUntil = Infinity

  constructor(pool: ConnectionPool) {
    const { thread, dial, connectTimeout } = pool.setting
    this.#pool = pool
    this.#limits = { pipelining: 1, timeout: Infinity, connectTimeout }
    this.#connection = new Connection(this, thread, dial, this.#limits, pool.resumption)
  }

  open(): void {
    this.#connection.open()
  }

  /** Whether the connection has been idle for so long that its server is about to close it. */
  isStale(now: number): boolean {
    return now >= this.#idleUntil
  }

  /** Sends a request; the connection must be free. */
  send(exchange: Exchange, now: number): void {
    this.#isFree = false
    this.#exchange = exchange
    this.#limits.timeout = exchange.request.timeout
    this.#batch.bytes = exchange.request.message
    exchange.onSent(this, now)
    this.#connection.send(this.#batch, now)
    const { recorder, thread } = this.#pool.setting
    recorder?.requestWritten(exchange, thread.clock.now() - now)
    // An idle connection would keep its last request in memory.
    this.#batch.bytes = ''
  }

  close(reason: string): void {
    this.#connection.close(reason)
  }

  get wantsBody(): boolean {
    return this.#exchange?.wantsBody === true
  }

  isHead(): boolean {
    return this.#exchange?.isHead === true
  }

  onOpen(now: number, connectTime: number, tlsTime: number, isResumed: boolean): void {
    const { recorder, isSecure } = this.#pool.setting
    recorder?.requests.turn(now)
    recorder?.requests.opened(connectTime, isSecure ? tlsTime : undefined, isResumed)
    this.#isFree = true
    this.#pool.onOpen(this, now)
  }

  onBytes(now: number, length: number): void {
    this.#pool.setting.recorder?.requests.received(length, now)
    this.#exchange?.onBytes(now, length)
  }

  onInterim(firstByteAt: number): void {
    this.#exchange?.onInterim(firstByteAt)
  }

  onBody(_tag: number, buffer: Buffer, start: number, end: number): void {
    this.#exchange?.onBody(buffer, start, end)
  }

  onResponse(_tag: number, head: ResponseHead, _sentAt: number, now: number): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    this.#idleUntil = now + head.idleTime
    this.#pool.onResponding(this)
    exchange?.onResponse(head, now)
  }

  onRead(now: number): void {
    if (this.#isFree || this.#exchange !== undefined) return
    this.#isFree = true
    this.#pool.onFree(this, now)
  }

  onLost(...[, loss, reason, , now]: Parameters<ConnectionOwner['onLost']>): void {
    const exchange = this.#exchange
    this.#exchange = undefined
    if (this.#connection.mayRepeat && exchange?.isRepeatable === true) this.#withoutResponse = exchange
    else exchange?.lose(loss, reason, now)
  }

  onClosed(closing: Closing, now: number): void {
    this.#pool.onGone(this, closing, this.#withoutResponse, now)
  }
}
