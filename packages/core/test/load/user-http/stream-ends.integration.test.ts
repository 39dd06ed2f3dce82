import type { Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { ManualClock, systemClock } from '../../../src/base/clock/clock.ts'
import { DeadlineWheel } from '../../../src/load/wire/deadline-wheel.ts'
import { HeadCache } from '../../../src/load/wire/head-cache.ts'
import type { WireThread } from '../../../src/load/wire/connection-owner.ts'
import { HeardStream } from './heard-stream.ts'
import { HeldServer } from './held-server.ts'
import { freePort } from '../../../../../test/free-port.ts'
import { Loopback } from './loopback.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'
import { unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

const chunkedHead = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

const closedOrigin = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`

describe('before its head', () => {
  test('each of many streams is refused, and never during the call', async () => {
    const users = loopback.users(await closedOrigin())
    const http = users.create()
    const heard = Array.from({ length: 20 }, () => new HeardStream(http, '/events'))
    for (const one of heard) expect(await one.ended()).toEqual({ by: 'error', reason: 'ECONNREFUSED' })
    const { run, connections, errors } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.refused], connections.refused, connections.opened]).toEqual([20, 20, 20, 0])
    expect(errors).toMatchObject([{ reason: 'ECONNREFUSED', endpoint: 'GET /events', count: 20 }])
  })

  const ends: [string, string, string, (socket: Socket) => void][] = [
    ['reset', 'error', 'ECONNRESET', (socket) => socket.resetAndDestroy()],
    ['closed_early', 'target', 'closed before the response', (socket) => socket.end()],
    ['closed_early', 'target', 'closed in the middle of a response', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['protocol_error', 'error', 'not an HTTP response', (socket) => socket.write('SMTP ready\r\n\r\n')],
    ['protocol_error', 'error', 'unexpected 101', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  ]
  test.each(ends)('a stream ends before its head as %s, by the %s: %s', async (outcome, by, reason, end) => {
    const users = loopback.users(await loopback.tcp((socket) => socket.on('data', () => end(socket))))
    const heard = new HeardStream(users.create(), '/')
    expect(await heard.ended()).toEqual({ by, reason })
    expect([heard.calls, users.scenario.opened]).toEqual([['end'], 0])
    expect(users.count()).toEqual({ started: 1, outcomes: { [outcome]: 1 }, reasons: [reason] })
  })

  test.each(['opening', 'waiting for the response'])('a stream that is closed by the client while it is %s is aborted', async (state) => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const heard = new HeardStream(users.create(), '/')
    if (state !== 'opening') await server.seen(1)
    heard.stream.close()
    expect([heard.end, heard.calls]).toEqual([{ by: 'client', reason: 'closed by the user' }, ['end']])
    heard.stream.close('again')
    expect(heard.calls).toEqual(['end'])
    expect(users.count()).toEqual({ started: 1, outcomes: { aborted: 1 }, reasons: ['closed by the user'] })
  })
})

test.each([
  ['garbage', 'garbage', 1],
  ['a second response', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 1],
  ['a line end', '\r\n', 0],
  ['nothing', '', 0],
])('%s after the response of a stream: the end of its body is its end, and surplus bytes are counted', async (_what, more, surplus) => {
  const server = await HeldServer.start(loopback)
  const users = loopback.users(server.origin)
  const heard = new HeardStream(users.create(), '/')
  await server.seen(1)
  server.respond(`${chunkedHead}1\r\na\r\n0\r\n\r\n${more}`)
  expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
  expect([heard.text, heard.ends.length]).toEqual(['a', 1])
  const { run, connections } = users.take()
  expect([run.outcomes[outcomeIndex.ok], connections.opened, connections.surplus, connections.withoutSurplus]).toEqual([1, 1, surplus, 0])
})

describe('its timeout', () => {
  function manual(): { clock: ManualClock; thread: WireThread } {
    const clock = new ManualClock(systemClock.now())
    const wheel = new DeadlineWheel(clock)
    onTestFinished(() => wheel.stop())
    return { clock, thread: { clock, wheel, heads: new HeadCache() } }
  }

  test.each([
    ['is not answered', ''],
    ['is answered with half a head', chunkedHead.slice(0, -2)],
  ])('ends one that %s', async (_how, half) => {
    const server = await HeldServer.start(loopback)
    const { clock, thread } = manual()
    const users = loopback.users(server.origin, { thread })
    const heard = new HeardStream(users.create(), '/', { timeout: '5s' })
    await server.seen(1)
    server.respond(half)
    let received = 0
    await expect.poll(() => (received += users.take().run.dataReceived)).toBe(half.length)
    clock.advance(4.9e6)
    thread.wheel.turn()
    expect(heard.calls).toEqual([])
    clock.advance(0.12e6)
    thread.wheel.turn()
    expect([heard.end, heard.calls]).toEqual([{ by: 'error', reason: 'request timeout' }, ['end']])
    const { run, endpoints } = users.take()
    expect([run.outcomes[outcomeIndex.timeout], unpackSeries(endpoints)[0]?.responseTimes[0]?.[1].max]).toEqual([1, 5e6])
  })

  test('the timeout of a stream ends with its head, and watches nothing any more', async () => {
    const server = await HeldServer.start(loopback)
    const { clock, thread } = manual()
    const users = loopback.users(server.origin, { thread, timeout: 5e6 })
    const heard = new HeardStream(users.create(), '/')
    await server.seen(1)
    clock.advance(4.9e6)
    server.respond(chunkedHead)
    await heard.opened()
    expect(thread.wheel.watched).toBe(0)
    clock.advance(3600e6)
    thread.wheel.turn()
    server.sockets[0]?.write('2\r\nhi\r\n')
    await heard.heard('hi')
    expect(heard.times).toEqual([clock.now()])
    clock.advance(3600e6)
    server.sockets[0]?.write('0\r\n\r\n')
    expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
    expect([heard.ends[0]?.at, users.count()]).toEqual([clock.now(), { started: 1, outcomes: { ok: 1 }, reasons: [] }])
  })

  test('a head that comes when the time is over comes too late', async () => {
    const server = await HeldServer.start(loopback)
    const { clock, thread } = manual()
    const users = loopback.users(server.origin, { thread, timeout: 5e6 })
    const heard = new HeardStream(users.create(), '/')
    await server.seen(1)
    clock.advance(5e6)
    server.respond(chunkedHead)
    expect(await heard.ended()).toEqual({ by: 'error', reason: 'request timeout' })
    expect([heard.calls, users.count().outcomes]).toEqual([['end'], { timeout: 1 }])
  })
})

test('the connection of a stream ends with it, and is not counted as closed after a response that announced it', async () => {
  const users = loopback.users(await loopback.http((_request, response) => void response.setHeader('connection', 'close').end()))
  const heard = new HeardStream(users.create(), '/')
  expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
  expect(users.take().connections).toMatchObject({ opened: 1, closedAfterResponse: 0, closedIdle: 0 })
})

describe('behind its head', () => {
  const lengthHead = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'
  const closeHead = 'HTTP/1.1 200 OK\r\n\r\n'
  const ends: [string, string, [by: string, reason: string], (socket: Socket) => void][] = [
    ['a chunked body that is cut', chunkedHead, ['target', 'closed by the target'], (socket) => socket.end()],
    ['a chunk that is cut', chunkedHead, ['target', 'closed by the target'], (socket) => socket.end('9\r\nhalf')],
    ['a body that is cut', lengthHead, ['target', 'closed by the target'], (socket) => socket.end('half')],
    ['a body until the connection closes', closeHead, ['target', 'end of the body'], (socket) => socket.end('all')],
    ['a reset', chunkedHead, ['error', 'ECONNRESET'], (socket) => socket.resetAndDestroy()],
    ['what is no chunk', chunkedHead, ['error', 'invalid chunk size'], (socket) => socket.write('data\r\n')],
    ['more than was to come', chunkedHead, ['target', 'end of the body'], (socket) => socket.write('0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n')],
  ]
  test.each(ends)('a stream ends behind its head: %s', async (_name, head, [by, reason], end) => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const heard = new HeardStream(users.create(), '/')
    await server.seen(1)
    server.respond(head)
    await heard.opened()
    const [socket] = server.sockets
    if (socket !== undefined) end(socket)
    expect(await heard.ended()).toEqual({ by, reason })
    expect([heard.ends.length, heard.calls.at(-1), users.scenario.opened]).toEqual([1, 'end', 0])
    // However the stream ends, its request got a response, and the connection was not idle.
    const { run, connections } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.ok], connections.closedIdle]).toEqual([1, 1, 0])
  })

  test('a stream that is closed by the client ends at once, and the server notices', async () => {
    const server = await HeldServer.start(loopback)
    const users = loopback.users(server.origin)
    const heard = new HeardStream(users.create(), '/')
    await server.seen(1)
    server.respond(`${chunkedHead}2\r\nhi\r\n`)
    await heard.heard('hi')
    heard.stream.close('enough')
    expect([heard.end, heard.stream.isOpen, users.scenario.opened]).toEqual([{ by: 'client', reason: 'enough' }, false, 0])
    const [socket] = server.sockets
    await expect.poll(() => socket?.destroyed).toBe(true)
    expect(heard.calls).toEqual(['head', 'bytes', 'end'])
  })
})
