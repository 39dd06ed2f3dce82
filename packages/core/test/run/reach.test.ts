import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/run/run.ts'
import type { Config } from '../../src/config/config.ts'
import { certificate, startSecureServer } from '../servers/secure-server.ts'

const ten: Config['scenarios'] = { ten: { request: {}, workload: { connections: 2, requests: 10 } } }

async function unusedPort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('a target that cannot be reached', () => {
  test('is named in one sentence within five seconds', async () => {
    const port = await unusedPort()
    const started = performance.now()
    await expect(run({ target: `http://127.0.0.1:${port}`, scenarios: ten })).rejects.toMatchObject({
      code: 'TARGET_UNREACHABLE',
      message: `nothing is listening at 127.0.0.1:${port} (http://127.0.0.1:${port})`,
    })
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('has a name nobody knows', async () => {
    await expect(run({ target: 'http://no-such-host.invalid', scenarios: ten })).rejects.toMatchObject({
      code: 'TARGET_UNREACHABLE',
      message: 'the name no-such-host.invalid is not known',
    })
  })
})

describe('TLS', () => {
  test('certificates are verified, and the hint says what to do', async () => {
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

  test.each([
    { name: 'a trusted authority', tls: { ca: certificate }, verified: true },
    { name: 'verification switched off', tls: { insecure: true }, verified: false },
  ])('requests are answered with $name, and the result says whether certificates were verified', async ({ tls, verified }) => {
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
