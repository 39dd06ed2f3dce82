import dns from 'node:dns'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@benchpress/core'
import { Server } from 'socket.io'
import { expect, onTestFinished, test, vi } from 'vitest'
import { socketio } from '../../src/index.ts'
import { startSocketServer } from '../servers/socket-server.ts'
import { userOf } from './fixture.ts'

const transports = ['polling', 'websocket'] as const

test('connections go to the resolved address, without another DNS lookup', async () => {
  const server = await startSocketServer()
  onTestFinished(() => server.close())
  const target = server.url.replace('127.0.0.1', 'localhost')
  const user = await userOf(target)
  const lookup = vi.spyOn(dns, 'lookup')
  onTestFinished(() => lookup.mockRestore())
  for (const transport of transports) await user.socketio.connect('/', { transports: [transport] })
  await user.socketio.connect(`${target}/`)
  expect(lookup).not.toHaveBeenCalled()
  expect(server.connected()).toBe(3)
  // Another origin is not the target, and its name is looked up.
  const other = await userOf(server.url)
  await other.socketio.connect(target)
  expect(lookup).toHaveBeenCalled()
})

test('connections go to the Unix socket of the config, also over TLS, with the name of the target', async () => {
  const certificates = new URL('../../../core/test/servers/certificate/', import.meta.url)
  const cert = await readFile(new URL('certificate.pem', certificates), 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-socket-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const unixSocket = join(folder, 'target.sock')
  const server = createServer({ cert, key: await readFile(new URL('key.pem', certificates), 'utf8') })
  const io = new Server(server, { serveClient: false })
  onTestFinished(() => io.close())
  const hosts: unknown[] = []
  io.on('connection', ({ handshake }) => hosts.push(handshake.headers.host))
  await new Promise<void>((resolve) => void server.listen(unixSocket, resolve))
  const { metrics } = await run({
    target: 'https://localhost:4433',
    unixSocket,
    tls: { ca: cert },
    workers: 0,
    plugins: [socketio({ tls: { ca: cert } })],
    scenarios: {
      all: {
        journey: async ({ socketio: client }) => {
          for (const transport of transports) (await client.connect('/', { transports: [transport] })).close()
        },
        workload: { users: 1, iterations: 1 },
      },
    },
  })
  expect(metrics).toMatchObject({ socketio_connects: { count: 2 }, socketio_refused: { count: 0 } })
  expect(hosts).toEqual(['localhost:4433', 'localhost:4433'])
})
