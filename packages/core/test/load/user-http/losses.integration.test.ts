import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpResponse } from '../../../src/load/user/http/http-client.ts'
import { RequestError } from '../../../src/load/user/failure.ts'
import { freePort } from '../../../../../test/free-port.ts'
import { Loopback } from './loopback.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'
import { unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** An origin where nobody listens. */
const closedOrigin = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`

const failureOf = (promise: Promise<HttpResponse>): Promise<unknown> =>
  promise.then(
    () => 'a response',
    (error: unknown) => error,
  )

describe('a request without a response rejects with what it is counted as', () => {
  test('a refused request rejects with its outcome, at once and each time', async () => {
    const users = loopback.users(await closedOrigin())
    const http = users.create()
    for (let i = 0; i < 3; i++) {
      const failure = await failureOf(http.post('/bid'))
      expect(failure).toBeInstanceOf(RequestError)
      expect(failure).toMatchObject({
        message: 'POST /bid: refused (ECONNREFUSED)',
        outcome: 'refused',
        reason: 'ECONNREFUSED',
        endpoint: 'POST /bid',
      })
    }
    const { run, connections } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.refused], connections.refused, connections.opened]).toEqual([3, 3, 3, 0])
  })

  test('each of many refused requests at a time rejects with its outcome', async () => {
    const users = loopback.users(await closedOrigin(), { connections: { pool: 2 } })
    const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(users.create().get('/'))))
    expect(failures.every((failure) => failure instanceof RequestError)).toBe(true)
    expect(users.count()).toMatchObject({ started: 10, outcomes: { refused: 10 } })
  })

  const ends: [string, string, (socket: Socket) => void][] = [
    ['reset', 'ECONNRESET', (socket) => socket.resetAndDestroy()],
    ['closed_early', 'closed before the response', (socket) => socket.end()],
    ['closed_early', 'closed in the middle of a response', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['protocol_error', 'not an HTTP response', (socket) => socket.write('SMTP ready\r\n\r\n')],
    ['protocol_error', 'unexpected 101', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  ]
  test.each(ends)('a request rejects as %s: %s', async (outcome, reason, end) => {
    const users = loopback.users(await loopback.tcp((socket) => socket.on('data', () => end(socket))))
    expect(await failureOf(users.create().get('/a?b'))).toMatchObject({
      message: `GET /a: ${outcome} (${reason})`,
      outcome,
      reason,
      endpoint: 'GET /a',
    })
    expect(users.count()).toEqual({ started: 1, outcomes: { [outcome]: 1 }, reasons: [reason] })
  })

  test('a request that times out rejects, after the timeout of the scenario or its own, and the connection is closed', async () => {
    let closed = 0
    const origin = await loopback.tcp((socket) => {
      socket.on('data', (data) => data.toString().startsWith('GET /slow') || socket.write(ok))
      socket.on('close', () => (closed += 1))
    })
    const users = loopback.users(origin, { timeout: 60e6 })
    const http = users.create()
    await http.get('/fast', { timeout: 5 })
    expect(await failureOf(http.get('/slow', { timeout: '60ms' }))).toMatchObject({ outcome: 'timeout', reason: 'request timeout' })
    await expect.poll(() => closed).toBe(1)
    // The one before has not left its timeout behind.
    await http.get('/fast')
    const { run, endpoints } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.ok], run.outcomes[outcomeIndex.timeout]]).toEqual([3, 2, 1])
    const [, timed] = unpackSeries(endpoints).find(({ name }) => name === 'GET /slow')?.responseTimes[0] ?? []
    expect([timed?.count, Math.round((timed?.max ?? 0) / 1000)]).toEqual([1, 60])
  })

  test('a timeout that is longer than the one before holds too', async () => {
    const origin = await loopback.tcp((socket) =>
      socket.on('data', (data) => void setTimeout(() => socket.write(ok), data.toString().startsWith('GET /slow') ? 150 : 0)),
    )
    const http = loopback.users(origin).create()
    // Whether it is in time depends on the machine.
    await http.get('/fast', { timeout: 0.05 }).catch(() => undefined)
    expect((await http.get('/slow', { timeout: 5 })).status).toBe(200)
  })
})

describe('the end', () => {
  test('abort ends requests in flight and waiting ones, at once and for good', async () => {
    const origin = await loopback.tcp(() => {})
    const users = loopback.users(origin)
    const http = users.create()
    const failures = Array.from({ length: 9 }, () => failureOf(http.get('/')))
    await expect.poll(() => users.scenario.opened).toBe(6)
    http.abort('the end of the test')
    expect(users.count()).toMatchObject({ started: 9, outcomes: { aborted: 9 } })
    for (const failure of await Promise.all(failures)) {
      expect(failure).toMatchObject({ message: 'GET /: aborted (the end of the test)', outcome: 'aborted' })
    }
    expect(await failureOf(http.get('/more'))).toMatchObject({ message: 'GET /more: aborted (the end of the test)' })
    expect([users.count().started, users.scenario.opened]).toEqual([0, 0])
  })

  test('abort ends a request whose connection is opening', async () => {
    const users = loopback.users(await loopback.tcp(() => {}))
    const http = users.create()
    const failure = failureOf(http.get('/'))
    http.abort('enough')
    expect(await failure).toMatchObject({ outcome: 'aborted' })
    http.leave()
    expect(users.count()).toMatchObject({ started: 1, outcomes: { aborted: 1 } })
  })

  test('leave closes the connections and ends the requests in flight', async () => {
    let closed = 0
    const origin = await loopback.tcp((socket) => socket.on('close', () => (closed += 1)).resume())
    const users = loopback.users(origin)
    const http = users.create()
    const failure = failureOf(http.get('/'))
    await expect.poll(() => users.scenario.opened).toBe(1)
    http.leave()
    expect(await failure).toMatchObject({ outcome: 'aborted', reason: 'its user has left' })
    await expect.poll(() => closed).toBe(1)
    http.leave()
    expect(users.scenario.opened).toBe(0)
  })

  test('a journey that keeps trying after the end does not block the thread', async () => {
    const http = loopback.users(await closedOrigin()).create()
    http.abort('the end')
    const timer = { hasFired: false }
    setTimeout(() => (timer.hasFired = true), 1)
    // A promise that is already settled would never let the timer fire.
    for (let tries = 0; tries < 1e6 && !timer.hasFired; tries++) await failureOf(http.get('/'))
    expect(timer.hasFired).toBe(true)
  })

  test('a request that nobody awaits may fail', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    try {
      const users = loopback.users(await closedOrigin())
      const http = users.create()
      void http.get('/')
      void http.post('/', { multipart: { file: { type: 'file', path: '/no/such/file' } } })
      await expect.poll(() => users.count().outcomes).toEqual({ refused: 1 })
      void http.get('/')
      http.leave()
      void http.get('/')
      await new Promise((resolve) => setTimeout(resolve, 10))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })
})
