import { expect, test } from 'vitest'
import type { ConnectOptions } from '../../src/index.ts'
import { describeDisconnect } from '../../src/connection/describe-failure.ts'
import { userAt } from './fixture.ts'

const text = 'x'.repeat(1_200_000)

const options: Readonly<Record<'websocket' | 'polling', ConnectOptions>> = {
  websocket: { transports: ['websocket'] },
  polling: { transports: ['polling'] },
}

test.each([
  ['websocket', text, 'transport close: message too big (code 1009); the largest message sent had 1.2 MB'],
  ['websocket', Buffer.from(text), 'transport close: message too big (code 1009); the largest message sent had 1.2 MB'],
  ['websocket', 'é'.repeat(510_000), 'transport close: message too big (code 1009); the largest message sent had 1.02 MB'],
  ['polling', text, 'transport error: polling failed: status 413; the largest message sent had 1.2 MB'],
] as const)('a message over %s that is too large for the target ends the connection with its size', async (transport, payload, reason) => {
  const { user } = await userAt()
  const socket = await user.socketio.connect('/', options[transport])
  const acknowledged = socket.emitWithAck('much', payload)
  socket.emit('little')
  await expect(acknowledged).rejects.toThrow(`no ack before the connection ended: ${reason} (event "much")`)
  expect(await socket.closed).toMatchObject({ reason })
  expect(user.recorded().metrics['socketio_disconnects']).toMatchObject({ by: { series: [{ name: reason, count: 1 }] } })
})

test('a large message that was sent last is named where a target closes without a word, and no other one', () => {
  const large = { last: 5_000_000, largest: 5_000_000 }
  const possible = '; the last message sent had 5 MB, and a target takes 1 MB by default'
  expect(describeDisconnect('transport close', undefined, large)).toBe(`transport close${possible}`)
  expect(describeDisconnect('transport error', { message: 'xhr post error', description: 0 }, large)).toBe(
    `transport error: polling failed: no response${possible}`,
  )
  expect(describeDisconnect('transport close', undefined, { last: 10, largest: 5_000_000 })).toBe('transport close')
  expect(describeDisconnect('transport close', undefined, { last: 1_000_000, largest: 1_000_000 })).toBe('transport close')
  expect(describeDisconnect('io server disconnect', undefined, large)).toBe('io server disconnect')
  expect(describeDisconnect('transport close', { context: { code: 1001 } }, { last: 1, largest: 1 })).toBe('transport close')
})

test('a message with more attachments than are read names that', async () => {
  const { user } = await userAt((socket) =>
    socket.on('more', () =>
      socket.emit(
        'many',
        Array.from({ length: 11 }, () => Buffer.alloc(1)),
      ),
    ),
  )
  const socket = await user.socketio.connect()
  socket.emit('more')
  expect(await socket.closed).toMatchObject({ reason: 'parse error: too many attachments' })
})
