import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../src/base/clock/clock.ts'
import { type HttpStreamOptions, type StreamHandler, path } from '../../../src/load/user/http/http-client.ts'
import { HeardStream } from './heard-stream.ts'
import { Loopback, type SeenRequest } from './loopback.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'
import { noSeries, unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

/** A server that responds with an open stream, and its responses. */
async function openServer(): Promise<{ origin: string; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = []
  const origin = await loopback.http((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-many': ['a', 'b'] })
    response.flushHeaders()
    responses.push(response)
  })
  return { origin, responses }
}

describe('a stream', () => {
  test('a stream has the system probe its connection once it is open, and no other request does', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    onTestFinished(() => keepAlive.mockRestore())
    const { origin, responses } = await openServer()
    const http = loopback.users(origin).create()
    const responded = http.get('/')
    await vi.waitUntil(() => responses.length > 0)
    responses[0]?.end()
    await responded
    expect(keepAlive).not.toHaveBeenCalled()
    await new HeardStream(http, '/events').opened()
    expect(keepAlive.mock.calls).toEqual([[true, 15_000]])
  })

  test('a stream passes on its head, its bytes as they come, and its end', async () => {
    const { origin, responses } = await openServer()
    const users = loopback.users(origin)
    const heard = new HeardStream(users.create(), '/events?id=1')
    expect(heard.stream.isOpen).toBe(false)
    const head = await heard.opened()
    expect(head).toMatchObject({ status: 200, ok: true, url: `${origin}/events?id=1` })
    expect(head.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-many': 'a, b' })
    expect([head.plannedAt <= head.sentAt, head.sentAt <= head.at, heard.stream.isOpen]).toEqual([true, true, true])
    responses[0]?.write('one')
    await heard.heard('one')
    responses[0]?.write('two')
    await heard.heard('onetwo')
    expect(heard.times.every((time, index) => time > (heard.times[index - 1] ?? head.at))).toBe(true)
    responses[0]?.end()
    expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
    expect([heard.stream.isOpen, heard.calls]).toEqual([false, ['head', 'bytes', 'bytes', 'end']])
    expect(users.count()).toEqual({ started: 1, outcomes: { ok: 1 }, reasons: [] })
  })

  test('a stream is one request, which ends with its head; later bytes are counted as bytes alone', async () => {
    const { origin, responses } = await openServer()
    const users = loopback.users(origin)
    const plannedAt = systemClock.now()
    const heard = new HeardStream(users.create({ take: () => plannedAt }), '/events', { tags: { kind: 'stream' } })
    const head = await heard.opened()
    const opened = users.take()
    expect([opened.run.started, opened.run.outcomes[outcomeIndex.ok], opened.run.statuses, opened.connections.opened]).toEqual([
      1,
      1,
      [[200, 1]],
      1,
    ])
    expect(unpackSeries(opened.endpoints).map(({ name, started }) => [name, started])).toEqual([['GET /events', 1]])
    const [, times] = unpackSeries(opened.endpoints)[0]?.responseTimes[0] ?? []
    expect([head.plannedAt, times?.max]).toEqual([plannedAt, Math.round(head.at - plannedAt)])
    expect(opened.users?.timeToFirstByte.count).toBe(1)
    expect(unpackSeries(opened.users?.tags ?? noSeries)[0]).toMatchObject({ name: 'kind:stream', started: 1 })

    responses[0]?.write('x'.repeat(1000))
    await heard.heard('x'.repeat(1000))
    const later = users.take()
    expect([later.run.started, later.inFlightTime, unpackSeries(later.endpoints)[0]?.started]).toEqual([0, 0, 0])
    expect(later.run.dataReceived).toBeGreaterThanOrEqual(1000)
    expect(unpackSeries(later.endpoints)[0]?.dataReceived).toBe(later.run.dataReceived)
    heard.stream.close()
    expect(users.take().run.outcomes.every((count) => count === 0)).toBe(true)
  })

  test('a stream has a connection of its own, which no request gets, and which is closed after it', async () => {
    const ports: (number | undefined)[] = []
    const origin = await loopback.http((request, response) => {
      ports.push(request.socket.remotePort)
      response.end('all of it')
    })
    for (const connections of ['perUser', { pool: 1 }] as const) {
      const users = loopback.users(origin, { connections })
      const http = users.create()
      await http.get('/')
      const [one, other] = [new HeardStream(http, '/'), new HeardStream(http, '/')]
      await Promise.all([one.ended(), other.ended()])
      expect([one.text, other.text]).toEqual(['all of it', 'all of it'])
      await http.get('/')
      expect(new Set(ports).size).toBe(3)
      expect([users.scenario.opened, users.take().connections.opened]).toEqual([1, 3])
      ports.length = 0
    }
  })

  test('a stream without a recorder counts nothing, as in beforeAll', async () => {
    const { origin, responses } = await openServer()
    const users = loopback.users(origin)
    const http = users.unrecorded()
    const heard = new HeardStream(http, '/')
    await heard.opened()
    responses[0]?.end('bye')
    expect(await heard.ended()).toMatchObject({ by: 'target' })
    new HeardStream(http, '/')
    http.leave()
    expect(users.count()).toEqual({ started: 0, outcomes: {}, reasons: [] })
  })
})

describe('what is asked for', () => {
  async function echo(): Promise<{ origin: string; seen: SeenRequest[] }> {
    const seen: SeenRequest[] = []
    const origin = await loopback.responding((request, response) => {
      seen.push(request)
      response.setHeader('set-cookie', 'session=1; Path=/')
    })
    return { origin, seen }
  }

  test('a stream is written like any request: headers, query, cookies, bodies, authentication', async () => {
    const { origin, seen } = await echo()
    const users = loopback.users(origin, { headers: { 'x-scenario': 'a', accept: 'all' } })
    const http = users.create()
    const ask = async (route: ConstructorParameters<typeof HeardStream>[1], options: HttpStreamOptions): Promise<void> =>
      void (await new HeardStream(http, route, options).ended())
    await ask('/events', { query: { id: 7 }, headers: { Accept: 'text/event-stream' }, auth: { bearer: 't' } })
    await ask(path`/of/${17}`, { method: 'post', json: { a: 1 } })
    await ask('/form', { method: 'PUT', form: { a: 'b' }, name: 'a form' })
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /events?id=7', 'POST /of/17', 'PUT /form'])
    expect(seen[0]?.headers).toMatchObject({ 'x-scenario': 'a', accept: 'text/event-stream', authorization: 'Bearer t' })
    expect([seen[0]?.headers['accept-encoding'], seen[0]?.headers.cookie]).toEqual([undefined, undefined])
    expect(seen[1]?.headers).toMatchObject({ accept: 'all', 'content-type': 'application/json', cookie: 'session=1' })
    expect([seen[1]?.body.toString(), seen[2]?.body.toString()]).toEqual(['{"a":1}', 'a=b'])
    expect(unpackSeries(users.take().endpoints).map(({ name }) => name)).toEqual(['GET /events', 'POST /of/{id}', 'a form'])
  })

  test('a stream that cannot be sent throws at once, and is not counted', async () => {
    const users = loopback.users('http://127.0.0.1:1')
    const http = users.create()
    const never: StreamHandler = { onHead: () => expect.fail(), onBytes: () => expect.fail(), onEnd: () => expect.fail() }
    const refused = (options: object, handler: object = never): (() => unknown) => {
      return () => http.stream('/', options, handler as StreamHandler)
    }
    expect(() => http.stream('events', {}, never)).toThrow('must start with "/"')
    // @ts-expect-error -- its body is what it is for
    expect(() => http.stream('/', { discardBody: true }, never)).toThrow('a stream has no option "discardBody"; known are headers, query')
    // @ts-expect-error -- nothing is known of its body beforehand
    expect(() => http.stream('/', { expect: { body: 'x' } }, never)).toThrow(
      'a stream has no option "expect.body"; known are expect.status',
    )
    expect(refused({ method: 'A B' })).toThrow('"A B" is no method')
    expect(refused({ timeout: 'soon' })).toThrow('no duration')
    expect(refused({ body: 'a', json: 1 })).toThrow('one body')
    expect(refused({}, { onHead: never.onHead, onEnd: never.onEnd })).toThrow('the functions onHead, onBytes and onEnd; onBytes is missing')
    http.leave()
    expect(users.count()).toEqual({ started: 0, outcomes: {}, reasons: [] })
  })

  test('a stream to another origin first looks up its name', async () => {
    const { origin, seen } = await echo()
    const users = loopback.users('http://127.0.0.1:1')
    const url = origin.replace('127.0.0.1', 'localhost')
    const heard = new HeardStream(users.create(), `${url}/there`)
    expect(await heard.ended()).toMatchObject({ by: 'target' })
    expect([seen[0]?.url, heard.heads[0]?.url]).toEqual(['/there', `${url}/there`])
    const nowhere = new HeardStream(users.create(), 'http://name.invalid/')
    expect(await nowhere.ended()).toMatchObject({ by: 'error', reason: expect.stringMatching(/^E/) as string })
    expect(users.count()).toMatchObject({ started: 2, outcomes: { ok: 1, refused: 1 } })
  })
})
