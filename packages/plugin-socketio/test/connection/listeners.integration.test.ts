import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Connection } from '../../src/index.ts'
import { userAt } from './fixture.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('listeners of `once`, and removed ones, are not kept in memory', async () => {
  const { user } = await userAt((socket) => socket.on('say', () => socket.emit('said')))
  const socket = await user.socketio.connect()
  const listeners = Array.from({ length: 50 }, () => hearOnce(socket))
  const said = socket.waitFor('said')
  socket.emit('say')
  await said
  listeners.push(...Array.from({ length: 50 }, () => hearNoMore(socket)))
  await nextTurn()
  collectGarbage()
  expect(listeners.filter((listener) => listener.deref() !== undefined)).toEqual([])
  expect(socket.isConnected).toBe(true)
})

function hearOnce(socket: Connection): WeakRef<() => void> {
  const listener = (): void => {}
  socket.once('said', listener)
  return new WeakRef(listener)
}

function hearNoMore(socket: Connection): WeakRef<() => void> {
  const listener = (): void => {}
  socket.on('said', listener)
  socket.once('said', listener)
  socket.off('said', listener)
  socket.off('said', listener)
  return new WeakRef(listener)
}
