import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { SetupContext } from '@benchpress/core'
import { afterEach, expect, test } from 'vitest'
import { beforeAll } from './redis.ts'
import { fillVariable, type KeyOptions } from './store.ts'

let server: Server | undefined

afterEach(() => {
  server?.close()
})

/** Fills a fake Redis, whose `reply` is called with everything received so far. */
async function fillFrom(options: KeyOptions, reply: (received: string, socket: Socket) => void): Promise<void> {
  server = createServer((socket) => {
    let received = ''
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => {
      received += data.toString('latin1')
      reply(received, socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  await beforeAll({ target: `http://127.0.0.1:${port}`, env: { [fillVariable]: JSON.stringify(options) } } as unknown as SetupContext)
}

test('every key is set by one command, as bytes of a given length: a line of a command would end at 64 KiB', async () => {
  let sent = ''
  await fillFrom({ keySpace: 205, valueSize: 100 }, (received, socket) => {
    sent = received
    socket.write('$6\r\nfilled\r\n')
  })
  expect(sent).toMatch(/^\*6\r\n\$4\r\nEVAL\r\n/)
  expect(sent).toContain(`$3\r\n205\r\n$6\r\nbench_\r\n$100\r\n${'x'.repeat(100)}\r\n`)
})

test('an error reply ends the filling with its message', async () => {
  const filled = fillFrom({ keySpace: 3, valueSize: 1 }, (_received, socket) => void socket.write('-OOM command not allowed\r\n'))
  await expect(filled).rejects.toThrow('the reply to the setting of all keys was -OOM command not allowed')
})
