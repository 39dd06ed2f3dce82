import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'
import { isBenchpressError } from '../../src/base/errors/benchpress-error.ts'
import type { Config } from '../../src/config/config.ts'
import { freePort } from '../../../../test/free-port.ts'
import { certificate, startSecureServer } from '../servers/secure-server.ts'

const ten: Config['scenarios'] = { ten: { request: {}, workload: { connections: 2, requests: 10 } } }

describe('a target that cannot be reached', () => {
  test('a target that cannot be reached is named in one sentence, whatever time it is given', async () => {
    const port = await freePort()
    await expect(run({ target: `http://127.0.0.1:${port}`, connectTimeout: '1h', timeout: '1h', scenarios: ten })).rejects.toMatchObject({
      code: 'TARGET_UNREACHABLE',
      message: `nothing is listening at 127.0.0.1:${port} (http://127.0.0.1:${port})`,
    })
  })

  test('a target with an unknown name cannot be reached', async () => {
    await expect(run({ target: 'http://no-such-host.invalid', scenarios: ten })).rejects.toMatchObject({
      code: 'TARGET_UNREACHABLE',
      message: 'the name no-such-host.invalid is not known',
    })
  })
})

describe('TLS', () => {
  test('certificates are verified, and the hint names the option that helps', async () => {
    const server = await startSecureServer()
    try {
      await expect(run({ target: `https://localhost:${server.port}`, scenarios: ten })).rejects.toMatchObject({
        code: 'TARGET_UNREACHABLE',
        hint: expect.stringContaining('--ca') as string,
      })
    } finally {
      server.close()
    }
  })

  test('a certificate for another name, and the advice of Node.js, come with the flags of benchpress', async () => {
    const server = await startSecureServer()
    try {
      const target = `https://127.0.0.1:${server.port}`
      await expect(run({ target, tls: { ca: certificate, servername: 'elsewhere' }, scenarios: ten })).rejects.toMatchObject({
        hint: expect.stringContaining('tls.servername (--servername)') as string,
      })
      await expect(run({ target, scenarios: ten })).rejects.toMatchObject({
        message: expect.not.stringContaining('use-system-ca') as string,
      })
    } finally {
      server.close()
    }
  })

  test('a target without TLS is reported as such, without where in OpenSSL it was noticed', async () => {
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await expect(run({ target: `https://127.0.0.1:${port}`, scenarios: ten })).rejects.toMatchObject({
      message: `cannot connect to 127.0.0.1:${port}: wrong version number`,
      hint: 'does the target speak TLS on this port?',
    })
    server.close()
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('a client certificate that is missing with %s is asked for by name', async (maxVersion) => {
    const server = await startSecureServer({ requestCert: true, maxVersion })
    try {
      const config = { target: `https://localhost:${server.port}`, tls: { ca: certificate }, scenarios: ten }
      const said = await run(config).then(
        ({ verdict }) => verdict.reasons.map(({ text }) => text).join('\n'),
        (error: unknown) => (isBenchpressError(error) ? error.hint : String(error)),
      )
      expect(said).toContain('client certificate: give tls.cert and tls.key (--cert, --key)')
    } finally {
      server.close()
    }
  })

  test.each([
    { name: 'a trusted authority', tls: { ca: certificate }, verified: true },
    { name: 'verification switched off', tls: { insecure: true }, verified: false },
  ])('requests get responses with $name, and the result records whether certificates were verified', async ({ tls, verified }) => {
    const server = await startSecureServer()
    try {
      const request = { expect: { body: 'secure' } }
      const workload = { connections: 2, pipelining: 2, requests: 50 }
      const result = await run({ target: `https://localhost:${server.port}`, tls, scenarios: { secure: { request, workload } } })
      const scenario = result.scenario('secure')
      expect(scenario.counts.outcomes.ok).toBe(50)
      expect(scenario.tlsTime.count).toBe(2)
      expect(scenario.tlsTime.min).toBeGreaterThan(0)
      expect(result.target.tls).toEqual({ verified, protocol: 'TLSv1.3' })
      expect(result.verdict.reasons.some(({ rule }) => rule === 'tls-unverified')).toBe(!verified)
    } finally {
      server.close()
    }
  })
})

test('a target that speaks HTTP/2 only is told apart from one that speaks an unknown protocol', async () => {
  const server = createHttp2Server((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const result = await run({ target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, scenarios: ten })
    expect(result.verdict.reasons.map(({ text }) => text).join('\n')).toContain('not HTTP/1.1 (it looks like HTTP/2)')
  } finally {
    server.close()
  }
})

test('an interruption during the first handshake ends the test at once', async () => {
  const secure = createTcpServer(() => undefined).listen(0, '127.0.0.1')
  await once(secure, 'listening')
  try {
    const config = { target: `https://127.0.0.1:${(secure.address() as AddressInfo).port}`, connectTimeout: '1h', scenarios: ten }
    const controller = new AbortController()
    const running = run(config, { signal: controller.signal })
    await once(secure, 'connection')
    controller.abort()
    const result = await running
    expect(result.verdict.reasons.map(({ text }) => text)).toEqual(['the result is partial: the test was interrupted before the run phase'])
  } finally {
    secure.close()
  }
})

test('an interruption while connections are opened ends the test at once', async () => {
  let handshakes = 0
  const controller = new AbortController()
  // The first connection only checks that the target is there; those of the load get no response to their handshake.
  const secure = await startSecureServer()
  const proxy = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    if (handshakes++ === 0) socket.pipe(connect(secure.port, '127.0.0.1')).pipe(socket)
    else controller.abort()
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  try {
    const target = `https://localhost:${(proxy.address() as AddressInfo).port}`
    const config = { target, tls: { insecure: true }, connectTimeout: '1h', scenarios: ten }
    const result = await run(config, { signal: controller.signal })
    expect(result.scenario('ten').counts.started).toBe(0)
    expect(result.limitedBy.text).toBe('nothing: no request was started')
  } finally {
    proxy.close()
    secure.close()
  }
})

test('a Unix socket is reached by its path, with host and path of the URL', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'benchpress-'))
  const unixSocket = join(directory, 'app.sock')
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    response.end()
  }).listen(unixSocket)
  await once(server, 'listening')
  try {
    const result = await run({ target: 'http://app.test/health', unixSocket, scenarios: ten })
    expect(result.scenario('ten').counts.outcomes.ok).toBe(10)
    expect(result.target.address).toBe(unixSocket)
    expect(seen[0]).toMatchObject({ url: '/health', headers: { host: 'app.test' } })
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(directory, { recursive: true })
  }
})
