import type { Journey } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { RedisError } from '../../src/index.ts'
import { mixed } from '../../src/journeys/index.ts'
import { ControlConnection } from '../servers/control-connection.ts'
import { hasRedis, startRedis } from '../servers/redis-server.ts'
import { countsIn, runRedis } from './run-redis.ts'

describe.skipIf(!hasRedis)('a server that is killed in the middle of a test', () => {
  test.each([{ connections: 'per-user' }, { connections: 2 }] as const)(
    'shows in the outcomes of commands, and does not keep the test from ending: %o',
    async ({ connections }) => {
      const server = await startRedis()
      const control = await ControlConnection.open(server.port)
      const abort = new AbortController()
      const command = mixed({ keys: 100, nil: true })
      let refusals = 0
      const journey: Journey = async (user) => {
        try {
          await command(user)
        } catch (error) {
          if (error instanceof RedisError && error.outcome === 'refused') refusals += 1
          if (refusals === 10) abort.abort()
          throw error
        }
      }
      const scenarios = { mixed: { journey, workload: { users: 8, duration: '1h', gracefulStop: 0 } } }
      const ended = runRedis(server, scenarios, { workers: 0, options: { connections }, signal: abort.signal })
      await expect.poll(async () => (await control.commandCounts())['get']?.calls ?? 0, { timeout: 20_000 }).toBeGreaterThan(100)
      control.close()
      await server.stop()
      const result = await ended
      const outcomes = countsIn(result, 'redis_commands')
      const { ok = 0, refused = 0, reset = 0, closed = 0, aborted = 0 } = outcomes
      expect(ok).toBeGreaterThan(100)
      expect(refused).toBeGreaterThanOrEqual(10)
      // Commands in flight when the server was killed.
      expect(reset + closed).toBeGreaterThan(0)
      expect(countsIn(result, 'redis_refused')['ECONNREFUSED']).toBeGreaterThan(0)
      // Each iteration is one command, which may have ended before its iteration was aborted.
      const { started = 0, completed = 0, failed = 0 } = result.scenarios[0]?.users?.iterations ?? {}
      expect(ok + refused + reset + closed + aborted).toBe(started)
      expect(completed).toBeLessThanOrEqual(ok)
      expect(failed).toBeLessThanOrEqual(refused + reset + closed)
      expect(failed).toBeGreaterThan(0)
    },
  )
})
