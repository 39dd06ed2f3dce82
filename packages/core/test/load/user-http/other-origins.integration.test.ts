import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { certificate, certificateKey, startSecureServer, type SecureServer } from '../../servers/secure-server.ts'
import { Loopback } from './loopback.ts'
import { unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
const secureServers: SecureServer[] = []
afterEach(async () => {
  await loopback.close()
  for (const server of secureServers.splice(0)) server.close()
})

/** @param onCertificate hears of each client that has shown a certificate */
async function secure(onCertificate?: () => void): Promise<{ port: number; origin: string }> {
  const server = await startSecureServer({ requestCert: true, rejectUnauthorized: false, onCertificate })
  secureServers.push(server)
  return { port: server.port, origin: `https://localhost:${server.port}` }
}

describe('another origin', () => {
  test('another origin is found by its name, once, whichever of its addresses it listens on', async () => {
    const target = await loopback.responding(() => 'target')
    const other = await loopback.responding(({ headers }) => `other ${headers.host}`)
    const users = loopback.users(target)
    const named = other.replace('127.0.0.1', 'localhost')
    const http = users.create()
    const responses = await Promise.all([http.get(`${named}/a`), http.get(`${named}/b?c`), http.get('/')])
    expect(responses.map((got) => got.text())).toEqual([`other ${new URL(named).host}`, `other ${new URL(named).host}`, 'target'])
    expect(responses[1]?.url).toBe(`${named}/b?c`)
    expect(unpackSeries(users.take().endpoints).map(({ name }) => name)).toEqual([`GET ${named}/a`, `GET ${named}/b`, 'GET /'])
  })

  test('another origin has a pool of its own where connections are shared', async () => {
    const target = await loopback.responding(() => 'target')
    const other = await loopback.responding(() => 'other')
    const users = loopback.users(target, { connections: { pool: 1 } })
    await Promise.all([users.create().get('/'), users.create().get(`${other}/`), users.create().get(`${other}/`)])
    expect(users.scenario.opened).toBe(2)
  })

  test('an unknown origin refuses its requests, each time', async () => {
    const users = loopback.users(await loopback.responding(() => 'target'))
    const http = users.create()
    for (let i = 0; i < 2; i++) {
      await expect(http.get('http://unknown.invalid/x')).rejects.toMatchObject({
        outcome: 'refused',
        reason: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
        endpoint: 'GET http://unknown.invalid/x',
      })
    }
    expect(users.count()).toMatchObject({ started: 2, outcomes: { refused: 2 } })
  })

  test('abort ends a request while the name of its origin is looked up', async () => {
    const users = loopback.users(await loopback.responding(() => 'target'))
    const http = users.create()
    const request = http.get('http://localhost:1/x')
    http.abort('enough')
    await expect(request).rejects.toMatchObject({ outcome: 'aborted' })
    expect(users.count()).toMatchObject({ started: 1, outcomes: { aborted: 1 } })
  })
})

describe('what tells who the user is', () => {
  const headers = { 'x-api-key': 'abc', authorization: 'Bearer abc', cookie: 'session=1', host: 'shop.example', accept: 'text/html' }

  async function asked(isTrusted: boolean, redirects: boolean): Promise<readonly IncomingHttpHeaders[]> {
    const seen: IncomingHttpHeaders[] = []
    const other = await loopback.responding((request) => void seen.push(request.headers))
    const target = await loopback.responding((request, response) => {
      seen.push(request.headers)
      response.writeHead(302, { location: `${other}/` })
    })
    const users = loopback.users(target, { headers, otherOrigins: { trusted: isTrusted ? [other] : ['http://localhost:1'], tls: {} } })
    const http = users.create()
    if (redirects) await http.get('/')
    else await http.get(`${other}/`, { headers: { 'x-own': 'yes' } })
    return seen
  }

  test('credentials stay with the target, as do all headers of the scenario', async () => {
    const [called] = await asked(false, false)
    expect(Object.keys(called ?? {})).toEqual(['host', 'x-own'])
    const [target, redirected] = await asked(false, true)
    expect(target).toMatchObject(headers)
    expect(Object.keys(redirected ?? {})).toEqual(['host'])
  })

  test('credentials go to origins that are trusted, under their own host', async () => {
    for (const seen of [await asked(true, false), await asked(true, true)]) {
      const { host, ...shared } = headers
      expect(seen.at(-1)).toMatchObject(shared)
      expect(seen.at(-1)?.host).not.toBe(host)
    }
  })

  test('a certificate of the client is shown to the target and to origins that are trusted', async () => {
    const shown: string[] = []
    const [target, other, trusted] = await Promise.all(['target', 'other', 'trusted'].map((name) => secure(() => shown.push(name))))
    if (target === undefined || other === undefined || trusted === undefined) throw new Error('a server is missing')
    const tls = { ca: certificate, cert: certificate, key: certificateKey }
    const users = loopback.users(target.origin, {
      route: { address: { kind: 'tcp', host: '127.0.0.1', port: target.port, family: 4 }, host: 'localhost', tls },
      otherOrigins: { trusted: [trusted.origin], tls },
    })
    const http = users.create()
    for (const origin of [target.origin, other.origin, trusted.origin]) expect((await http.get(`${origin}/`)).text()).toBe('secure')
    expect(shown).toEqual(['target', 'trusted'])
  })
})

describe('TLS', () => {
  test('TLS of the target has its handshake counted', async () => {
    const { port, origin } = await secure()
    const users = loopback.users(origin, {
      route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: 'localhost', tls: { ca: certificate } },
    })
    const http = users.create()
    expect([(await http.get('/')).text(), (await http.post('/', { json: { a: 'é' } })).text()]).toEqual(['secure', 'secure'])
    expect(users.take().connections).toMatchObject({ opened: 1, fullTlsTime: { count: 1 }, resumedTlsTime: { count: 0 } })
  })

  test('a certificate that is not trusted refuses the request', async () => {
    const { port, origin } = await secure()
    const users = loopback.users(origin, {
      route: { address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 }, host: 'localhost', tls: {} },
    })
    await expect(users.create().get('/')).rejects.toMatchObject({ outcome: 'refused', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('TLS of another origin is verified too, with the authorities of the target and under its own name', async () => {
    const { port, origin } = await secure()
    const other = await secure()
    const users = loopback.users(origin, {
      route: {
        address: { kind: 'tcp', host: '127.0.0.1', port, family: 4 },
        host: 'target.example',
        tls: { ca: certificate, servername: 'target.example' },
      },
    })
    expect((await users.create().get(`${other.origin}/`)).text()).toBe('secure')
    const trusting = loopback.users(await loopback.responding(() => 'plain'), { otherOrigins: { trusted: [], tls: { ca: certificate } } })
    expect((await trusting.create().get(`${other.origin}/`)).text()).toBe('secure')
    const plain = loopback.users(await loopback.responding(() => 'plain'))
    await expect(plain.create().get(`${other.origin}/`)).rejects.toMatchObject({
      outcome: 'refused',
      reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })
})
