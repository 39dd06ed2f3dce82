import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { SocketioError, type ConnectOptions } from '../../src/index.ts'
import { userAt, userOf } from './fixture.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function refusals(reason: string, count = 1): object {
  return { socketio_refused: { count, by: { series: [{ name: reason, count }] } }, socketio_connects: { count: 0 } }
}

test('a connection that the namespace refuses has the reason and the data of the target', async () => {
  const { user, server } = await userAt()
  server.io.use((socket, next) => {
    const isRight = socket.handshake.auth['token'] === 'right'
    next(isRight ? undefined : Object.assign(new Error('wrong token'), { data: { code: 17 } }))
  })
  await expect(user.socketio.connect('/', { auth: { token: 'wrong' } })).rejects.toMatchObject({
    name: 'SocketioError',
    message: '/: refused by the target: wrong token',
    reason: 'refused by the target: wrong token',
    data: { code: 17 },
  })
  expect(user.recorded().metrics).toMatchObject(refusals('refused by the target: wrong token'))
  await expect(user.socketio.connect('/nowhere?token=secret')).rejects.toThrow('/nowhere: refused by the target: Invalid namespace')
  expect((await user.socketio.connect('/', { auth: { token: 'right' } })).isConnected).toBe(true)
})

const polling: ConnectOptions = { transports: ['polling'] }

test.each([
  ['websocket', {}],
  ['polling', polling],
] as const)('a connection to an address without a listener is refused over %s', async (transport, options) => {
  const user = await userOf(await listen(createServer()))
  servers.pop()?.close()
  await expect(user.socketio.connect('/', options)).rejects.toThrow(`/: ${transport} refused: ECONNREFUSED`)
  expect(user.recorded().metrics).toMatchObject(refusals(`${transport} refused: ECONNREFUSED`))
})

test.each([
  ['websocket refused: status 503', {}],
  ['polling refused: status 503', polling],
] as const)('a connection to a server without Socket.IO is refused: %s', async (reason, options) => {
  const server = createHttpServer((_request, response) => response.writeHead(503).end('later'))
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n'))
  const user = await userOf(await listen(server))
  await expect(user.socketio.connect('/', options)).rejects.toThrow(`/: ${reason}`)
  expect(user.recorded().metrics).toMatchObject(refusals(reason))
})

describe('a server that does not support the transport', () => {
  test('refuses polling', async () => {
    const { user } = await userAt(undefined, { transports: ['websocket'] })
    await expect(user.socketio.connect('/', polling)).rejects.toThrow('/: polling refused: status 400 (Transport unknown)')
  })

  test('refuses WebSocket', async () => {
    const { user } = await userAt(undefined, { transports: ['polling'] })
    await expect(user.socketio.connect()).rejects.toThrow('/: websocket refused: status 400')
  })
})

test('a connection over a proxy without WebSocket stays on polling, and reports that', async () => {
  const { user, server } = await userAt()
  server.io.httpServer.removeAllListeners('upgrade')
  server.io.httpServer.on('upgrade', (_request, tcp) => tcp.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'))
  const socket = await user.socketio.connect('/', { transports: ['polling', 'websocket'] })
  const upgrades = (): unknown => user.recorded().metrics['socketio_upgrades']
  while ((upgrades() as { count: number }).count === 0) await nextTurn()
  expect(upgrades()).toMatchObject({
    by: { series: [{ name: 'upgrade failed: websocket error; the connection stays on polling', count: 1 }] },
  })
  expect(socket).toMatchObject({ isConnected: true, transport: 'polling' })
  expect(server.connected()).toBe(1)
})

test.each([
  ['says nothing', () => {}],
  ['opens a transport, and accepts no namespace', undefined],
] as const)('a connection to a server that %s is refused after the timeout', async (_, onUpgrade) => {
  const { user, server } = await userAt()
  if (onUpgrade === undefined) {
    server.io.use(() => {})
  } else {
    server.io.httpServer.removeAllListeners('upgrade')
    server.io.httpServer.on('upgrade', onUpgrade)
  }
  await expect(user.socketio.connect('/', { timeout: '100ms' })).rejects.toThrow('/: no response within 100ms')
  expect(user.recorded().metrics).toMatchObject(refusals('no response within 100ms'))
})

test('a connection is refused when its user leaves meanwhile', async () => {
  const { user, server } = await userAt()
  server.io.use(() => {})
  const connecting = user.socketio.connect()
  const [refusal] = await Promise.allSettled([connecting, user.leave()])
  expect(refusal).toMatchObject({ reason: new SocketioError('/', 'its user has ended it before it was connected') })
  expect(user.recorded().metrics).toMatchObject({ socketio_refused: { count: 0 }, socketio_connects: { count: 0 } })
})
