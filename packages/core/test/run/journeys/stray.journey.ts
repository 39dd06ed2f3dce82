import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { journey } from '../../../src/load/user/journey.ts'

/** Throws in a timer and in a listener, and leaves a rejection unhandled, once an iteration: no caller can catch any of these. */
export default journey(async ({ http }) => {
  const socket = new EventEmitter()
  socket.on('message', () => {
    throw new RangeError('no such message')
  })
  setTimeout(() => {
    throw new Error('no bid is left')
  }, 1)
  setTimeout(() => socket.emit('message'), 1)
  void Promise.reject(new TypeError('nobody waits for this'))
  await http.get('/items')
  // Behind the others, in the order of timers.
  await sleep(1)
})
