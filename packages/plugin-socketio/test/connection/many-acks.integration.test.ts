import { formatDuration } from '@benchpress/core/plugin'
import type { TestUser } from '@benchpress/core/testing'
import { expect, test } from 'vitest'
import { eventsOf, userAt } from './fixture.ts'

type Ack = (value: unknown) => void

/** A server that acknowledges bids only on request, in the order of the requests. */
function heldBids(): { readonly setUp: Parameters<typeof userAt>[0]; readonly acks: Map<number, Ack> } {
  const acks = new Map<number, Ack>()
  return {
    acks,
    setUp: (socket) => {
      socket.on('bid', (amount: number, ack: Ack) => void acks.set(amount, ack))
      socket.on('reply', (amounts: readonly number[], done: Ack) => {
        for (const amount of amounts) acks.get(amount)?.(`bid ${amount}`)
        done('')
      })
    },
  }
}

test('acknowledgements in another order than their events resolve the right promises', async () => {
  const { setUp } = heldBids()
  const { user } = await userAt(setUp)
  const socket = await user.socketio.connect()
  const bids = [1, 2, 3, 4].map(async (amount) => await socket.emitWithAck('bid', amount))
  await socket.emitWithAck('reply', [3, 1, 4])
  const later = [5, 6].map(async (amount) => await socket.emitWithAck('bid', amount))
  await socket.emitWithAck('reply', [6, 2, 5])
  expect(await Promise.all([...bids, ...later])).toEqual(['bid 1', 'bid 2', 'bid 3', 'bid 4', 'bid 5', 'bid 6'])
  expect(user.recorded().metrics).toMatchObject({
    socketio_emits: { count: 8 },
    socketio_acks_missing: { count: 0 },
  })
  expect(eventsOf(user)).toEqual({ bid: { ok: 6, timed: 6 }, reply: { ok: 2, timed: 2 } })
})

test('a late acknowledgement is counted, and resolves none of the later events', async () => {
  const { setUp } = heldBids()
  const { user } = await userAt(setUp)
  // The timeout is doubled until this machine replies in time.
  for (let timeout = 25; ; timeout *= 2) {
    const socket = await user.socketio.connect('/', { replyTimeout: `${timeout}ms` })
    await expect(socket.emitWithAck('bid', 1)).rejects.toThrow(`no ack within ${formatDuration(timeout * 1000)} (event "bid")`)
    const before = countsOf(user)
    const next = socket.emitWithAck('bid', 2)
    const acks = await Promise.allSettled([socket.emitWithAck('reply', [1]), socket.emitWithAck('reply', [2]), next])
    socket.close()
    if (acks.some(({ status }) => status === 'rejected')) continue
    expect(await next).toBe('bid 2')
    expect(countsOf(user)).toEqual({ ok: before.ok + 3, late: before.late + 1, missing: before.missing })
    return
  }
})

function countsOf(user: TestUser): { readonly ok: number; readonly late: number; readonly missing: number } {
  const { metrics } = user.recorded()
  const count = (name: string): number => (metrics[name] as { readonly count: number }).count
  const ok = Object.values(eventsOf(user)).reduce((sum, event) => sum + event.ok, 0)
  return { ok, late: count('socketio_acks_late'), missing: count('socketio_acks_missing') }
}

test('all acknowledgements under way at the end of the connection are missing, also after some that came', async () => {
  const { setUp } = heldBids()
  const { user, server } = await userAt(setUp)
  const socket = await user.socketio.connect()
  const bids = [1, 2, 3].map(async (amount) => await socket.emitWithAck('bid', amount))
  await socket.emitWithAck('reply', [2])
  server.io.disconnectSockets()
  const results = await Promise.allSettled(bids)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(user.recorded().metrics).toMatchObject({ socketio_acks_missing: { count: 2 } })
})
