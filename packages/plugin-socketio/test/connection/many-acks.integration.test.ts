import { expect, test } from 'vitest'
import { userAt } from './fixture.ts'

type Answer = (value: unknown) => void

/** A server that acknowledges bids only when it is told to, in the order it is told. */
function heldBids(): { readonly setUp: Parameters<typeof userAt>[0]; readonly answers: Map<number, Answer> } {
  const answers = new Map<number, Answer>()
  return {
    answers,
    setUp: (socket) => {
      socket.on('bid', (amount: number, answer: Answer) => void answers.set(amount, answer))
      socket.on('answer', (amounts: readonly number[], done: Answer) => {
        for (const amount of amounts) answers.get(amount)?.(`bid ${amount}`)
        done('')
      })
    },
  }
}

test('acknowledgements that come in another order than their events went resolve with their own', async () => {
  const { setUp } = heldBids()
  const { user } = await userAt(setUp)
  const socket = await user.socketio.connect()
  const bids = [1, 2, 3, 4].map(async (amount) => await socket.emitWithAck('bid', amount))
  await socket.emitWithAck('answer', [3, 1, 4])
  const later = [5, 6].map(async (amount) => await socket.emitWithAck('bid', amount))
  await socket.emitWithAck('answer', [6, 2, 5])
  expect(await Promise.all([...bids, ...later])).toEqual(['bid 1', 'bid 2', 'bid 3', 'bid 4', 'bid 5', 'bid 6'])
  expect(user.recorded().metrics).toMatchObject({
    socketio_emits: { count: 8 },
    socketio_round_trip_time: { values: { count: 8 } },
    socketio_acks_missing: { count: 0 },
  })
})

test('one that comes too late answers none of those that were sent behind it, and has no time', async () => {
  const { setUp } = heldBids()
  const { user } = await userAt(setUp)
  const socket = await user.socketio.connect('/', { answerTimeout: '2s' })
  await expect(socket.emitWithAck('bid', 1)).rejects.toThrow('no ack within 2s (event "bid")')
  const next = socket.emitWithAck('bid', 2)
  await socket.emitWithAck('answer', [1])
  await socket.emitWithAck('answer', [2])
  expect(await next).toBe('bid 2')
  expect(user.recorded().metrics).toMatchObject({ socketio_round_trip_time: { values: { count: 3 } }, socketio_acks_missing: { count: 1 } })
})

test('those that are on their way when the connection ends are all missing, also behind some that were answered', async () => {
  const { setUp } = heldBids()
  const { user, server } = await userAt(setUp)
  const socket = await user.socketio.connect()
  const bids = [1, 2, 3].map(async (amount) => await socket.emitWithAck('bid', amount))
  await socket.emitWithAck('answer', [2])
  server.io.disconnectSockets()
  const results = await Promise.allSettled(bids)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(user.recorded().metrics).toMatchObject({ socketio_acks_missing: { count: 2 } })
})
