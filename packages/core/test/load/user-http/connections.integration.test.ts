import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { PlannedTime } from '../../../src/load/user/http/exchange.ts'
import { HeldServer } from './held-server.ts'
import { Loopback } from './loopback.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

describe('of a user', () => {
  test('a user keeps one connection for requests that follow each other, over iterations', async () => {
    let connections = 0
    const origin = await loopback.tcp((socket) => {
      connections += 1
      socket.on('data', () => socket.write(ok))
    })
    const users = loopback.users(origin)
    const http = users.create()
    for (let i = 0; i < 10; i++) await http.get('/')
    expect([connections, users.scenario.opened]).toEqual([1, 1])
    expect(users.take().connections.opened).toBe(1)
    http.leave()
    expect(users.scenario.opened).toBe(0)
  })

  test('a user has at most six connections at a time, and further requests wait in order', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const http = users.create()
    const responses = Array.from({ length: 10 }, (_, index) => http.get(`/${index}`))
    await server.seen(6)
    expect([server.sockets.length, users.scenario.opened]).toEqual([6, 6])
    for (let responded = 1; responded <= 4; responded++) {
      server.respond()
      await server.seen(6 + responded)
    }
    expect(server.requests.slice(6)).toEqual(['GET /6', 'GET /7', 'GET /8', 'GET /9'])
    for (let i = 0; i < 6; i++) server.respond()
    await Promise.all(responses)
    expect([server.sockets.length, users.count().outcomes]).toEqual([6, { ok: 10 }])
  })

  test('each user has connections of their own', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const responses = [users.create().get('/'), users.create().get('/')]
    await server.seen(2)
    expect(server.sockets).toHaveLength(2)
    server.respond()
    server.respond()
    await Promise.all(responses)
  })

  test('a request after `Connection: close` has a new connection, and nothing is counted as idle or retried', async () => {
    let connections = 0
    const origin = await loopback.http((_request, response) => void response.setHeader('connection', 'close').end())
    const users = loopback.users(origin)
    const http = users.create()
    for (let i = 0; i < 3; i++) await http.get('/')
    connections = users.scenario.opened
    const { connections: counted, run } = users.take()
    expect([connections, counted.opened, counted.closedAfterResponse, counted.closedIdle]).toEqual([0, 3, 3, 0])
    expect([run.outcomes[outcomeIndex.ok], run.retried]).toEqual([3, 0])
  })
})

describe('closed while idle', () => {
  /** A server that closes each connection after its response, announced or not. */
  const closing = (announce: boolean): Promise<string> =>
    loopback.tcp((socket) => {
      socket.on('data', () => socket.end(announce ? ok.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n') : ok))
    })

  test('a connection that is closed while idle has no outcome, and the next request has a new one', async () => {
    const users = loopback.users(await closing(false))
    const http = users.create()
    for (let i = 0; i < 3; i++) {
      await http.post('/')
      await expect.poll(() => users.scenario.opened, { interval: 2 }).toBe(0)
    }
    const { run, connections } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.ok], connections.opened, connections.closedIdle]).toEqual([3, 3, 3, 3])
  })

  /** A server that ends a connection used before as soon as another request comes in over it. */
  const dying = (end: (socket: Socket) => void): Promise<string> =>
    loopback.tcp((socket) => {
      let count = 0
      socket.on('data', () => (count++ === 0 ? socket.write(ok) : end(socket)))
    })

  test.each([
    ['closed', (socket: Socket): void => void socket.end()],
    ['reset', (socket: Socket): void => void socket.resetAndDestroy()],
  ])('a connection that is %s under an idempotent request has the request sent once more and counted once', async (_how, end) => {
    const users = loopback.users(await dying(end))
    const http = users.create()
    await http.get('/')
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      const got = await http.request(method, '/')
      expect([method, got.status, got.timings.timeToFirstByte >= 0]).toEqual([method, 200, true])
    }
    const { run, connections } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.ok], run.retried, connections.opened]).toEqual([7, 7, 6, 7])
  })

  test.each(['POST', 'PATCH', 'PURGE'])('a connection closed under a %s loses the request', async (method) => {
    const users = loopback.users(await dying((socket) => socket.end()))
    const http = users.create()
    await http.get('/')
    await expect(http.request(method, '/')).rejects.toMatchObject({ outcome: 'closed_early', reason: 'closed before the response' })
    expect(users.count().outcomes).toEqual({ ok: 1, closed_early: 1 })
  })

  test('a request whose connection closes in the middle of a response is lost, whatever the method', async () => {
    const users = loopback.users(await dying((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab')))
    const http = users.create()
    await http.get('/')
    await expect(http.get('/')).rejects.toMatchObject({ outcome: 'closed_early', reason: 'closed in the middle of a response' })
    expect(users.take().run.retried).toBe(0)
  })

  test('a request whose connection closes before any use is lost, as that was not idle', async () => {
    const users = loopback.users(await loopback.tcp((socket) => socket.on('data', () => socket.end())))
    await expect(users.create().get('/')).rejects.toMatchObject({ outcome: 'closed_early' })
    expect(users.take().run.retried).toBe(0)
  })

  test('a request whose connection closes a second time is lost, over a connection that was not used before', async () => {
    const users = loopback.users(
      await loopback.tcp((socket, index) => {
        let count = 0
        socket.on('data', () => (index === 0 && count++ === 0 ? socket.write(ok) : socket.end()))
      }),
    )
    const http = users.create()
    await http.get('/')
    await expect(http.get('/')).rejects.toMatchObject({ outcome: 'closed_early' })
    const { run, connections } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.ok], run.outcomes[outcomeIndex.closed_early], run.retried, connections.opened]).toEqual([
      2, 1, 1, 1, 2,
    ])
  })

  test('idle connections that all close at once are replaced: each request finds a fresh one', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const http = users.create()
    const first = [http.get('/'), http.get('/'), http.get('/')]
    await server.seen(3)
    for (let i = 0; i < 3; i++) server.respond()
    await Promise.all(first)
    for (const socket of server.sockets) socket.resetAndDestroy()
    // Sent before their end is known here.
    const second = [http.get('/'), http.get('/'), http.get('/')]
    await expect.poll(() => server.sockets.length).toBeGreaterThanOrEqual(6)
    await server.seen(6)
    for (let i = 0; i < 3; i++) server.respond()
    await Promise.all(second)
    expect(users.count()).toEqual({ started: 6, outcomes: { ok: 6 }, reasons: [] })
  })
})

test('blank lines behind a response make no connection free twice', async () => {
  const server = await HeldServer.start(loopback)
  const users = loopback.users(server.origin)
  const http = users.create()
  const first = http.get('/')
  await server.seen(1)
  server.respond()
  await first
  users.take()
  server.sockets[0]?.write('\r\n')
  await expect.poll(() => users.take().run.dataReceived).toBe(2)
  const responses = [http.get('/'), http.get('/')]
  await server.seen(3)
  expect(server.sockets).toHaveLength(2)
  server.respond()
  server.respond()
  await Promise.all(responses)
})

test('the first request of an iteration is due when the iteration is, the others when they are made', async () => {
  const origin = await loopback.tcp((socket) => socket.on('data', () => socket.write(ok)))
  let due: number | undefined
  const planned: PlannedTime = {
    take: (now) => {
      const at = due ?? now
      due = undefined
      return at
    },
  }
  const users = loopback.users(origin)
  const http = users.create(planned)
  await http.get('/')
  due = users.scenario.wiring.thread.clock.now() - 60e6
  const { timings: late } = await http.get('/')
  const { timings } = await http.get('/')
  expect(late.responseTime).toBeGreaterThan(60_000)
  expect(late.responseTime - late.serviceTime).toBeGreaterThan(59_999)
  expect(timings.responseTime - timings.serviceTime).toBeLessThan(30_000)
})
