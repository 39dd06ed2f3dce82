import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOddServer } from '../servers/odd-server.ts'
import { hasRedis, startRedis, type RedisServer } from '../servers/redis-server.ts'
import { connectedUser, countsOf } from './connected-user.ts'

const certificates = new URL('../../../../packages/core/test/servers/certificate/', import.meta.url)
const cert = await readFile(new URL('certificate.pem', certificates), 'utf8')
const key = await readFile(new URL('key.pem', certificates), 'utf8')

describe.skipIf(!hasRedis)('a server', () => {
  let folder: string
  let unix: string
  let server: RedisServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redis-'))
    unix = join(folder, 'redis.sock')
    server = await startRedis('--unixsocket', unix)
  })

  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  // A TLS server in front of Redis, which may be built without TLS.
  function startTls(): Promise<number> {
    return startOddServer(
      (socket) => void socket.pipe(connect(server.port, server.host)).pipe(socket),
      (listener) => createServer({ cert, key }, listener),
    )
  }

  test('a server is reached over a Unix socket', async () => {
    const { redis } = await connectedUser({ unix }, { unix })
    expect(await redis.ping()).toBe('PONG')
  })

  test('is reached over TLS, by a name or an address that its certificate is for', async () => {
    const port = await startTls()
    for (const host of ['localhost', '127.0.0.1']) {
      const { redis } = await connectedUser({ port, host }, { tls: { ca: cert } })
      expect(await redis.ping()).toBe('PONG')
    }
  })

  test.each([
    ['that nobody vouches for', 'localhost', true, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['for another name', 'redis.example', { ca: cert }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)('with a certificate %s is refused', async (_, host, tls, reason) => {
    const user = await connectedUser({ port: await startTls(), host }, { tls })
    await expect(user.redis.ping()).rejects.toMatchObject({ outcome: 'refused', kind: reason })
    expect(countsOf(user, 'redis_refused')).toEqual({ [reason]: 1 })
  })

  test('is trusted without a valid certificate where `insecure` is set', async () => {
    const { redis } = await connectedUser({ port: await startTls(), host: 'redis.example' }, { tls: { insecure: true } })
    expect(await redis.ping()).toBe('PONG')
  })
})
