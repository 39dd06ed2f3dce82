import { ManualClock } from '../../src/base/clock/clock.ts'
import type { Closing } from '../../src/model/metrics/outcome.ts'
import { Connection } from '../../src/load/wire/connection.ts'
import type { ConnectionLimits, ConnectionOwner } from '../../src/load/wire/connection-owner.ts'
import { DeadlineWheel } from '../../src/load/wire/deadline-wheel.ts'
import { HeadCache } from '../../src/load/wire/head-cache.ts'
import type { ResponseHead } from '../../src/load/wire/response-head.ts'
import { MemoryNetwork } from './memory-network.ts'

/** The limits of every {@link MemoryConnection}. */
export const memoryConnectionLimits: ConnectionLimits = { pipelining: 4, timeout: 50_000, connectTimeout: 30_000 }
/** How exact its deadlines are, in microseconds. */
export const memorySlot = 10_000

/** Notes its calls, in order. */
class NotingOwner implements ConnectionOwner {
  readonly wantsBody = false
  readonly told: string[] = []
  readonly closings: Closing[] = []
  isHead(tag: number): boolean {
    return tag === 1000
  }
  onOpen(_now: number, connectTime: number, tlsTime: number): void {
    this.told.push(`open after ${connectTime} + ${tlsTime}`)
  }
  onBytes(_now: number, length: number): void {
    this.told.push(`${length} bytes`)
  }
  onBody(): void {
    throw new Error('no body was asked for')
  }
  onResponse(tag: number, head: ResponseHead, sentAt: number, now: number): void {
    this.told.push(`${tag}: ${head.status} after ${now - sentAt}`)
  }
  onRead(): void {
    this.told.push('read')
  }
  onLost(...[tag, loss, reason, sentAt, now]: Parameters<ConnectionOwner['onLost']>): void {
    this.told.push(`${tag}: ${loss}, ${reason}, after ${now - sentAt}`)
  }
  onClosed(closing: Closing): void {
    this.told.push('closed')
    this.closings.push(closing)
  }
  /** The calls since the last `take`. */
  take(): string[] {
    return this.told.splice(0)
  }
}

/** A connection over a socket in memory, opened or not, and what there is around it. */
export class MemoryConnection {
  readonly clock = new ManualClock(1e6)
  readonly wheel = new DeadlineWheel(this.clock, memorySlot)
  readonly network = new MemoryNetwork()
  readonly owner = new NotingOwner()
  readonly connection = new Connection(
    this.owner,
    { clock: this.clock, wheel: this.wheel, heads: new HeadCache() },
    this.network.dial,
    memoryConnectionLimits,
  )

  constructor() {
    this.network.welcome = 'held'
  }

  /** Opens the connection and forgets that it did. */
  open(): this {
    this.connection.open()
    this.network.last.accept()
    this.owner.take()
    return this
  }

  readonly send = (...tags: number[]): void => {
    this.connection.send(
      { bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n'.repeat(tags.length)), tags: Uint32Array.from(tags) },
      this.clock.now(),
    )
  }

  /** Lets time pass a slot of the wheel at a time. */
  readonly pass = (time: number): void => {
    for (let left = time; left > 0; left -= memorySlot) {
      this.clock.advance(Math.min(left, memorySlot))
      this.wheel.turn()
    }
  }
}
