import { run, type JourneyConfig, type Result } from '@benchpress/core'
import { invalidReasons } from '@benchpress/core/testing'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { redis } from '../../src/index.ts'
import { hasRedis, startRedis } from '../servers/redis-server.ts'

const forgiving = fileURLToPath(new URL('forgiving.journey.ts', import.meta.url))
const workload = { users: 6, duration: '1h', gracefulStop: 0 } as const

describe.skipIf(!hasRedis)('a server that is killed in the middle of a test, and does not come back', () => {
  test('ends the test with the same verdict as an HTTP server, whether journeys fail or continue', async () => {
    const [overHttp, failing, goingOn] = await Promise.all([
      runAgainstHttp(),
      runAgainstRedis(redis.mixed({ keys: 100, nil: true })),
      runAgainstRedis(forgiving),
    ])
    for (const result of [overHttp, failing, goingOn]) {
      expect(result.interrupted?.cause).toBe('target')
      expect(result.target.failed?.reason).toMatch(/^every connection( of redis)? was refused for 3 s$/)
      expect(result.verdict.reasons).toContainEqual(expect.objectContaining({ rule: 'interrupted', level: 'suspect' }))
      expect(invalidReasons(result.verdict.reasons)).toEqual([])
    }
    for (const { target, scenarios } of [failing, goingOn]) {
      expect(target.failed?.reason).toContain('of redis')
      const [requests] = scenarios[0]?.users?.pluginRequests ?? []
      expect(requests?.counts.outcomes.ok).toBeGreaterThan(100)
      expect(requests?.counts.outcomes.refused).toBeGreaterThan(0)
      expect(requests?.errors.map(({ reason }) => reason)).toContain('ECONNREFUSED')
    }
  })
})

async function runAgainstRedis(journey: JourneyConfig): Promise<Result> {
  const server = await startRedis()
  let stopping: Promise<void> | undefined
  const scenarios = { commands: { journey, workload } }
  const result = await run(
    { target: server.url, plugins: [redis()], seed: 1, workers: 1, scenarios },
    {
      onProgress: ({ requests }) => {
        if (requests > 100) stopping ??= server.stop()
      },
    },
  )
  await stopping
  return result
}

async function runAgainstHttp(): Promise<Result> {
  const server = createServer((_request, response) => {
    served += 1
    response.end('ok')
    if (served === 200) {
      server.close()
      server.closeAllConnections()
    }
  })
  let served = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return await run({ target, seed: 1, workers: 1, scenarios: { reads: { request: { path: '/' }, workload } } })
}
