import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memorySlot } from '../../../test/servers/memory-connection.ts'
import { MemoryNetwork } from '../../../test/servers/memory-network.ts'
import { ManualClock } from '../../base/clock/clock.ts'
import { Connection } from './connection.ts'
import type { ConnectionLimits, ConnectionOwner } from './connection-owner.ts'
import { DeadlineWheel } from './deadline-wheel.ts'
import { HeadCache } from './head-cache.ts'
import type { ResponseHead } from './response-head.ts'

const timeout = 50_000
const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

/** Gives each body all the time there is, once its head has come. */
class HeadHearer implements ConnectionOwner, ConnectionLimits {
  readonly wantsBody = true
  readonly pipelining = 2
  readonly connectTimeout = 30_000
  readonly clock = new ManualClock(1e6)
  readonly wheel = new DeadlineWheel(this.clock, memorySlot)
  readonly network = new MemoryNetwork()
  readonly connection = new Connection(this, { clock: this.clock, wheel: this.wheel, heads: new HeadCache() }, this.network.dial, this)
  readonly told: string[] = []
  timeout = timeout
  closesAtHead = false

  constructor() {
    this.network.welcome = 'held'
    this.connection.open()
    this.network.last.accept()
  }

  isHead(): boolean {
    return false
  }
  onOpen(): void {}
  onBytes(): void {}
  onHead(tag: number, { status }: ResponseHead, now: number): void {
    this.told.push(`head of ${tag}: ${status} at ${now - 1e6}`)
    this.timeout = Infinity
    if (this.closesAtHead) this.connection.close('enough')
  }
  onBody(tag: number, buffer: Buffer, start: number, end: number): void {
    this.told.push(`body of ${tag}: ${buffer.toString('latin1', start, end)}`)
  }
  onResponse(tag: number, ...[, , now]: [ResponseHead, number, number]): void {
    this.told.push(`response of ${tag} at ${now - 1e6}`)
    this.timeout = timeout
  }
  onRead(): void {}
  onLost(tag: number, ...[loss]: [string]): void {
    this.told.push(`${tag}: ${loss}`)
  }
  onClosed(): void {
    this.told.push('closed')
  }

  send(tag: number): void {
    this.connection.send({ bytes: Buffer.from('GET / HTTP/1.1\r\n\r\n'), tags: Uint32Array.of(tag) }, this.clock.now())
  }

  pass(time: number): void {
    this.clock.advance(time)
    this.wheel.turn()
  }
}

let hearer: HeadHearer
beforeEach(() => {
  hearer = new HeadHearer()
})
afterEach(() => hearer.wheel.stop())

describe('an owner that hears of heads', () => {
  test('an owner gets each head before its body, and may then lift the timeout until the next request', () => {
    hearer.send(1)
    hearer.pass(timeout - memorySlot)
    hearer.network.last.send(`HTTP/1.1 103 Early Hints\r\n\r\n${head}1\r\na\r\n`)
    expect(hearer.wheel.watched).toBe(0)
    hearer.pass(1e9)
    hearer.network.last.send('1\r\nb\r\n0\r\n\r\n')
    expect(hearer.told).toEqual([
      `head of 1: 200 at ${timeout - memorySlot}`,
      'body of 1: a',
      'body of 1: b',
      `response of 1 at ${1e9 + timeout - memorySlot}`,
    ])
    hearer.send(2)
    expect(hearer.wheel.watched).toBe(1)
    hearer.pass(timeout + memorySlot)
    expect(hearer.told.slice(4)).toEqual(['2: timeout', 'closed'])
  })

  test('an owner gets no head that comes too late', () => {
    hearer.send(1)
    hearer.clock.advance(timeout)
    hearer.network.last.send(`${head}1\r\na\r\n`)
    expect(hearer.told).toEqual(['1: timeout', 'closed'])
  })

  test('an owner may close the connection at a head, and gets nothing else of this read', () => {
    hearer.closesAtHead = true
    hearer.send(1)
    hearer.send(2)
    hearer.network.last.send(`${head}1\r\na\r\n0\r\n\r\n${head}`)
    expect(hearer.told).toEqual(['head of 1: 200 at 0', '1: aborted', '2: aborted', 'closed'])
    expect(hearer.wheel.watched).toBe(0)
  })
})

test('a deadline that is lifted while it is watched is no longer watched', () => {
  hearer.send(1)
  hearer.timeout = Infinity
  hearer.pass(10 * timeout)
  expect([hearer.wheel.watched, hearer.told]).toEqual([0, []])
  hearer.network.last.send(head)
  expect(hearer.told).toEqual([`head of 1: 200 at ${10 * timeout}`])
})
