import { pluginConformance } from '@benchpress/core/testing'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sse } from '../../src/index.ts'
import { MessageServer } from '../servers/message-server.ts'

const journey = fileURLToPath(new URL('hear-messages.journey.ts', import.meta.url))

test.each(pluginConformance(sse(), () => MessageServer.start({ heartbeat: 1000 }), { journey }))(
  'keeps the contract: $name',
  async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  },
)
