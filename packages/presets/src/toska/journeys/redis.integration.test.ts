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

test('every key is set, as bytes of a given length: a line of a command would end at 64 KiB', async () => {
  const commands = Array.from({ length: 205 }, (_, index) => {
    const key = `bench_${index}`
    return `*3\r\n$3\r\nSET\r\n$${key.length}\r\n${key}\r\n$100\r\n${'x'.repeat(100)}\r\n`
  })
  let last = ''
  let replied = 0
  await fillFrom({ keySpace: 205, valueSize: 100 }, (received, socket) => {
    last = received
    const whole = received.split(`${'x'.repeat(100)}\r\n`).length - 1
    for (; replied < whole; replied++) socket.write('+OK\r\n')
  })
  expect(last).toBe(commands.join(''))
})

test('an error reply ends the filling with its message', async () => {
  const filled = fillFrom({ keySpace: 3, valueSize: 1 }, (_received, socket) => void socket.write('+OK\r\n-OOM command not allowed\r\n'))
  await expect(filled).rejects.toThrow('the reply to SET was -OOM command not allowed')
})

test('a server that closes the connection ends the filling', async () => {
  const filled = fillFrom({ keySpace: 3, valueSize: 1 }, (_received, socket) => void socket.end('+OK\r\n'))
  await expect(filled).rejects.toThrow('Redis closed the connection when 1 of 3 keys were set')
})
