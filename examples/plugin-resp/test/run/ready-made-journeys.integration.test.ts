import { invalidReasons } from '@benchpress/core/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { redis } from '../../src/index.ts'
import { redisOfSuite } from '../servers/redis-of-suite.ts'
import { hasRedis } from '../servers/redis-server.ts'
import { countsIn, runRedis, timedIn } from './run-redis.ts'

describe.skipIf(!hasRedis)('the ready-made journeys', () => {
  const suite = redisOfSuite()

  beforeEach(async () => {
    await suite.control.redis.flushall()
    await suite.control.redis.config('RESETSTAT')
  })

  test.each([
    { values: 'text', count: 1, pipeline: false },
    { values: 'bytes', count: 5, pipeline: false },
    { values: 'bytes', count: 10, pipeline: true },
  ] as const)('set each key once in order, and get the same values: %o', async (options) => {
    const space = { ...options, keys: 300, size: 100 }
    const filled = await runRedis(
      suite.server,
      {
        fill: { journey: redis.set({ ...space, order: 'sequential' }), workload: { users: 4, iterations: 300 / options.count } },
      },
      { workers: 0 },
    )
    expect(await suite.control.redis.dbsize()).toBe(300)
    expect(await suite.control.redis.strlen('benchpress:299')).toBe(100)
    const read = await runRedis(
      suite.server,
      { read: { journey: redis.get(space), workload: { users: 4, iterations: 50 } } },
      { workers: 0 },
    )
    expect(read.scenarios[0]?.users?.checks).toEqual([{ name: 'redis: value of get', passed: 50 * options.count, failed: 0 }])
    expect([filled, read].flatMap(({ verdict }) => invalidReasons(verdict.reasons))).toEqual([])
    expect(countsIn(filled, 'redis_commands')).toEqual({ ok: 300 })
    expect(countsIn(read, 'redis_commands')).toEqual({ ok: 50 * options.count })
    expect(await suite.control.commandCounts()).toMatchObject({ set: { calls: 300 }, get: { calls: 50 * options.count } })
  })

  test('count values that another client wrote, and missing keys', async () => {
    const space = { keys: 10, size: 20 }
    await runRedis(
      suite.server,
      { fill: { journey: redis.set({ ...space, order: 'sequential' }), workload: { users: 1, iterations: 10 } } },
      { workers: 0 },
    )
    await suite.control.redis.set('benchpress:3', 'something else')
    await suite.control.redis.del('benchpress:4')
    const read = async (nil: boolean): Promise<readonly unknown[]> => {
      const result = await runRedis(
        suite.server,
        { read: { journey: redis.get({ ...space, nil }), workload: { users: 1, iterations: 200 } } },
        { workers: 0 },
      )
      const [check] = result.scenarios[0]?.users?.checks ?? []
      expect((check?.passed ?? 0) + (check?.failed ?? 0)).toBe(200)
      const wrong = countsIn(result, 'redis_wrong_values')['get'] ?? 0
      expect(check?.failed).toBe(wrong)
      return [wrong, countsIn(result, 'redis_nils')['get'] ?? 0]
    }
    // The same seed draws the same keys, so that values that are wrong in one run are nil in the other.
    const [allWrong, none] = await read(false)
    const [wrong, nils] = await read(true)
    expect([none, Number(wrong) > 0, Number(nils) > 0]).toEqual([0, true, true])
    expect(Number(wrong) + Number(nils)).toBe(allWrong)
  })

  test('draw the same keys with the same seed, and split reads and writes as configured', async () => {
    const journey = redis.mixed({ keys: 1000, size: 10, reads: 0.75, nil: true, ttl: '1h' })
    const draw = async (seed: number): Promise<readonly unknown[]> => {
      await suite.control.redis.flushall()
      const result = await runRedis(suite.server, { mixed: { journey, workload: { users: 1, iterations: 400 } } }, { seed, workers: 0 })
      return [timedIn(result), (await suite.control.redis.keys('*')).toSorted()]
    }
    const [first, again, other] = [await draw(1), await draw(1), await draw(2)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    const { get = 0, set = 0 } = first[0] as Readonly<Record<string, number>>
    expect(get + set).toBe(400)
    expect(get).toBeGreaterThan(240)
    expect(get).toBeLessThan(360)
    const [key = ''] = first[1] as readonly string[]
    expect(await suite.control.redis.ttl((await suite.control.redis.randomkey()) ?? key)).toBeGreaterThan(3000)
  })
})
