import { afterEach, describe, expect, test } from 'vitest'
import { RequestError } from '../../../src/load/user/failure.ts'
import { Loopback, type SeenRequest, type Users } from './loopback.ts'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'
import { unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

/** Users of a server that redirects `/<status>/<n>` to `/<status>/<n-1>`, down to `/done`, and to whatever `?to=` says. */
async function redirecting(): Promise<{ users: Users; seen: SeenRequest[]; origin: string }> {
  const seen: SeenRequest[] = []
  const origin = await loopback.responding((request, response) => {
    seen.push(request)
    const url = new URL(request.url, 'http://x')
    const [, status, left] = url.pathname.split('/')
    if (left === undefined) return 'done'
    const to = url.searchParams.get('to') ?? (left === '1' ? '/done' : `/${status}/${Number(left) - 1}`)
    response.writeHead(Number(status), { location: to, 'set-cookie': `hop${left}=1; Path=/` })
    return 'redirected'
  })
  return { users: loopback.users(origin), seen, origin }
}

const lines = (seen: readonly SeenRequest[]): string[] =>
  seen.map(({ method, url, body }) => `${method} ${url} ${body.toString()}`.trimEnd())

describe('methods and bodies', () => {
  test.each([
    [301, 'POST', 'GET /done', undefined],
    [302, 'POST', 'GET /done', undefined],
    [303, 'POST', 'GET /done', undefined],
    [303, 'PUT', 'GET /done', undefined],
    [303, 'HEAD', 'HEAD /done', 'text/plain'],
    [301, 'PUT', 'PUT /done body', 'text/plain'],
    [302, 'DELETE', 'DELETE /done body', 'text/plain'],
    [307, 'POST', 'POST /done body', 'text/plain'],
    [308, 'PATCH', 'PATCH /done body', 'text/plain'],
  ])('a redirect with %i after %s is followed with the method that browsers use', async (status, method, followed, type) => {
    const { users, seen, origin } = await redirecting()
    const headers = { 'content-type': 'text/plain', 'x-kept': 'yes' }
    const got = await users.create().request(method, `/${status}/1`, { headers, ...(method === 'HEAD' ? {} : { body: 'body' }) })
    expect([got.status, got.url]).toEqual([200, `${origin}/done`])
    expect(lines(seen)[1]).toBe(followed)
    expect([seen[1]?.headers['x-kept'], seen[1]?.headers['content-type']]).toEqual(['yes', type])
  })

  test('JSON and multipart bodies are sent again as they were', async () => {
    const { users, seen } = await redirecting()
    await users.create().post('/307/2', { json: { a: 1 } })
    expect(lines(seen)).toEqual(['POST /307/2 {"a":1}', 'POST /307/1 {"a":1}', 'POST /done {"a":1}'])
    await users.create().post('/308/1', { multipart: { a: 'b' } })
    expect(seen[4]?.body.equals(seen[3]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(seen[4]?.headers['content-type']).toBe(seen[3]?.headers['content-type'])
  })

  test('the query of a request is sent with its first hop only', async () => {
    const { users, seen } = await redirecting()
    await users.create().get('/302/1', { query: { a: 1 } })
    expect(lines(seen)).toEqual(['GET /302/1?a=1', 'GET /done'])
  })
})

describe('counting', () => {
  test('each hop is a request of its own, ok whatever the last one is expected to be', async () => {
    const { users } = await redirecting()
    await users.create().get('/302/2', { expect: { status: 200 } })
    const { run, endpoints } = users.take()
    expect([run.started, run.outcomes[outcomeIndex.ok]]).toEqual([3, 3])
    expect(unpackSeries(endpoints).map(({ name }) => name)).toEqual(['GET /302/2', 'GET /302/1', 'GET /done'])
  })

  test('hops are counted under one name where one is given', async () => {
    const { users } = await redirecting()
    await users.create().get('/302/2', { name: 'login' })
    expect(unpackSeries(users.take().endpoints).map(({ name, started }) => [name, started])).toEqual([['login', 3]])
  })

  test('only the last response of a redirect is judged', async () => {
    const { users } = await redirecting()
    expect((await users.create().get('/302/1', { expect: { status: 201 } })).ok).toBe(false)
    expect(users.count().outcomes).toEqual({ ok: 1, check_failed: 1 })
  })

  test('a hop is planned for when it is sent', async () => {
    const { users } = await redirecting()
    let planned = 0
    const early = users.create({ take: (now) => (planned++ === 0 ? now - 1e6 : now) })
    const { timings } = await early.get('/302/1')
    expect([planned, timings.responseTime < 900]).toEqual([1, true])
  })
})

describe('limits', () => {
  test('a limit of 0 returns the redirect itself', async () => {
    const { users } = await redirecting()
    const got = await users.create().get('/302/1', { redirects: 0 })
    expect([got.status, got.ok, got.headers['location'], got.text()]).toEqual([302, true, '/done', 'redirected'])
  })

  test('ten redirects are followed, and the eleventh rejects', async () => {
    const { users } = await redirecting()
    expect((await users.create().get('/302/10')).text()).toBe('done')
    users.count()
    const failure: unknown = await users
      .create()
      .get('/302/11')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RequestError)
    expect(failure).toMatchObject({ outcome: 'http_error', reason: 'too many redirects', endpoint: 'GET /302/1' })
    expect(users.count()).toEqual({ started: 11, outcomes: { ok: 10, http_error: 1 }, reasons: ['too many redirects'] })
  })

  test('as many redirects are followed as the request allows', async () => {
    const { users } = await redirecting()
    await expect(users.create().get('/302/3', { redirects: 2 })).rejects.toThrow('GET /302/1: http_error (too many redirects)')
  })

  test.each([
    ['UTF-8', Buffer.from('/café?ü').toString('latin1'), '/caf%C3%A9?%C3%BC'],
    ['Latin-1', '/café?ü', '/caf%E9?%FC'],
  ])('a location in %s keeps its bytes', async (_charset, to, followed) => {
    const { users, seen } = await redirecting()
    await users.create().get('/302/1', { query: { to } })
    expect(seen[1]?.url).toBe(followed)
  })

  test('a location whose host is beyond ASCII is followed', async () => {
    const { users } = await redirecting()
    const failed = users.create().get('/302/1', { query: { to: Buffer.from('http://bücher.invalid/').toString('latin1') } })
    await expect(failed).rejects.toThrow('GET http://xn--bcher-kva.invalid/')
  })

  test.each(['mailto:ada@example.org', 'http://[', 'ftp://localhost/'])('the location %j cannot be followed', async (location) => {
    const { users } = await redirecting()
    const failed = users.create().get('/302/1', { query: { to: location } })
    await expect(failed).rejects.toThrow('http_error (302 to a location that cannot be followed)')
    expect(users.count().outcomes).toEqual({ http_error: 1 })
  })

  test('a redirect without a location, or with another status, is the response itself', async () => {
    const origin = await loopback.responding((_request, response) => void response.writeHead(302))
    expect((await loopback.users(origin).create().get('/')).status).toBe(302)
    const other = await loopback.responding((_request, response) => void response.writeHead(300, { location: '/x' }))
    expect((await loopback.users(other).create().get('/')).status).toBe(300)
  })
})

describe('to another origin', () => {
  test('a redirect to another origin leaves credentials behind, and cookies go with their host', async () => {
    const { users, seen, origin } = await redirecting()
    const there: SeenRequest[] = []
    const other = await loopback.responding((request) => void there.push(request))
    const http = loopback.users(origin, { headers: { authorization: 'Bearer default', 'x-all': '1' } }).create()
    await http.get('/302/1', {
      query: { to: other.replace('127.0.0.1', 'localhost') },
      headers: {
        cookie: 'mine=1',
        'Proxy-Authorization': 'x',
        'X-Api-Key': '2',
        'Subscription-Key': '3',
        Accept: 'text/html',
        Range: 'bytes=0-',
      },
    })
    await users.create().get('/302/1', { query: { to: `${other}/path` }, auth: { bearer: 'token' } })
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer default', cookie: 'mine=1' })
    const host = new URL(other).host.replace('127.0.0.1', 'localhost')
    expect(there[0]?.headers).toEqual({ host, accept: 'text/html', range: 'bytes=0-' })
    expect(there[1]?.headers).not.toHaveProperty('authorization')
  })

  test.each(['target', 'trusted', 'other'])(
    'a redirect to another origin that is %s takes credentials along where it is trusted',
    async (kind) => {
      const there: SeenRequest[] = []
      const next = await loopback.responding((request) => void there.push(request))
      const first = await loopback.responding((_, response) => void response.writeHead(307, { location: `${next}/` }))
      const trusted = kind === 'trusted' ? [next] : []
      const http = loopback
        .users(kind === 'target' ? next : first, { otherOrigins: { trusted: kind === 'target' ? [first] : trusted, tls: {} } })
        .create()
      const own = { 'x-api-key': '2', host: 'own', cookie: 'mine=1' }
      await http.post(`${first}/`, { headers: own, auth: { bearer: 'token' }, body: 'a' })
      const sent = { host: new URL(next).host, 'content-length': '1' }
      const kept = { 'x-api-key': '2', cookie: 'mine=1', authorization: 'Bearer token' }
      expect(there[0]?.headers).toEqual(kind === 'other' ? sent : { ...sent, ...kept })
    },
  )

  test('a redirect to the same origin takes credentials along, with the cookies set on the way', async () => {
    const { users, seen } = await redirecting()
    await users.create().get('/302/2', { auth: { bearer: 'token' } })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', 'Bearer token', 'Bearer token'])
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'hop2=1', 'hop2=1; hop1=1'])
  })
})
