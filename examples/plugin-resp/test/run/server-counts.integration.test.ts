import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { redis } from '../../src/index.ts'
import { redisOfSuite } from '../servers/redis-of-suite.ts'
import { hasRedis } from '../servers/redis-server.ts'
import { countsIn, runRedis, timedIn } from './run-redis.ts'

const failing = fileURLToPath(new URL('failing.journey.ts', import.meta.url))
const everyKind = fileURLToPath(new URL('every-kind.journey.ts', import.meta.url))
const password = 'open-sesame-4711'

describe.skipIf(!hasRedis)('the result of a run against Redis', () => {
  const suite = redisOfSuite(['--requirepass', password], password)

  test.each([
    { workers: 0, connections: 'per-user' },
    { workers: 2, connections: 'per-user' },
    { workers: 2, connections: 3 },
  ] as const)('matches the counts of the server: %o', async ({ workers, connections }) => {
    await suite.control.redis.config('RESETSTAT')
    const scenarios = { all: { journey: everyKind, workload: { users: 6, iterations: 60 } } }
    const result = await runRedis(suite.server, scenarios, { workers, options: { password, connections, database: 1 } })
    const counted = await suite.control.commandCounts()
    const times = timedIn(result)
    expect(times).toEqual({ set: 60, get: 120, incr: 60, lpush: 60, nosuch: 60 })
    // The server counts an unknown command only as an error.
    for (const name of ['set', 'get', 'incr', 'lpush']) expect([name, counted[name]?.calls]).toEqual([name, times[name]])
    expect(counted['lpush']?.failed).toBe(60)
    expect(countsIn(result, 'redis_errors')).toEqual({ WRONGTYPE: 60, ERR: 60 })
    expect(await errorCounts()).toMatchObject({ WRONGTYPE: 60, ERR: 60 })
    const opened = connections === 'per-user' ? 6 : connections * workers
    expect(result.metrics['redis_opened']).toMatchObject({ count: opened })
    // Shared connections outlast their users for a moment.
    expect(countsIn(result, 'redis_closed')).toEqual(connections === 'per-user' ? { client: opened } : {})
    expect(counted['auth']?.calls).toBe(opened)
    expect(countsIn(result, 'redis_commands')).toEqual({ ok: 240, error: 120 })
    const requests = { counts: { started: 360, outcomes: { ok: 240, error: 120 } }, connections: { opened } }
    expect(result.scenarios).toMatchObject([{ users: { pluginRequests: [requests] } }])
    for (const [name, count] of Object.entries(times))
      expect(result.metric(`plugin_requests{plugin:redis,endpoint:${name}}`)).toMatchObject({ count })
  })

  test('the result contains the password nowhere', async () => {
    const scenarios = { all: { journey: everyKind, workload: { users: 2, iterations: 4 } } }
    const results = [
      await runRedis(suite.server, scenarios, { workers: 0, options: { password } }),
      await runRedis(suite.server, scenarios, { workers: 0, options: { url: `redis://:${password}@127.0.0.1:${suite.server.port}` } }),
      await runRedis(suite.server, scenarios, {
        options: { password: { secret: 'REDIS_PASSWORD' } },
        secrets: { REDIS_PASSWORD: password },
      }),
      await runRedis(suite.server, scenarios, { workers: 0, options: { password: `${password}-wrong` } }),
    ]
    expect(results.map((result) => countsIn(result, 'redis_commands')['ok'] ?? 0)).toEqual([16, 16, 16, 0])
    for (const result of results) {
      const text = JSON.stringify(result.toJSON())
      expect(text).not.toContain(password)
      expect(text).toContain('redis')
    }
    expect(JSON.stringify(results[3]?.scenarios[0]?.users?.failures)).toContain('WRONGPASS')
  })

  test('has failed iterations with their reasons, and an invalid verdict, where every command fails', async () => {
    const scenarios = { failing: { journey: failing, workload: { users: 2, iterations: 10 } } }
    const result = await runRedis(suite.server, scenarios, { options: { password } })
    expect(result.scenarios[0]?.users?.iterations).toMatchObject({ failed: 10, completed: 0 })
    expect(result.scenarios[0]?.users?.failures).toMatchObject([
      { reason: expect.stringMatching(/^redis eval: ERR /) as string, count: 10 },
    ])
    expect(result.verdict).toMatchObject({
      level: 'invalid',
      reasons: expect.arrayContaining([expect.objectContaining({ rule: 'no-success' })]) as object,
    })
  })

  test('there is no result without a server, as the test does not begin', async () => {
    const scenarios = { get: { journey: redis.get(), workload: { users: 1, iterations: 1 } } }
    await expect(runRedis(suite.server, scenarios, { options: { url: 'redis://127.0.0.1:1' } })).rejects.toMatchObject({
      code: 'SETUP_FAILED',
      message: expect.stringMatching(
        /there is no server at 127\.0\.0\.1:1 \(connect ECONNREFUSED 127\.0\.0\.1:1\): start it, or check the options/,
      ) as string,
    })
  })

  async function errorCounts(): Promise<Readonly<Record<string, number>>> {
    const info = await suite.control.redis.info('errorstats')
    return Object.fromEntries(
      Array.from(info.matchAll(/^errorstat_([^:]+):count=(\d+)/gm), ([, kind = '', count]) => [kind, Number(count)]),
    )
  }
})
