import { afterEach, describe, expect, test } from 'vitest'
import { HeldServer } from './held-server.ts'
import { Loopback } from './loopback.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

describe('shared by all users', () => {
  test('users share as many connections as the pool has, first come first served', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin, { connections: { pool: 2 } })
    const responses = Array.from({ length: 6 }, (_, index) => users.create().get(`/${index}`))
    await server.seen(2)
    for (let responded = 1; responded <= 4; responded++) {
      server.respond()
      await server.seen(2 + responded)
    }
    expect([server.sockets.length, server.requests.slice(2)]).toEqual([2, ['GET /2', 'GET /3', 'GET /4', 'GET /5']])
    server.respond()
    server.respond()
    await Promise.all(responses)
    expect(users.count()).toMatchObject({ started: 6, outcomes: { ok: 6 } })
  })

  test('waiting for a shared connection counts in the response time and not in the service time', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin, { connections: { pool: 1 } })
    const [first, second] = [users.create().get('/'), users.create().get('/')]
    await server.seen(1)
    const asked = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Both times include all of this one, but for what a microsecond is rounded by.
    const held = performance.now() - asked - 0.002
    server.respond()
    const { timings: waited } = await first
    await server.seen(2)
    server.respond()
    const { timings } = await second
    expect(waited.serviceTime).toBeGreaterThan(held)
    expect(timings.responseTime - timings.serviceTime).toBeGreaterThan(held)
    const { windows } = users.take()
    expect([windows[0]?.serviceTime.count, windows[0]?.responseTime.count]).toEqual([2, 2])
  })

  test('a user who leaves takes no shared connection along', async () => {
    const origin = await loopback.tcp((socket) => socket.on('data', () => socket.write(ok)))
    const users = loopback.users(origin, { connections: { pool: 1 } })
    const leaving = users.create()
    await leaving.get('/')
    leaving.leave()
    expect(users.scenario.opened).toBe(1)
    await users.create().get('/')
    expect(users.take().connections.opened).toBe(1)
    await users.scenario.end()
    expect(users.scenario.opened).toBe(0)
  })

  test('no shared connection is opened after the end, even where requests still wait', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin, { connections: { pool: 1 } })
    const [first, second] = [users.create(), users.create()]
    const failures = [first.get('/'), second.get('/')].map((promise) => promise.catch((error: unknown) => error))
    await server.seen(1)
    await users.scenario.end()
    expect(await failures[0]).toMatchObject({ outcome: 'aborted', reason: 'the end of the test' })
    first.leave()
    second.leave()
    expect(await failures[1]).toMatchObject({ outcome: 'aborted' })
    expect([server.sockets.length, users.count().outcomes]).toEqual([1, { aborted: 2 }])
  })

  test('a shared connection that a request was aborted on is replaced for those that wait', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin, { connections: { pool: 1 } })
    const [aborted, waiting] = [users.create(), users.create()]
    const failed = aborted.get('/aborted')
    const response = waiting.get('/waiting')
    await server.seen(1)
    aborted.abort('enough')
    await expect(failed).rejects.toMatchObject({ outcome: 'aborted', reason: 'enough' })
    await server.seen(2)
    server.respond('')
    server.respond()
    expect((await response).status).toBe(200)
    expect([server.sockets.length, users.count().outcomes]).toEqual([2, { ok: 1, aborted: 1 }])
  })
})
