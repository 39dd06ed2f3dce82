import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startToska, type RunningToska, type ToskaOptions } from '../src/index.ts'

/** Enough while other tests run on a small machine. */
const patience = { timeout: 20_000 }

const running: RunningToska[] = []
let url: string

beforeEach(async () => {
  url = (await start()).url
})

afterEach(async () => {
  for (const toska of running.splice(0)) await toska.close()
})

async function start(options: ToskaOptions = {}): Promise<RunningToska> {
  const toska = await startToska(options)
  running.push(toska)
  return toska
}

interface StoreResponse {
  readonly status: number
  readonly body: unknown
}

async function ask(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<StoreResponse> {
  const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(`${path.startsWith('http') ? '' : url}${path}`, { method, headers, ...init })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return { status: response.status, body: await response.json() }
}

describe('keys', () => {
  test('keys are put, read and deleted', async () => {
    expect(await ask('GET', '/kv/a')).toEqual({ status: 404, body: { error: 'Not Found', key: 'a' } })
    expect(await ask('PUT', '/kv/a', { value: 'hello' })).toEqual({ status: 200, body: { key: 'a', ok: true } })
    expect(await ask('GET', '/kv/a')).toEqual({ status: 200, body: { key: 'a', value: 'hello' } })
    expect(await ask('POST', '/kv/mget', { keys: ['a', 'none'] })).toEqual({ status: 200, body: { values: { a: 'hello', none: null } } })
    expect(await ask('DELETE', '/kv/a')).toEqual({ status: 200, body: { key: 'a', ok: true } })
    expect(await ask('DELETE', '/kv/a')).toEqual({ status: 200, body: { key: 'a', ok: true } })
    expect((await ask('GET', '/kv/a')).status).toBe(404)
  })

  test('keys are decoded from the URL', async () => {
    const key = 'a/b ü?&%'
    await ask('PUT', `/kv/${encodeURIComponent(key)}`, { value: '' })
    expect(await ask('GET', `/kv/${encodeURIComponent(key)}`)).toEqual({ status: 200, body: { key, value: '' } })
    expect(await ask('GET', '/kv/%ff')).toEqual({ status: 400, body: { error: 'Invalid key' } })
  })

  test('keys are listed', async () => {
    for (const key of ['a1', 'a2', 'b1']) await ask('PUT', `/kv/${key}`, { value: 'x' })
    expect((await ask('GET', '/kv/keys?prefix=a')).body).toEqual({ keys: ['a1', 'a2'] })
    expect((await ask('GET', '/kv/keys?limit=1')).body).toEqual({ keys: ['a1'] })
    expect((await ask('GET', '/kv/keys?limit=x')).body).toEqual({ keys: ['a1', 'a2', 'b1'] })
  })

  test('expire after ttl_ms', async () => {
    await ask('PUT', '/kv/a', { value: 'x', ttl_ms: 60_000 })
    expect((await ask('GET', '/kv/a')).status).toBe(200)
    await ask('PUT', '/kv/a', { value: 'x', ttl_ms: 1 })
    await expect.poll(async () => (await ask('GET', '/kv/a')).status, patience).toBe(404)
  })

  test.each([
    ['PUT', '/kv/a', {}, [400, 'Value must be a string']],
    ['PUT', '/kv/a', { value: 1 }, [400, 'Value must be a string']],
    ['PUT', '/kv/a', [], [400, 'Value must be a string']],
    ['PUT', '/kv/a', { value: 'x', ttl_ms: 0 }, [400, 'ttl_ms must be a whole number above 0']],
    ['PUT', '/kv/a', { value: 'x'.repeat(1024 * 1024) }, [413, 'Body too large']],
    ['POST', '/kv/mget', {}, [400, 'Keys must be a list']],
    ['POST', '/kv/mget', { keys: 'a' }, [400, 'Keys must be a list']],
    ['POST', '/kv/mget', { keys: [1] }, [400, 'Keys must be strings']],
  ] as const)('%s %s is refused, case %$', async (method, path, body, response) => {
    const [status, error] = response
    expect(await ask(method, path, body)).toEqual({ status, body: { error } })
  })

  test.each(['{"value":', ''])('a body that is no JSON, %j, closes the connection without a response', async (body) => {
    const response = await fetch(`${url}/kv/a`, { method: 'PUT', body })
    expect([response.status, response.headers.get('connection'), await response.text()]).toEqual([400, 'close', ''])
  })

  test('a body of unknown length is bounded too', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('PUT /kv/a HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = 'x'.repeat(64 * 1024)
    for (let index = 0; index < 20; index++) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    socket.on('error', () => {})
    expect(await text(socket)).toContain('413 Payload Too Large')
  })
})

describe('the state', () => {
  test('the state of the server is healthy', async () => {
    const { status, body } = await ask('GET', '/health')
    expect([status, body]).toEqual([200, { status: 'healthy', timestamp: expect.any(Number), uptime: expect.any(Number) }])
  })

  test('the statistics of the store have the documented names', async () => {
    await ask('PUT', '/kv/a', { value: 'x' })
    const { body } = await ask('GET', '/stats')
    expect(Object.keys(body as object)).toEqual([
      'aof_bytes', 'aof_path', 'aof_version', 'compaction_aof_bytes', 'compaction_interval_ms', 'keys', 'last_snapshot_at', 'last_sync_at',
      'memory_words', 'snapshot_bytes', 'snapshot_checksum', 'snapshot_interval_ms', 'snapshot_path', 'snapshot_version', 'sync_interval_ms',
      'sync_mode', 'ttl_check_interval_ms',
    ]) // prettier-ignore
    expect(body).toMatchObject({ keys: 1, aof_version: 1, snapshot_version: 1, sync_mode: 'interval', snapshot_checksum: null })
  })

  test('a closed store refuses writes with a reason, and still serves what it has', async () => {
    const toska = await start()
    await ask('PUT', `${toska.url}/kv/a`, { value: 'x' })
    await toska.store.close()
    expect(await ask('PUT', `${toska.url}/kv/a`, { value: 'y' })).toEqual({
      status: 503,
      body: { error: 'KV store unavailable', reason: 'the store is closed' },
    })
    expect(await ask('GET', `${toska.url}/replication/snapshot`)).toEqual({
      status: 503,
      body: { error: 'Snapshot unavailable', reason: 'the store is closed' },
    })
    expect((await ask('GET', `${toska.url}/kv/a`)).body).toEqual({ key: 'a', value: 'x' })
    expect((await ask('GET', `${toska.url}/health`)).status).toBe(503)
  })

  test.each([
    ['GET', '/zzz'],
    ['GET', '/kv'],
    ['GET', '/kv/'],
    ['GET', '/kv/a/b'],
    ['POST', '/kv/a'],
    ['DELETE', '/stats'],
    ['GET', '/constructor'],
  ])('%s %s is not found', async (method, path) => {
    expect(await ask(method, path)).toEqual({ status: 404, body: { error: 'Not Found', path } })
  })
})

describe('replication', () => {
  test('a snapshot has all keys, and empties the log', async () => {
    await ask('PUT', '/kv/a', { value: 'x' })
    const before = (await ask('GET', '/replication/info')).body
    expect(before).toMatchObject({ aof_size: expect.any(Number), aof_version: 1, snapshot_checksum: null, snapshot_created_at: null })
    expect((before as { readonly aof_size: number }).aof_size).toBeGreaterThan(100)

    const response = await fetch(`${url}/replication/snapshot`)
    const body = await response.text()
    const checksum = response.headers.get('x-toska-snapshot-checksum')
    expect(body).toMatch(/^\{\n {2}"checksum"/)
    expect(JSON.parse(body)).toEqual({
      checksum,
      created_at: expect.any(Number),
      data: { a: { expires_at: null, value: 'x' } },
      version: 1,
    })
    expect([response.headers.get('x-toska-snapshot-version'), response.headers.get('x-toska-aof-version')]).toEqual(['1', '1'])
    expect((await ask('GET', '/replication/info')).body).toMatchObject({ aof_size: 0, snapshot_checksum: checksum })

    const log = await fetch(`${url}/replication/aof?since=0&max_bytes=65536`)
    expect([log.status, log.headers.get('x-toska-aof-size'), await log.text()]).toEqual([204, '0', ''])
  })

  test('each snapshot is a new one, unless latest=true accepts the last', async () => {
    const createdAt = async (query: string): Promise<number> => {
      const { body } = await ask('GET', `/replication/snapshot${query}`)
      return (body as { readonly created_at: number }).created_at
    }
    const first = await createdAt('')
    await ask('PUT', '/kv/a', { value: 'x' })
    expect(await createdAt('?latest=true')).toBe(first)
    expect((await ask('GET', '/replication/info')).body).not.toMatchObject({ aof_size: 0 })
    expect(await createdAt('')).toBeGreaterThan(first)
  })

  test('the log is read from a byte on', async () => {
    await ask('PUT', '/kv/a', { value: 'x' })
    await ask('DELETE', '/kv/a')
    const all = await fetch(`${url}/replication/aof`)
    const bytes = await all.text()
    expect([all.status, all.headers.get('content-type')]).toEqual([200, 'application/octet-stream; charset=utf-8'])
    expect([all.headers.get('x-toska-aof-size'), all.headers.get('x-toska-aof-offset')]).toEqual([String(bytes.length), '0'])
    expect(bytes.split('\n').map((line) => line.replaceAll(/[0-9a-f]{64}/g, '...'))).toEqual([
      '{"checksum":"...","expires_at":null,"key":"a","op":"set","v":1,"value":"x"}',
      '{"checksum":"...","key":"a","op":"del","v":1}',
      '',
    ])
    const part = await fetch(`${url}/replication/aof?since=10&max_bytes=20`)
    expect([await part.text(), part.headers.get('x-toska-aof-offset')]).toEqual([bytes.slice(10, 30), '10'])
    expect((await fetch(`${url}/replication/aof?since=${bytes.length}`)).status).toBe(204)
    expect(await ask('GET', '/replication/aof?since=x')).toEqual({ status: 400, body: { error: 'Invalid offset' } })
    expect(await ask('GET', '/replication/aof?since=-1')).toEqual({ status: 400, body: { error: 'Offset must be >= 0' } })
  })

  test('a leader has no leader of its own', async () => {
    expect(await ask('GET', '/replication/status')).toEqual({ status: 404, body: { error: 'Follower not running' } })
  })
})

describe('access', () => {
  test('every path except /health needs the token, in either header', async () => {
    const { url: own } = await start({ token: 'hunter2' })
    const refused = { status: 401, body: { error: 'Unauthorized' } }
    for (const path of ['/kv/a', '/stats', '/replication/info']) {
      expect(await ask('GET', `${own}${path}`)).toEqual(refused)
      expect(await ask('GET', `${own}${path}`, undefined, { authorization: 'Bearer hunter' })).toEqual(refused)
      expect((await ask('GET', `${own}${path}`, undefined, { authorization: 'Bearer hunter2' })).status).not.toBe(401)
      expect((await ask('GET', `${own}${path}`, undefined, { 'x-toska-token': 'hunter2' })).status).not.toBe(401)
    }
    expect((await ask('GET', `${own}/health`)).status).toBe(200)
  })

  test('requests of an address are limited to a rate', async () => {
    const { url: own } = await start({ rateLimit: 1, rateBurst: 2 })
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask('GET', `${own}/stats`)))
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(responses.filter(({ status }) => status === 429)[0]).toEqual({ status: 429, body: { error: 'Rate limit exceeded' } })
    expect((await ask('GET', `${own}/health`)).status).toBe(200)
  })
})
