import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Disconnection } from '../../src/index.ts'
import { userAt } from './fixture.ts'

test('a target that is silent for longer than its ping interval gives a ping timeout', async () => {
  const { user } = await userAt(
    (socket) => {
      // The target sends no pings.
      clearTimeout((socket.conn as unknown as { readonly pingIntervalTimer: NodeJS.Timeout }).pingIntervalTimer)
    },
    { pingInterval: 50, pingTimeout: 50 },
  )
  const socket = await user.socketio.connect()
  const reason = 'ping timeout: the target was silent for longer than it had said'
  expect(await socket.closed).toMatchObject({ reason })
  expect(user.recorded().metrics['socketio_disconnects']).toMatchObject({ by: { series: [{ name: reason, count: 1 }] } })
})

test('a connection that is cut ends with a transport close', async () => {
  const { user, server } = await userAt()
  const socket = await user.socketio.connect()
  server.io.engine.close()
  expect(await socket.closed).toMatchObject({ reason: 'transport close' })
})

test('a connection is opened again and counted with reconnection, and stays closed without', async () => {
  const { user, server } = await userAt((socket) => {
    socket.on('cut', () => socket.conn.close())
    socket.on('who', (ack: (id: string) => void) => ack(socket.id))
  })
  const ends: [string, boolean][] = []
  const onDisconnect = ({ reason }: Disconnection, willReconnect: boolean): void => void ends.push([reason, willReconnect])
  const socket = await user.socketio.connect('/', { reconnection: { delay: '10ms', delayMax: '20ms' }, onDisconnect })
  const { id } = socket
  const missed = socket.waitFor('never')
  socket.emit('cut')
  await expect(missed).rejects.toThrow('no event before the connection ended: transport close (event "never")')
  expect(socket.isConnected).toBe(false)
  while (!socket.isConnected) await nextTurn()
  expect(await socket.emitWithAck('who')).toBe(socket.id)
  expect(socket.id).not.toBe(id)
  expect(ends).toEqual([['transport close', true]])
  socket.close()
  await server.whenEnded(2)
  expect(ends[1]).toEqual(['io client disconnect', false])
  expect(user.recorded().metrics).toMatchObject({
    socketio_connects: { count: 2 },
    socketio_connect_time: { values: { count: 2 } },
    socketio_reconnect_gap: { values: { count: 1 } },
    socketio_disconnects: { count: 2 },
  })
})

test('reconnection ends after the configured number of attempts', async () => {
  const { user, server } = await userAt((socket) => socket.on('cut', () => socket.conn.close()))
  const socket = await user.socketio.connect('/', { reconnection: { delay: '10ms', attempts: 2 } })
  server.io.use((_socket, next) => next(new Error('full')))
  server.io.httpServer.removeAllListeners('upgrade')
  server.io.httpServer.on('upgrade', (_request, tcp) => tcp.destroy())
  socket.emit('cut')
  expect(await socket.closed).toMatchObject({ reason: 'transport close' })
  expect(user.recorded().metrics['socketio_refused']).toMatchObject({ count: 2 })
})

test('a target that does not reply to a close is cut off', async () => {
  const { user, server } = await userAt()
  await user.socketio.connect('/', { transports: ['polling'] })
  const socket = await user.socketio.connect()
  // Like a process that hangs, the server reads nothing any more.
  for (const { conn } of server.io.sockets.sockets.values())
    (conn.transport as unknown as { readonly socket?: { readonly _socket?: { pause(): void } } }).socket?._socket?.pause()
  expect(socket.isConnected).toBe(true)
  await user.leave()
  expect(user.recorded().metrics['socketio_disconnects']).toMatchObject({ count: 2 })
})
