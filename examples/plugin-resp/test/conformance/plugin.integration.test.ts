import type { ConformanceServer } from '@benchpress/core/testing'
import { pluginConformance } from '@benchpress/core/testing'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { redis } from '../../src/index.ts'
import { ControlConnection } from '../servers/control-connection.ts'
import { hasRedis, startRedis } from '../servers/redis-server.ts'

const journey = fileURLToPath(new URL('use-redis.journey.ts', import.meta.url))

describe.skipIf(!hasRedis)('the plugin', () => {
  describe.each([{ connections: 'per-user' }, { connections: 2 }] as const)('with connections: $connections', ({ connections }) => {
    const cases = pluginConformance(redis({ connections, password: 'open sesame', database: 3 }), startServer, { journey })

    test.each(cases)('keeps the contract: $name', async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    })
  })
})

async function startServer(): Promise<ConformanceServer> {
  const server = await startRedis('--requirepass', 'open sesame')
  const control = await ControlConnection.open(server.port, 'open sesame')
  return {
    url: server.url,
    connections: () => control.otherConnections(),
    close: async () => {
      control.close()
      await server.stop()
    },
  }
}
