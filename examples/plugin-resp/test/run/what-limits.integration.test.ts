import type { Result } from '@benchpress/core'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisOfSuite } from '../servers/redis-of-suite.ts'
import { hasRedis } from '../servers/redis-server.ts'
import { runRedis } from './run-redis.ts'

const module = new URL('late-reply.journey.ts', import.meta.url).href
const users = 8

describe.skipIf(!hasRedis)('users who use HTTP and Redis, and think', () => {
  const suite = redisOfSuite()
  const http = createServer((_request, response) => {
    begun ??= performance.now()
    response.end('ok')
  })
  let begun: number | undefined

  beforeAll(async () => void (await once(http.listen(0, '127.0.0.1'), 'listening')))

  afterAll(() => {
    http.close()
    http.closeAllConnections()
  })

  test('are limited by think time where that takes most of their time, and not where they mostly wait for replies', async () => {
    const over = new AbortController()
    const running = Promise.all([runUsers({ reply: 0.001, think: 3600 }, over.signal), runUsers({ reply: 0, think: 0 }, over.signal)])
    await expect.poll(async () => (await suite.control.commandCounts())['ping']?.calls, { timeout: 20_000 }).toBe(2 * users)
    // The rest is most of the test, however long the beginning took.
    await wait(500 + 5 * (performance.now() - (begun ?? 0)))
    over.abort()
    const [thinking, waiting] = await running
    // The machine itself may be the limit while other tests run, and takes precedence.
    expect(['concurrency', 'events']).not.toContain(thinking.limitedBy.by)
    expect(['think time', 'events']).not.toContain(waiting.limitedBy.by)
    expect(thinkTimes(thinking)).toEqual([
      expect.stringMatching(/^users waited on their own .* in flight, .* waiting for replies of redis\): /),
    ])
    expect(thinkTimes(waiting)).toEqual([])
    expect(waitingShare(thinking)).toBeLessThan(0.3)
    expect(waitingShare(waiting)).toBeGreaterThan(0.7)
    for (const { scenarios } of [thinking, waiting]) {
      const [requests] = scenarios[0]?.users?.pluginRequests ?? []
      expect(requests?.plugin).toBe('redis')
      expect(requests?.errors.filter(({ outcome }) => outcome !== 'aborted')).toEqual([])
      expect(scenarios[0]?.users?.waiting).toBe(0)
    }
  })

  async function runUsers(options: { readonly reply: number; readonly think: number }, signal: AbortSignal): Promise<Result> {
    const target = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
    const workload = { users, duration: '1h', gracefulStop: 0 }
    const scenarios = { late: { journey: { module, export: 'lateReply', options }, workload } }
    return await runRedis(target, scenarios, { options: { url: `redis://127.0.0.1:${suite.server.port}`, timeout: '1h' }, signal })
  }
})

function waitingShare({ scenarios }: Result): number {
  const { busy = 0, waitingForReplies = 0 } = scenarios[0]?.users ?? {}
  return waitingForReplies / busy
}

function thinkTimes({ verdict }: Result): readonly string[] {
  return verdict.reasons.filter(({ rule }) => rule === 'think-time').map(({ text }) => text)
}
