import { pluginConformance } from '@benchpress/core/testing'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer, type SocketServer } from '../servers/socket-server.ts'

function startServer(): Promise<SocketServer> {
  return startSocketServer((socket) => {
    socket.on('say', (said: unknown, ack: () => void) => {
      ack()
      socket.emit('said', said)
    })
  })
}

describe.each(['echo', 'leave-open'])('the plugin, with the journey %s,', (name) => {
  const journey = fileURLToPath(new URL(`${name}.journey.ts`, import.meta.url))
  const cases = pluginConformance(socketio(), startServer, { journey })

  test.each(cases)('keeps the contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
