import { afterEach, describe, expect, test, vi } from 'vitest'
import type { HttpStream, StreamHandler } from '../../../src/load/user/http/http-client.ts'
import { HeardStream } from './heard-stream.ts'
import { HeldServer } from './held-server.ts'
import { Loopback } from './loopback.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

describe('a user that is stopped or leaves', () => {
  test.each(['abort', 'leave'] as const)('a user that is stopped by %s ends all of its streams at once, each counted once', async (how) => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const [http, other] = [users.create(), users.create()]
    const open = [0, 1, 2].map(() => new HeardStream(http, '/'))
    const ofOther = new HeardStream(other, '/')
    await server.seen(4)
    for (let i = 0; i < 4; i++) server.respond(chunkedHead)
    for (const heard of [...open, ofOther]) await heard.opened()
    const waiting = new HeardStream(http, '/')
    await server.seen(5)
    const opening = new HeardStream(http, '/')
    if (how === 'abort') http.abort('the end')
    else http.leave()
    const reason = how === 'abort' ? 'the end' : 'its user has left'
    for (const heard of [...open, waiting, opening]) expect(heard.end).toEqual({ by: 'client', reason })
    expect([ofOther.stream.isOpen, users.scenario.opened]).toEqual([true, 1])
    expect(users.count()).toMatchObject({ started: 6, outcomes: { ok: 4, aborted: 2 } })
    await expect.poll(() => server.sockets.filter(({ destroyed }) => destroyed).length).toBe(server.sockets.length - 1)
  })

  test('a stream that a stopped user asks for ends later, and is not counted', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const http = users.create()
    http.abort('the end')
    const heard = new HeardStream(http, '/')
    expect(await heard.ended()).toEqual({ by: 'client', reason: 'the end' })
    expect([users.count().started, server.sockets.length]).toEqual([0, 0])
  })

  test('a user that is stopped may ask for another stream as soon as one ends', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const http = users.create()
    let again: HeardStream | undefined
    http.stream('/', {}, { onHead: () => {}, onBytes: () => {}, onEnd: () => (again = new HeardStream(http, '/again')) })
    await server.seen(1)
    http.leave()
    expect(await again?.ended()).toEqual({ by: 'client', reason: 'its user has left' })
    expect(users.count()).toMatchObject({ started: 1, outcomes: { aborted: 1 } })
  })
})

test('a stream without a head is a loss of its iteration, unless the journey closed it', async () => {
  const server = await HeldServer.start(loopback)
  const ended: boolean[] = []
  const http = loopback.users(server.origin).create({ take: (now) => now, onEnded: (hasResponse) => void ended.push(hasResponse) })
  const closed = new HeardStream(http, '/')
  const lost = new HeardStream(http, '/')
  await server.seen(2)
  closed.stream.close()
  for (const socket of server.sockets) socket.destroy()
  await lost.ended()
  const opened = new HeardStream(http, '/')
  await server.seen(3)
  server.sockets.at(-1)?.write(chunkedHead)
  await opened.opened()
  expect(ended).toEqual([false, true])
})

test('a user waits for the target while it has a request without its head, not while it has a stream', async () => {
  const server = await HeldServer.start(loopback)
  const told: boolean[] = []
  const http = loopback.users(server.origin).create({ take: (now) => now, onRequests: (hasRequests) => void told.push(hasRequests) })
  const [one, other] = [new HeardStream(http, '/'), new HeardStream(http, '/')]
  await server.seen(2)
  server.respond(chunkedHead)
  await vi.waitUntil(() => one.heads.length + other.heads.length === 1, { timeout: 20_000 })
  expect(told).toEqual([true])
  server.respond(chunkedHead)
  await Promise.all([one.opened(), other.opened()])
  expect(told).toEqual([true, false])
  const request = http.get('/')
  const late = new HeardStream(http, '/')
  await server.seen(4)
  server.respond()
  server.respond()
  await Promise.all([request, late.ended()])
  expect(told).toEqual([true, false, true, false])
  for (const { stream } of [one, other]) stream.close()
  new HeardStream(http, '/').stream.close()
  expect(told).toEqual([true, false, true, false, true, false])
})

describe('a handler', () => {
  const calls = ['onHead', 'onBytes'] as const

  /** Streams over one server, whose handler does something in one of its calls. */
  async function handled(
    act: (call: string, stream: HttpStream) => void,
  ): Promise<{ told: string[]; users: ReturnType<Loopback['users']> }> {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const told: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const tell = (call: string, text = call): void => {
      told.push(text)
      act(call, stream)
    }
    const handler: StreamHandler = {
      onHead: () => tell('onHead'),
      onBytes: () => tell('onBytes'),
      onEnd: ({ by, reason }) => {
        resolve()
        tell('onEnd', `${by}: ${reason}`)
      },
    }
    const stream = users.create().stream('/', {}, handler)
    await server.seen(1)
    // The head and three chunks in one read.
    server.respond(`${chunkedHead}1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n`)
    await promise
    await new Promise((done) => setImmediate(done))
    return { told, users }
  }

  test.each(calls)('a handler that closes its stream in %s hears nothing more', async (call) => {
    const { told, users } = await handled((in_, stream) => in_ === call && stream.close('enough'))
    expect(told).toEqual([...calls.slice(0, calls.indexOf(call) + 1), 'client: enough'])
    expect([users.count(), users.scenario.opened]).toEqual([{ started: 1, outcomes: { ok: 1 }, reasons: [] }, 0])
  })

  test.each(calls)('a handler that throws in %s ends its stream as an error, and hears nothing more', async (call) => {
    const { told, users } = await handled((in_) => {
      if (in_ === call) throw new Error('a bug\nin a journey')
    })
    expect(told).toEqual([...calls.slice(0, calls.indexOf(call) + 1), 'error: a bug'])
    expect([users.count(), users.scenario.opened]).toEqual([{ started: 1, outcomes: { ok: 1 }, reasons: [] }, 0])
  })

  test('a handler that throws in onEnd is seen as a failed check', async () => {
    const { told, users } = await handled((call) => {
      if (call === 'onEnd') throw new Error('a bug')
    })
    expect(told.at(-1)).toBe('target: end of the body')
    expect(users.take().users?.checks).toEqual([{ name: 'http.stream, onEnd: a bug', passed: 0, failed: 1 }])
  })
})

test('the counts of streams are those of the server, whatever becomes of each', async () => {
  const seen = { requests: 0, closed: 0, bytes: 0 }
  const origin = await loopback.http((request, response) => {
    const kind = seen.requests++ % 4
    response.on('close', () => (seen.closed += 1))
    response.writeHead(kind === 0 ? 503 : 200)
    response.write('x'.repeat(100))
    seen.bytes += 100
    if (kind === 1) response.end()
    if (kind === 2) setImmediate(() => request.socket.resetAndDestroy())
  })
  const users = loopback.users(origin)
  const http = Array.from({ length: 20 }, () => users.create())
  const heard = Array.from({ length: 200 }, (_, index) => new HeardStream(http[index % 20] ?? users.create(), '/'))
  // A reset may overtake what was sent before it: such a request got no response.
  for (const one of heard) await expect.poll(() => one.text.length === 100 || one.ends.length > 0).toBe(true)
  for (const session of http) session.abort('the end')
  expect(heard.filter(({ ends }) => ends.length !== 1)).toEqual([])
  const { run, connections } = users.take()
  expect([run.started, connections.opened, users.scenario.opened]).toEqual([seen.requests, 200, 0])
  expect(run.outcomes.reduce((sum, count) => sum + count, 0)).toBe(200)
  expect([run.outcomes[outcomeIndex.http_error], heard.filter(({ heads }) => heads[0]?.ok === false).length]).toEqual([50, 50])
  expect(run.outcomes[outcomeIndex.ok]).toBe(heard.filter(({ heads }) => heads[0]?.ok === true).length)
  await expect.poll(() => seen.closed).toBe(200)
})
