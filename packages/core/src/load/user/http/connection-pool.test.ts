import { afterEach, describe, expect, test } from 'vitest'
import { MemoryNetwork } from '../../../../test/servers/memory-network.ts'
import { ManualClock } from '../../../base/clock/clock.ts'
import { DeadlineWheel } from '../../wire/deadline-wheel.ts'
import { HeadCache } from '../../wire/head-cache.ts'
import { ConnectionPool } from './connection-pool.ts'
import { Exchange, PendingResponse, type ExchangeOwner } from './exchange.ts'
import { HttpOrigins, type HttpWiring } from './http-origin.ts'
import { RequestWriter } from './request-writer.ts'
import { UserCookies } from './user-cookies.ts'

const clock = new ManualClock(1e6)
const wheel = new DeadlineWheel(clock)
afterEach(() => wheel.stop())

const url = 'http://target'
const wiring: HttpWiring = {
  thread: { clock, wheel, heads: new HeadCache() },
  createDial: () => new MemoryNetwork().dial,
  route: { address: { kind: 'tcp', host: '127.0.0.1', port: 80, family: 4 }, host: 'target', tls: undefined },
  url,
  timeout: 1e6,
  connectTimeout: 1e6,
  recorder: undefined,
  headers: {},
  connections: 'perUser',
}
const response = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** A pool over sockets in memory, and the outcome of each of its requests. */
class MemoryPool implements ExchangeOwner {
  readonly recorder = undefined
  readonly network = new MemoryNetwork()
  readonly told: string[] = []
  readonly timeouts: number[] = []
  readonly pool: ConnectionPool
  readonly #origins: HttpOrigins
  readonly #writer: RequestWriter

  constructor(most: number, queueTimeout?: number) {
    this.network.welcome = 'held'
    this.#origins = new HttpOrigins({ ...wiring, createDial: () => this.network.dial, connections: { pool: most, queueTimeout } })
    this.#writer = new RequestWriter(wiring, this.#origins)
    this.pool = new ConnectionPool(this.#origins.first)
  }

  get opened(): number {
    return this.#origins.opened
  }

  send(path: string): Exchange {
    const request = this.#writer.write(
      { method: 'GET', path, options: {}, body: undefined },
      { cookies: new UserCookies(url), home: undefined },
    )
    const exchange = new Exchange(this, request, new PendingResponse(), { plannedAt: clock.now(), requestedAt: clock.now(), redirects: 0 })
    this.pool.send(exchange, clock.now())
    return exchange
  }

  onResponse: (() => void) | undefined

  onResponded({ request }: Exchange): void {
    this.told.push(`${request.target} responded`)
    this.onResponse?.()
  }

  onLost({ request, timeout }: Exchange, loss: string, reason: string): void {
    this.told.push(`${request.target} ${loss}: ${reason}`)
    if (loss === 'timeout') this.timeouts.push(timeout)
  }
}

test.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM', 'EPERM'])(
  'a connection that a limit of this machine keeps from opening causes a local error (%s)',
  (code) => {
    const { network, send, told } = bind(new MemoryPool(1))
    send('/1')
    network.last.fail(code)
    expect(told).toEqual([`/1 local_error: ${code}`])
  },
)

test('a pool opens no more connections than requests are waiting, even if some ended meanwhile', () => {
  const { pool, network, send, told } = bind(new MemoryPool(6))
  const [first] = [send('/1'), send('/2')]
  expect(network.sockets).toHaveLength(2)
  first.abort('enough', clock.now())
  network.sockets[0]?.fail('ECONNREFUSED')
  expect(network.sockets).toHaveLength(2)
  expect(told).toEqual(['/1 aborted: enough', '/2 refused: ECONNREFUSED'])
  send('/3')
  expect(network.sockets).toHaveLength(2)
  network.sockets[1]?.accept()
  network.sockets[1]?.send(response)
  expect(told.at(-1)).toBe('/3 responded')
  pool.close('over')
})

test('a request that waits to be sent once more can be aborted, and is then not sent', () => {
  const memory = new MemoryPool(1)
  const { network, send, told } = bind(memory)
  send('/1')
  network.last.accept()
  network.last.send(response)
  const repeated = send('/2')
  network.last.end()
  expect([told, network.sockets.length]).toEqual([['/1 responded'], 2])
  repeated.abort('enough', clock.now())
  expect(told.at(-1)).toBe('/2 aborted: enough')
  network.last.accept()
  expect([network.last.written, memory.opened]).toEqual(['', 1])
  send('/3')
  expect(network.last.written).toContain('GET /3')
})

test('a refused connection costs the request that has waited longest, and retries have waited longer', () => {
  const { network, send, told } = bind(new MemoryPool(1))
  send('/1')
  network.last.accept()
  network.last.send(response)
  send('/2')
  send('/3')
  network.last.end()
  network.last.fail('ECONNREFUSED')
  expect(told).toEqual(['/1 responded', '/2 refused: ECONNREFUSED'])
  network.last.fail('ECONNREFUSED')
  expect(told.at(-1)).toBe('/3 refused: ECONNREFUSED')
})

test('a refused connection costs the request that has waited longest, whichever request it was opened for', () => {
  const { pool, network, send, told } = bind(new MemoryPool(3))
  for (const path of ['/1', '/2', '/3']) send(path)
  // The one that was opened for the second request, and the one for the third.
  network.sockets[1]?.fail('ECONNREFUSED')
  expect(told).toEqual(['/1 refused: ECONNREFUSED'])
  network.sockets[2]?.fail('ECONNREFUSED')
  expect(told.slice(1)).toEqual(['/2 refused: ECONNREFUSED'])
  network.sockets[0]?.accept()
  expect(network.sockets.map(({ requests }) => requests)).toEqual([['GET /3 HTTP/1.1'], [], []])
  pool.close('over')
})

test('a request gets the free connection that was used last, so that unneeded ones stay idle until they are closed', () => {
  const { network, send, told } = bind(new MemoryPool(6))
  for (const path of ['/1', '/2', '/3']) send(path)
  for (const socket of network.sockets) socket.accept()
  // Freed in another order than they were opened in.
  for (const index of [0, 2, 1]) network.sockets[index]?.send(response)
  for (const path of ['/4', '/5', '/6', '/7']) {
    send(path)
    network.sockets[1]?.send(response)
  }
  expect(network.sockets.map(({ requests }) => requests.length)).toEqual([1, 5, 1])
  send('/8')
  send('/9')
  expect(network.sockets.map(({ requests }) => requests.at(-1))).toEqual(['GET /1 HTTP/1.1', 'GET /8 HTTP/1.1', 'GET /9 HTTP/1.1'])
  // The server closes what was idle all the time, and nobody misses it.
  network.sockets[0]?.end()
  expect([network.sockets.length, told.filter((line) => !line.endsWith('responded'))]).toEqual([3, []])
})

test('a request that is made while a response is handed over, as for a redirect, gets its connection', () => {
  const memory = new MemoryPool(6)
  const { network, send, told } = bind(memory)
  memory.onResponse = () => {
    memory.onResponse = undefined
    send('/next')
  }
  send('/1')
  network.last.accept()
  network.last.send(response)
  expect([network.sockets.length, network.last.requests]).toEqual([1, ['GET /1 HTTP/1.1', 'GET /next HTTP/1.1']])
  network.last.send(response)
  expect(told).toEqual(['/1 responded', '/next responded'])
})

test('a request that is made while a response is handed over that closes its connection gets another one', () => {
  const memory = new MemoryPool(6)
  const { network, send } = bind(memory)
  memory.onResponse = () => {
    memory.onResponse = undefined
    send('/next')
  }
  send('/1')
  network.last.accept()
  network.last.send(response.replace('Content', 'Connection: close\r\nContent'))
  expect(network.sockets).toHaveLength(2)
  network.last.accept()
  expect(network.last.requests).toEqual(['GET /next HTTP/1.1'])
})

test('a pool uses a connection until a second before its server closes it as idle', () => {
  const { network, send } = bind(new MemoryPool(1))
  send('/1')
  network.last.accept()
  network.last.send(response.replace('Content', 'Keep-Alive: timeout=5\r\nContent'))
  clock.advance(3_999_999)
  send('/2')
  network.last.send(response.replace('Content', 'Keep-Alive: timeout=5\r\nContent'))
  expect(network.sockets).toHaveLength(1)
  clock.advance(4_000_000)
  send('/3')
  expect([network.sockets.length, network.sockets[0]?.isHeld]).toEqual([2, false])
})

describe('a request that waits for a connection of a pool', () => {
  test.each([
    ['for as long as its response may take', undefined, wiring.timeout],
    ['for as long as the pool says', 300_000, 300_000],
  ])('a request waits for a connection %s, and then ends as a timeout that counts from its call', (_, queueTimeout, limit) => {
    const memory = new MemoryPool(1, queueTimeout)
    const { network, send, told } = bind(memory)
    send('/1')
    network.last.accept()
    const waiting = send('/2')
    clock.advance(limit - 1)
    wheel.turn()
    expect(told).not.toContain('/2 timeout: no connection of the pool was free')
    clock.advance(20_000)
    wheel.turn()
    expect(told).toContain('/2 timeout: no connection of the pool was free')
    expect([waiting.isOver, waiting.sentAt, memory.timeouts.at(-1)]).toEqual([true, 0, limit])
  })

  test('a request that has waited too long ends when that is noticed late, and the next one gets the connection', () => {
    const memory = new MemoryPool(1, 300_000)
    const { network, send, told } = bind(memory)
    send('/1')
    network.last.accept()
    const late = send('/2')
    clock.advance(200_000)
    send('/3')
    clock.advance(100_000)
    network.last.send(response)
    expect(told).toEqual(['/1 responded', '/2 timeout: no connection of the pool was free'])
    expect([late.sentAt, memory.timeouts]).toEqual([0, [300_000]])
    network.last.send(response)
    expect(told.at(-1)).toBe('/3 responded')
  })

  test('a request has its whole timeout for the response after its send, and its wait is no longer limited', () => {
    const { network, send, told } = bind(new MemoryPool(1, 300_000))
    send('/1')
    network.last.accept()
    const waited = send('/2')
    clock.advance(200_000)
    network.last.send(response)
    expect([waited.sentAt - waited.requestedAt, waited.timeout]).toEqual([200_000, wiring.timeout])
    clock.advance(200_000)
    wheel.turn()
    network.last.send(response)
    expect(told).toEqual(['/1 responded', '/2 responded'])
  })
})

function bind(memory: MemoryPool): { pool: ConnectionPool; network: MemoryNetwork; told: string[]; send: (path: string) => Exchange } {
  return { pool: memory.pool, network: memory.network, told: memory.told, send: (path) => memory.send(path) }
}
