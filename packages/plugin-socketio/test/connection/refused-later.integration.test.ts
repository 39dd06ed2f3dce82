import { expect, test } from 'vitest'
import type { Connection } from '../../src/index.ts'
import { userAt } from './fixture.ts'

/** Resolves with the error of a promise, and whether it rejected later than in the current turn. */
async function refusal(asked: Promise<unknown>): Promise<{ readonly message: string; readonly isLater: boolean }> {
  let isRefused = false
  const refused = asked.then(
    () => 'replied',
    (error: Error) => {
      isRefused = true
      return error.message
    },
  )
  for (let turn = 0; turn < 100; turn++) await Promise.resolve()
  const isLater = !isRefused
  return { message: await refused, isLater }
}

const ways: readonly (readonly [string, (socket: Connection) => Promise<unknown>])[] = [
  ['an acknowledgement', (socket) => socket.emitWithAck('bid')],
  ['a reply', (socket) => socket.request('ask', 1, { reply: 'reply' })],
  ['an event', (socket) => socket.waitFor('said')],
]

// Otherwise a journey that always tries again would block the thread.
test.each(ways)('without a connection %s is refused in a later turn', async (_, ask) => {
  const { user } = await userAt((socket) => socket.on('end', () => socket.disconnect(true)))
  const socket = await user.socketio.connect('/', { reconnection: false })
  socket.emit('end')
  await socket.closed
  expect(await refusal(ask(socket))).toMatchObject({ isLater: true, message: expect.stringContaining('not connected') })
})

test('a connection is refused in a later turn once its user has left', async () => {
  const { user } = await userAt()
  const client = user.socketio
  await client.connect()
  await user.leave()
  expect(await refusal(client.connect())).toEqual({ isLater: true, message: 'socketio.connect: its user has left' })
})
