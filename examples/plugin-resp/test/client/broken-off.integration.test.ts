import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { RedisClient } from '../../src/index.ts'
import { redisOfSuite } from '../servers/redis-of-suite.ts'
import { hasRedis } from '../servers/redis-server.ts'
import { connectedUser } from './connected-user.ts'

const ways: readonly (readonly [string, (redis: RedisClient) => Promise<unknown>])[] = [
  ['a command', (redis) => redis.command('BLPOP', 'nothing', 0)],
  ['a pipeline', (redis) => redis.pipeline([['BLPOP', 'nothing', 0]])],
]

describe.skipIf(!hasRedis)('a user who leaves', () => {
  const suite = redisOfSuite()

  test.each(ways)('leaves no unhandled rejection: %s', async (_, ask) => {
    const unheard: unknown[] = []
    const hear = (reason: unknown): void => void unheard.push(reason)
    process.on('unhandledRejection', hear)
    onTestFinished(() => void process.off('unhandledRejection', hear))
    const user = await connectedUser(suite.server)
    await user.redis.ping()
    const asked = ask(user.redis)
    await user.leave()
    void ask(user.redis)
    // Both promises reject within these turns.
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    expect(unheard).toEqual([])
    // A later await still gets the rejection.
    await expect(asked).rejects.toThrow('aborted: its user had to stop')
  })

  test.each(ways)('is refused in a later turn, so that a journey that always tries again does not block the thread: %s', async (_, ask) => {
    const user = await connectedUser(suite.server)
    const { redis } = user
    await user.leave()
    let isRefused = false
    const refused = ask(redis).catch((error: Error) => {
      isRefused = true
      return error.message
    })
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    expect(isRefused).toBe(false)
    expect(await refused).toContain('aborted: its user had to stop')
  })
})
