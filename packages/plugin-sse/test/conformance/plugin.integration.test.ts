import { pluginConformance } from '@benchpress/core/testing'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sse } from '../../src/index.ts'
import { MessageServer } from '../servers/message-server.ts'

const journey = fileURLToPath(new URL('hear-messages.journey.ts', import.meta.url))

describe.each(['lean', 'eventsource'] as const)('the plugin, with the client %s,', (client) => {
  const cases = pluginConformance(sse({ client }), () => MessageServer.start({ heartbeat: 1000 }), { journey })

  test.each(cases)('keeps the contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
