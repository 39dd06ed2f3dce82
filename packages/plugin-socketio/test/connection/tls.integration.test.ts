import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSocketServer, type SocketServer } from '../servers/socket-server.ts'
import { userOf } from './fixture.ts'

const certificates = new URL('../../../core/test/servers/certificate/', import.meta.url)
const cert = await readFile(new URL('certificate.pem', certificates), 'utf8')
const key = await readFile(new URL('key.pem', certificates), 'utf8')

let plain: SocketServer
let io: Server
let url: string

beforeEach(async () => {
  plain = await startSocketServer()
  const server = createServer({ cert, key })
  io = new Server(server, { serveClient: false })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  await Promise.all([io.close(), plain.close()])
})

describe.each(['websocket', 'polling'] as const)('over TLS, by %s', (transport) => {
  test('a certificate without a trusted authority is refused', async () => {
    const user = await userOf(plain.url)
    await expect(user.socketio.connect(url, { transports: [transport] })).rejects.toThrow(
      /: (websocket|polling) refused: (DEPTH_ZERO_SELF_SIGNED_CERT|self-signed certificate)/,
    )
  })

  test.each([
    ['any certificate is accepted', { insecure: true }],
    ['the certificate of the server is trusted', { ca: cert, servername: 'localhost' }],
  ] as const)('a connection is made where %s', async (_, tls) => {
    const user = await userOf(plain.url, { tls })
    expect((await user.socketio.connect(url, { transports: [transport] })).isConnected).toBe(true)
  })
})
