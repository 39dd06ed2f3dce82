import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { Store, syncModes } from '../src/store/index.ts'
import { startServer, urlOf } from './start-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()

describe('a store that is killed', () => {
  test.each(syncModes)('has all acknowledged writes when it was killed while writing, with sync %s', async (sync) => {
    const data = join(folder(), 'data')
    const server = startServer({ data, sync })
    const url = await urlOf(server)
    const acknowledged = await writeUntil(url, (count) => count === 500 && server.kill('SIGKILL'))
    expect(acknowledged.size).toBeGreaterThanOrEqual(500)

    const store = await Store.open({ folder: data })
    const kept = [...acknowledged].filter(([key, value]) => store.get(key) === value)
    expect(kept.length).toBe(acknowledged.size)
    await store.close()
  })

  test('has all acknowledged writes when it was killed while making snapshots', async () => {
    const data = join(folder(), 'data')
    const server = startServer({ data })
    const url = await urlOf(server)
    const snapshots = takeSnapshots(url)
    const acknowledged = await writeUntil(url, (count) => count === 500 && server.kill('SIGKILL'))
    expect(await snapshots).toBeGreaterThan(0)

    const again = await urlOf(startServer({ data }))
    const keys = [...acknowledged.keys()]
    const response = await fetch(`${again}/kv/mget`, { method: 'POST', body: JSON.stringify({ keys }) })
    expect(await response.json()).toEqual({ values: Object.fromEntries(acknowledged) })
  })
})

test('a full disk refuses writes, and takes back none that were acknowledged', async () => {
  const data = join(folder(), 'data')
  // No file may be longer than 64 blocks of 512 bytes.
  const server = startServer({ data, sync: 'always' }, { before: "trap '' XFSZ; ulimit -f 64" })
  const url = await urlOf(server)
  const acknowledged = await writeUntil(url, () => {}, 400)
  expect(acknowledged.size).toBeGreaterThan(50)
  expect(acknowledged.size).toBeLessThan(400)
  const refused = await put(url, 'late', 'x')
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('KV store unavailable')])
  expect((await fetch(`${url}/health`)).status).toBe(503)
  server.kill('SIGKILL')

  const store = await Store.open({ folder: data })
  expect([...acknowledged].every(([key, value]) => store.get(key) === value)).toBe(true)
  await store.close()
})

test('a folder that another server has is refused, until that one has ended', async () => {
  const data = join(folder(), 'data')
  const first = startServer({ data })
  await urlOf(first)
  const second = startServer({ data })
  const [message, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])
  expect([message, code]).toEqual([`${data} is in use by another store: end it, or take another folder\n`, 1])
  first.kill('SIGKILL')
  await urlOf(startServer({ data }))
})

describe('the server', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('ends at %s, although connections are open, and leaves nothing behind', async (signal) => {
    const server = startServer({}, { env: { TMPDIR: folder() } })
    const url = await urlOf(server)
    expect((await put(url, 'a', 'x')).status).toBe(200)
    expect(await readdir(folder())).toHaveLength(1)
    server.kill(signal)
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(await readdir(folder())).toEqual([])
  })

  test('the server keeps a given folder', async () => {
    const server = startServer({ data: folder() })
    const url = await urlOf(server)
    await put(url, 'a', 'x')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    const again = await urlOf(startServer({ data: folder() }))
    expect(await (await fetch(`${again}/kv/a`)).json()).toEqual({ key: 'a', value: 'x' })
  })

  test('starts with the options of its target', async () => {
    const url = await urlOf(startServer({ token: 'hunter2', rateLimit: 1, sync: 'none', data: folder() }))
    expect((await fetch(`${url}/stats`)).status).toBe(401)
    const headers = { authorization: 'Bearer hunter2' }
    expect(await (await fetch(`${url}/stats`, { headers })).json()).toMatchObject({ sync_mode: 'none' })
  })

  test('names everything that is wrong with its flags at once', async () => {
    const args = ['--port', '70000', '--sync', 'often', '--follow', 'ftp://:secret@x', '--rate-limit', '0', '--prot=1', 'x', '--data']
    const server = startServer({}, { args, env: { TOSKA_BODY_LIMIT: '-1' } })
    const [message, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
    expect(code).toBe(2)
    expect(message.split('\n').toSorted()).toEqual([
      '',
      '--body-limit: "-1" is not a whole number from 1 on',
      '--data needs a value',
      '--follow: the given one is not a URL such as http://localhost:4000',
      '--port: "70000" is not a whole number from 0 to 65535',
      '--prot: no such flag; there are --port, --host, --data, --sync, --token, --rate-limit, --rate-burst, --follow, --poll-interval, --body-limit',
      '--rate-limit: "0" is not a whole number from 1 on',
      '--sync: "often" is not always, interval or none',
      'x: not expected',
    ])
  })

  test('reports in one line that its port is busy', async () => {
    const url = await urlOf(startServer({ data: folder() }))
    const second = startServer({}, { args: ['--port', new URL(url).port] })
    const [message, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')])
    expect(message).toMatch(/^listen EADDRINUSE.*\n$/)
    expect(code).toBe(1)
  })
})

function put(url: string, key: string, value: string): Promise<Response> {
  return fetch(`${url}/kv/${key}`, { method: 'PUT', body: JSON.stringify({ value }) })
}

/**
 * Writes keys from 10 clients, each until it fails or has written its part.
 *
 * @param onAcknowledged is called with the number of acknowledged writes
 * @returns the acknowledged keys with their values
 */
async function writeUntil(url: string, onAcknowledged: (count: number) => unknown, most = Infinity): Promise<ReadonlyMap<string, string>> {
  const acknowledged = new Map<string, string>()
  const clients = Array.from({ length: 10 }, async (_, client) => {
    for (let index = 0; index < most / 10; index++) {
      const key = `key_${client}_${index}`
      const value = `${key}:${'x'.repeat(128)}`
      // After a kill there is no response, and after a failure an error.
      const response = await put(url, key, value).catch(() => {})
      if (response?.status !== 200) return
      acknowledged.set(key, value)
      onAcknowledged(acknowledged.size)
      await response.arrayBuffer().catch(() => {})
    }
  })
  await Promise.all(clients)
  return acknowledged
}

/** Makes one snapshot after another until one fails, and returns their number. */
async function takeSnapshots(url: string): Promise<number> {
  for (let count = 0; ; count++) {
    const response = await fetch(`${url}/replication/snapshot`).catch(() => {})
    const isWhole = await response?.arrayBuffer().catch(() => {})
    if (isWhole === undefined) return count
  }
}
