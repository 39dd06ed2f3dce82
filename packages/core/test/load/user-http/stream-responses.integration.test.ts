import { afterEach, describe, expect, test } from 'vitest'
import type { HttpStreamOptions } from '../../../src/load/user/http/http-client.ts'
import { HeardStream } from './heard-stream.ts'
import { Loopback, type Users } from './loopback.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

describe('the outcome is that of the status', () => {
  const cases: [number, HttpStreamOptions['expect'], string, boolean][] = [
    [200, undefined, 'ok', true],
    [304, undefined, 'ok', true],
    [404, undefined, 'http_error', false],
    [503, undefined, 'http_error', false],
    [503, { status: 503 }, 'ok', true],
    [201, { status: [200, 202] }, 'check_failed', false],
  ]
  test.each(cases)('the outcome of a stream with %i when %o is expected is %s', async (status, accepted, outcome, isOk) => {
    const origin = await loopback.responding((_request, response) => {
      response.statusCode = status
      return 'why'
    })
    const users = loopback.users(origin)
    const heard = new HeardStream(users.create(), '/', accepted === undefined ? {} : { expect: accepted })
    expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
    expect([heard.heads[0]?.status, heard.heads[0]?.ok]).toEqual([status, isOk])
    // An error response has a body, too.
    expect(heard.text).toBe(status === 304 ? '' : 'why')
    const counted = users.count()
    expect(counted).toMatchObject({ started: 1, outcomes: { [outcome]: 1 } })
    expect(counted.reasons.map((reason) => /^\d+ \w/.test(reason))).toEqual(isOk ? [] : [true])
  })

  test.each([
    ['GET', 204],
    ['HEAD', 200],
  ])('a stream by %s with the status %i has no body, and ends after its head', async (method, status) => {
    const origin = await loopback.http((_request, response) => void response.writeHead(status).end())
    const heard = new HeardStream(loopback.users(origin).create(), '/', { method })
    expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
    expect(heard.calls).toEqual(['head', 'end'])
  })
})

describe('redirects', () => {
  /** A server that redirects `/<status>/<n>` to `/<status>/<n-1>`, down to `/done`, with a body that does not end. */
  async function redirecting(): Promise<{ users: Users; seen: string[]; origin: string; closed: () => number }> {
    const seen: string[] = []
    let closed = 0
    const origin = await loopback.http((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`.trimEnd())
      response.on('close', () => (closed += 1))
      const [, status, left] = (request.url ?? '').split('/')
      if (left === undefined) return void response.end('done')
      const location = left === '1' ? '/done' : `/${status}/${Number(left) - 1}`
      response.writeHead(Number(status), { location, 'set-cookie': `hop=${left}; Path=/` })
      response.write('moved')
    })
    return { users: loopback.users(origin), seen, origin, closed: () => closed }
  }

  test.each([301, 302, 303, 307, 308])(
    'each hop of a stream redirected with %i is a request of its own, over a connection of its own',
    async (status) => {
      const { users, seen, origin, closed } = await redirecting()
      const heard = new HeardStream(users.create(), `/${status}/2`)
      expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
      expect(seen).toEqual([`GET /${status}/2`, `GET /${status}/1 hop=2`, 'GET /done hop=1'])
      expect([heard.heads.length, heard.heads[0]?.url, heard.text]).toEqual([1, `${origin}/done`, 'done'])
      const { run, connections } = users.take()
      expect([run.started, run.outcomes[outcomeIndex.ok], connections.opened, users.scenario.opened]).toEqual([3, 3, 3, 0])
      await expect.poll(closed).toBe(3)
    },
  )

  test('a POST that is redirected becomes a GET, and what follows is planned when the redirect came', async () => {
    const { users, seen } = await redirecting()
    const heard = new HeardStream(users.create({ take: (now) => now - 30e6 }), '/303/1', { method: 'POST', body: 'x' })
    await heard.ended()
    expect(seen).toEqual(['POST /303/1', 'GET /done hop=1'])
    const [head] = heard.heads
    expect((head?.at ?? 0) - (head?.plannedAt ?? 0)).toBeLessThan(30e6)
  })

  test('too many redirects, and one that leads nowhere, end a stream as an error without a head', async () => {
    const { users } = await redirecting()
    const heard = new HeardStream(users.create(), '/302/3', { redirects: 2 })
    expect(await heard.ended()).toEqual({ by: 'error', reason: 'too many redirects' })
    expect([heard.calls, users.count()]).toEqual([
      ['end'],
      { started: 3, outcomes: { ok: 2, http_error: 1 }, reasons: ['too many redirects'] },
    ])
    const nowhere = loopback.users(await loopback.http((_request, response) => void response.writeHead(302, { location: 'ftp://x' }).end()))
    expect(await new HeardStream(nowhere.create(), '/').ended()).toEqual({
      by: 'error',
      reason: '302 to a location that cannot be followed',
    })
    expect(nowhere.count()).toMatchObject({ started: 1, outcomes: { http_error: 1 } })
  })

  test('no redirects are followed where that is asked for', async () => {
    const { users } = await redirecting()
    const heard = new HeardStream(users.create(), '/302/1', { redirects: 0 })
    expect(await heard.opened()).toMatchObject({ status: 302, ok: true, headers: { location: '/done' } })
    await heard.heard('moved')
    heard.stream.close()
    expect(users.count()).toEqual({ started: 1, outcomes: { ok: 1 }, reasons: [] })
  })
})

describe('however its bytes are split', () => {
  const bodies: [string, string, string, boolean][] = [
    ['chunked', 'Transfer-Encoding: chunked\r\n\r\n3;a=b\r\none\r\n2\r\n24\r\n0\r\nX-Trailer: 1\r\n\r\n', 'one24', false],
    ['of a known length', 'Content-Length: 5\r\n\r\none24', 'one24', false],
    ['until the target closes', 'Connection: close\r\n\r\none24', 'one24', true],
  ]
  test.each(bodies)('a stream passes on a body %s, however its bytes are split', async (_name, rest, text, closes) => {
    const response = `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nX-Name: value\r\n${rest}`
    let split = 1
    let goOn = (): void => {}
    const origin = await loopback.tcp((socket) => {
      socket.setNoDelay(true)
      socket.on('data', () => {
        socket.write(response.slice(0, split))
        goOn = () => void (closes ? socket.end(response.slice(split)) : socket.write(response.slice(split)))
      })
    })
    const users = loopback.users(origin)
    const http = users.create()
    for (; split < response.length; split++) {
      const heard = new HeardStream(http, '/')
      let received = 0
      await expect.poll(() => (received += users.take().run.dataReceived), { interval: 1 }).toBe(split)
      goOn()
      expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
      users.take()
      expect([split, heard.text, heard.heads[0]?.headers['x-name'], heard.heads.length]).toEqual([split, text, 'value', 1])
    }
  })
})
