import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { SocketioError } from '../../src/index.ts'
import { eventsOf, userAt } from './fixture.ts'

describe('a connection', () => {
  test('is made over WebSocket, ends with its user, and is counted as by the server', async () => {
    const { user, server } = await userAt()
    const socket = await user.socketio.connect()
    expect(socket).toMatchObject({ isConnected: true, transport: 'websocket', id: expect.stringMatching(/./) })
    expect([...server.io.sockets.sockets.keys()]).toEqual([socket.id])
    await user.leave()
    await server.whenEnded(1)
    expect(await socket.closed).toEqual({ reason: 'io client disconnect', sessionLength: expect.any(Number) })
    expect(user.recorded().metrics).toMatchObject({
      socketio_connects: { count: 1, by: { series: [{ name: 'websocket', count: 1 }] } },
      socketio_connect_time: { values: { count: 1 } },
      socketio_disconnects: { count: 1, by: { series: [{ name: 'io client disconnect', count: 1 }] } },
      socketio_session_length: { values: { count: 1 } },
      socketio_refused: { count: 0 },
    })
    await expect(user.socketio.connect()).rejects.toThrow('its user has left')
  })

  test('sends and receives events, and counts them by name like the server', async () => {
    const { user, server } = await userAt((socket) => {
      socket.on('say', (text: string, number: number) => socket.emit('said', text, number))
    })
    const socket = await user.socketio.connect()
    const heard: unknown[] = []
    const listener = (...values: readonly unknown[]): void => void heard.push(values)
    socket.on('said', listener)
    socket.once('said', (text: string) => heard.push(text))
    for (const text of ['a', 'b', 'c']) {
      if (text === 'c') socket.off('said', listener)
      const said = socket.waitFor<string>('said')
      socket.emit('say', text, 1)
      expect(await said).toBe(text)
    }
    expect(heard).toEqual([['a', 1], 'a', ['b', 1]])
    expect(server.received.get('say')).toBe(3)
    const { metrics } = user.recorded()
    expect(metrics).toMatchObject({
      socketio_emits: { count: 3, by: { series: [{ name: 'say', count: 3 }] } },
      socketio_events: { count: 3, by: { series: [{ name: 'said', count: 3 }] } },
    })
    expect(eventsOf(user)).toEqual({})
  })

  test('receives events that the target sends at once', async () => {
    const { user } = await userAt((socket) => socket.emit('hello', 1))
    const { promise, resolve } = Promise.withResolvers<number>()
    await user.socketio.connect('/', { on: { hello: resolve } })
    expect(await promise).toBe(1)
  })

  test('carries bytes both ways', async () => {
    const { user } = await userAt((socket) => socket.on('bytes', (bytes: Buffer, ack: (bytes: Buffer) => void) => ack(bytes)))
    const socket = await user.socketio.connect()
    const bytes = Buffer.from([0, 1, 255, 128])
    expect(await socket.emitWithAck('bytes', bytes)).toEqual(bytes)
  })

  test('a connection is made to a namespace, with credentials, query and headers', async () => {
    const { user, server } = await userAt()
    server.io.of('/chat').on('connection', (socket) => socket.on('who', (ack: (who: unknown) => void) => ack(socket.handshake)))
    const socket = await user.socketio.connect('/chat?room=a', { auth: { token: 't' }, query: { more: '1' }, headers: { 'x-test': 'yes' } })
    expect(await socket.emitWithAck('who')).toMatchObject({
      auth: { token: 't' },
      query: { room: 'a', more: '1' },
      headers: { 'x-test': 'yes' },
    })
  })

  test('two connections of one user are two sessions', async () => {
    const { user, server } = await userAt()
    const [one, two] = await Promise.all([user.socketio.connect(), user.socketio.connect()])
    expect(one.id).not.toBe(two.id)
    one.close()
    await server.whenEnded(1)
    expect(two.isConnected).toBe(true)
    expect(server.connected()).toBe(2)
  })

  test('a connection over polling is upgraded where that is allowed, and counted by transport', async () => {
    const { user, server } = await userAt((socket) => {
      socket.conn.once('upgrade', () => socket.emit('upgraded'))
    })
    const socket = await user.socketio.connect('/', { transports: ['polling', 'websocket'] })
    await socket.waitFor('upgraded')
    while (socket.transport === 'polling') await nextTurn()
    const polling = await user.socketio.connect('/', { transports: ['polling'] })
    expect(polling.transport).toBe('polling')
    expect(user.recorded().metrics).toMatchObject({
      socketio_connects: { count: 2, by: { series: [{ name: 'polling', count: 2 }] } },
      socketio_upgrades: { count: 1, by: { series: [{ name: 'upgraded', count: 1 }] } },
      socketio_upgrade_time: { values: { count: 1 } },
    })
    await user.leave()
    await server.whenEnded(2)
    while ((await server.connections()) > 0) await nextTurn()
  })

  test('a connection that the server ends reports that, and cannot be used any more', async () => {
    const { user } = await userAt((socket) => socket.on('out', () => socket.disconnect()))
    const socket = await user.socketio.connect()
    socket.emit('out')
    expect(await socket.closed).toMatchObject({ reason: 'io server disconnect' })
    expect(() => socket.emit('say')).toThrow(new SocketioError({ event: 'say' }, 'not connected: io server disconnect'))
    await expect(socket.emitWithAck('say')).rejects.toThrow('not connected: io server disconnect (event "say")')
    expect(user.recorded().metrics['socketio_disconnects']).toMatchObject({ by: { series: [{ name: 'io server disconnect', count: 1 }] } })
  })

  test('ends with the error of a listener', async () => {
    const { user } = await userAt((socket) => socket.on('ask', () => socket.emit('hello')))
    const socket = await user.socketio.connect()
    socket.on('hello', () => {
      throw new Error('my mistake')
    })
    socket.emit('ask')
    await expect(socket.closed).rejects.toThrow('my mistake')
    await expect(socket.waitFor('hello')).rejects.toThrow('my mistake')
  })
})
