import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { startToska, type RunningToska, type ToskaOptions } from '../src/index.ts'

/** Enough while other tests run on a small machine. */
const patience = { timeout: 20_000 }

const running: RunningToska[] = []
let leader: RunningToska

beforeEach(async () => {
  leader = await start()
})

afterEach(async () => {
  for (const toska of running.splice(0).toReversed()) await toska.close()
})

async function start(options: ToskaOptions = {}): Promise<RunningToska> {
  const toska = await startToska(options)
  running.push(toska)
  return toska
}

function follow(options: ToskaOptions = {}): Promise<RunningToska> {
  return start({ follow: leader.url, pollInterval: 1, ...options })
}

async function statusOf({ url }: RunningToska): Promise<Readonly<Record<string, unknown>>> {
  return (await (await fetch(`${url}/replication/status`)).json()) as Record<string, unknown>
}

const all = ({ store }: RunningToska): Readonly<Record<string, string | null>> => store.mget(store.keys('', 1e6).toSorted())

describe('a follower', () => {
  test('a follower has the data of the leader, and gets its changes', async () => {
    await leader.store.put('before', '1')
    await leader.store.put('gone', '1')
    const follower = await follow()
    await expect.poll(() => all(follower), patience).toEqual({ before: '1', gone: '1' })
    await leader.store.put('after', 'ü')
    await leader.store.delete('gone')
    await leader.store.put('before', '2')
    await expect.poll(() => all(follower), patience).toEqual({ after: 'ü', before: '2' })
  })

  test('a follower is read-only, and reports its position', async () => {
    await leader.store.put('a', '1')
    const follower = await follow()
    await expect.poll(() => all(follower), patience).toEqual({ a: '1' })
    await leader.store.put('a', '2')
    await expect.poll(() => all(follower), patience).toEqual({ a: '2' })
    const refused = { error: 'Read-only follower' }
    for (const init of [{ method: 'PUT', body: '{"value":"x"}' }, { method: 'DELETE' }]) {
      const response = await fetch(`${follower.url}/kv/a`, init)
      expect([response.status, await response.json()]).toEqual([403, refused])
    }
    expect((await fetch(`${follower.url}/kv/a`)).status).toBe(200)
    expect(await statusOf(follower)).toEqual({
      http_timeout_ms: 5000,
      last_error: null,
      last_poll_at: expect.any(Number),
      last_snapshot_at: expect.any(Number),
      leader_url: leader.url,
      offset: leader.store.stats().aof_bytes,
      poll_interval_ms: 1,
    })
  })

  test('misses nothing when the leader empties its log', async () => {
    const follower = await follow()
    const writing = (async () => {
      for (let index = 0; index < 300; index++) {
        await leader.store.put(`key_${index % 50}`, String(index))
        if (index % 30 === 0) await leader.store.snapshot()
      }
    })()
    await writing
    await expect.poll(() => all(follower), patience).toEqual(all(leader))
    await leader.store.put('last', 'x')
    await expect.poll(() => follower.store.get('last'), patience).toBe('x')
  })

  test('does not empty the log of the leader, so that several can follow', async () => {
    await leader.store.snapshot()
    await leader.store.put('a', '1')
    const followers = await Promise.all([follow(), follow(), follow()])
    for (const follower of followers) await expect.poll(() => all(follower), patience).toEqual({ a: '1' })
    expect(leader.store.stats().aof_bytes).toBeGreaterThan(0)
  })

  test('a follower can be followed by another store', async () => {
    const second = await follow()
    const third = await follow({ follow: second.url })
    await leader.store.put('a', '1')
    await expect.poll(() => all(third), patience).toEqual({ a: '1' })
  })

  test('a follower gets a record that is longer than one request of the log', async () => {
    const follower = await follow()
    await leader.store.put('long', 'x'.repeat(3 * 1024 * 1024))
    await leader.store.put('after', '1')
    await expect.poll(() => follower.store.get('after'), patience).toBe('1')
    expect(follower.store.get('long')).toHaveLength(3 * 1024 * 1024)
  })

  test('a follower needs the token of the leader', async () => {
    const guarded = await start({ token: 'hunter2' })
    await guarded.store.put('a', '1')
    const stranger = await follow({ follow: guarded.url })
    await expect.poll(async () => (await statusOf(stranger))['last_error'], patience).toContain('status 401')
    const follower = await follow({ follow: guarded.url, token: 'hunter2' })
    await expect.poll(() => all(follower), patience).toEqual({ a: '1' })
  })

  test('waits for a missing leader, and reports that it is starting', async () => {
    const port = await freePort()
    const follower = await follow({ follow: `http://127.0.0.1:${port}` })
    await expect.poll(async () => (await statusOf(follower))['last_error'], patience).toContain('ECONNREFUSED')
    const health = await fetch(`${follower.url}/health`)
    expect([health.status, await health.json()]).toMatchObject([503, { status: 'starting' }])
    const late = await start({ port })
    await late.store.put('a', '1')
    await expect.poll(() => all(follower), patience).toEqual({ a: '1' })
    await expect.poll(async () => (await fetch(`${follower.url}/health`)).status, patience).toBe(200)
  })
})
