import type { Socket } from 'socket.io'
import { describe, expect, test } from 'vitest'
import { eventsOf, userAt } from './fixture.ts'

type Ack = (value: unknown) => void

describe('an acknowledgement', () => {
  test('an acknowledgement resolves the promise, and is a reply with a time', async () => {
    const { user, server } = await userAt((socket) => socket.on('bid', (amount: number, ack: Ack) => ack({ amount })))
    const socket = await user.socketio.connect()
    expect(await socket.emitWithAck<{ amount: number }>('bid', 5)).toEqual({ amount: 5 })
    socket.emit('fire')
    await socket.emitWithAck('bid', 6)
    expect(server.received.get('bid')).toBe(2)
    expect(user.recorded().metrics).toMatchObject({
      socketio_emits: { count: 3 },
      socketio_acks_missing: { count: 0 },
    })
    expect(eventsOf(user)).toEqual({ bid: { ok: 2, timed: 2 } })
  })

  test('an acknowledgement that never comes is missing, with a time of at least the timeout', async () => {
    const { user } = await userAt((socket) => socket.on('bid', () => {}))
    const socket = await user.socketio.connect('/', { replyTimeout: '50ms' })
    await expect(socket.emitWithAck('bid', 5)).rejects.toMatchObject({ name: 'SocketioError', message: 'no ack within 50ms (event "bid")' })
    expect(user.recorded().metrics).toMatchObject({
      socketio_acks_missing: { count: 1, by: { series: [{ name: 'bid', count: 1 }] } },
    })
    expect(eventsOf(user)).toEqual({ bid: { ok: 0, timed: 1 } })
    const timeout = user.recorded().pluginRequests?.endpoints.find(({ name }) => name === 'bid')
    expect(timeout?.responseTime.max).toBeGreaterThanOrEqual(50)
  })

  test('an acknowledgement is missing when the target ends the connection, and abandoned when the user does', async () => {
    const { user } = await userAt((socket) => socket.on('bid', (text: string) => void (text === 'out' && socket.disconnect())))
    const socket = await user.socketio.connect()
    await expect(socket.emitWithAck('bid', 'out')).rejects.toThrow('no ack before the connection ended: io server disconnect (event "bid")')
    const other = await user.socketio.connect()
    const ack = other.emitWithAck('bid', 'stay')
    other.close()
    await expect(ack).rejects.toThrow('no ack before the connection was closed (event "bid")')
    expect(user.recorded().metrics).toMatchObject({ socketio_acks_missing: { count: 1 }, socketio_abandoned: { count: 1 } })
  })
})

describe('a reply by an event', () => {
  test('a reply is the next such event, or the one that matches', async () => {
    const { user } = await userAt((socket) => {
      socket.on('bid', (bid: { readonly id: number }) => {
        socket.emit('bid-response', { id: -1 })
        socket.emit('bid-response', { id: bid.id, success: true })
      })
    })
    const socket = await user.socketio.connect()
    expect(await socket.request('bid', { id: 1 }, { reply: 'bid-response' })).toEqual({ id: -1 })
    const both = [2, 3].map((id) => socket.request('bid', { id }, { reply: 'bid-response', match: 'id' }))
    expect(await Promise.all(both)).toEqual([
      { id: 2, success: true },
      { id: 3, success: true },
    ])
    const isGood = (ack: unknown): boolean => (ack as { success?: boolean }).success === true
    expect(await socket.request('bid', { id: 4 }, { reply: 'bid-response', match: isGood })).toMatchObject({ id: 4 })
    expect(eventsOf(user)).toEqual({ bid: { ok: 4, timed: 4 } })
  })

  test('a reply goes to the first waiting request, where requests have no match', async () => {
    const { user } = await userAt((socket) => socket.on('ask', (value: number) => socket.emit('reply', value)))
    const socket = await user.socketio.connect()
    const next = socket.waitFor('reply')
    expect(await Promise.all([1, 2, 3].map((value) => socket.request('ask', value, { reply: 'reply' })))).toEqual([1, 2, 3])
    expect(await next).toBe(1)
  })

  test('a reply that never comes is missing, by the event of the request', async () => {
    const { user } = await userAt()
    const socket = await user.socketio.connect()
    await expect(socket.request('ask', 1, { reply: 'reply', timeout: '50ms' })).rejects.toThrow('no reply within 50ms (event "ask")')
    await expect(socket.waitFor('news', { timeout: '10ms' })).rejects.toThrow('no event within 10ms (event "news")')
    expect(user.recorded().metrics).toMatchObject({
      socketio_replies_missing: { count: 1, by: { series: [{ name: 'ask', count: 1 }] } },
      socketio_events_missing: { count: 1, by: { series: [{ name: 'news', count: 1 }] } },
    })
  })

  test('a request rejects with the error of its match', async () => {
    const { user } = await userAt((socket) => socket.on('ask', () => socket.emit('reply')))
    const socket = await user.socketio.connect()
    const match = (): boolean => {
      throw new Error('my mistake')
    }
    await expect(socket.request('ask', 1, { reply: 'reply', match })).rejects.toThrow('my mistake')
    expect(socket.isConnected).toBe(true)
  })

  test('a late reply is counted, and is no reply to the requests after it', async () => {
    const { user } = await userAt(holdReplies)
    const socket = await user.socketio.connect()
    await expect(socket.request('ask', 1, { reply: 'reply', timeout: '10ms' })).rejects.toThrow('no reply within 10ms (event "ask")')
    const others = [2, 3].map((value) => socket.request('ask', value, { reply: 'reply' }))
    await socket.emitWithAck('reply to all')
    expect(await Promise.all(others)).toEqual([2, 3])
    const behind = socket.request('ask', 4, { reply: 'reply' })
    await socket.emitWithAck('reply to all')
    expect(await behind).toBe(4)
    expect(user.recorded().metrics).toMatchObject({
      socketio_replies_missing: { count: 1, by: { series: [{ name: 'ask', count: 1 }] } },
      socketio_replies_late: { count: 1, by: { series: [{ name: 'ask', count: 1 }] } },
    })
  })

  test('a reply is not late because a later request has a shorter timeout', async () => {
    const { user } = await userAt(holdReplies)
    const socket = await user.socketio.connect()
    const patient = socket.request('ask', 1, { reply: 'reply' })
    await expect(socket.request('ask', 2, { reply: 'reply', timeout: '10ms' })).rejects.toThrow('no reply within 10ms')
    await socket.emitWithAck('reply to all')
    expect(await patient).toBe(1)
    expect(user.recorded().metrics).toMatchObject({ socketio_replies_late: { count: 1 } })
  })

  test('a late reply to a request with a match is not taken for that of a request without', async () => {
    const { user } = await userAt(holdReplies)
    const socket = await user.socketio.connect()
    const matched = { reply: 'reply', match: 'id' }
    await expect(socket.request('ask', { id: 1 }, { ...matched, timeout: '10ms' })).rejects.toThrow('no reply within 10ms')
    const others = [socket.request('ask', { id: 2 }, { reply: 'reply' }), socket.request('ask', { id: 3 }, matched)]
    await socket.emitWithAck('reply to all')
    expect(await Promise.all(others)).toEqual([{ id: 2 }, { id: 3 }])
    expect(user.recorded().metrics).toMatchObject({ socketio_replies_late: { count: 1 } })
  })
})

// Replies to all requests in order, on `reply to all`.
function holdReplies(socket: Socket): void {
  const held: unknown[] = []
  socket.on('ask', (value: unknown) => held.push(value))
  socket.on('reply to all', (done: Ack) => {
    for (const value of held.splice(0)) socket.emit('reply', value)
    done('')
  })
}
