import { setImmediate as nextTurn } from 'node:timers/promises'
import { run } from '@benchpress/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { socketio, type Connection } from '../../src/index.ts'
import { startSocketServer } from '../servers/socket-server.ts'
import { userAt } from './fixture.ts'

const unheard: unknown[] = []
const listener = (reason: unknown): void => void unheard.push(reason)

beforeEach(() => {
  unheard.length = 0
  process.on('unhandledRejection', listener)
})

afterEach(() => void process.off('unhandledRejection', listener))

// Promises of a connection that are not awaited, all of which reject with its end.
function startAll(socket: Connection): readonly Promise<unknown>[] {
  return [socket.waitFor('said'), socket.request('ask', 1, { reply: 'reply' }), socket.emitWithAck('bid')]
}

test('promises that are not awaited end no process in an interrupted run without load threads', async () => {
  const interruption = new AbortController()
  const server = await startSocketServer((socket) => socket.on('last', () => interruption.abort()))
  const awaited: string[] = []
  const { metrics } = await run(
    {
      target: server.url,
      workers: 0,
      plugins: [socketio()],
      scenarios: {
        all: {
          journey: async ({ socketio: client }) => {
            const socket = await client.connect()
            const started = startAll(socket)
            const last = socket.emitWithAck('last')
            // The other promises reject while this one is awaited.
            await last.catch((error: Error) => awaited.push(error.message))
            await nextTurn()
            for (const { reason } of (await Promise.allSettled(started)) as PromiseRejectedResult[]) awaited.push((reason as Error).message)
          },
          workload: { users: 1, duration: '10m', gracefulStop: 0 },
        },
      },
    },
    { signal: interruption.signal },
  )
  await server.close()
  await nextTurn()
  expect(unheard).toEqual([])
  expect(awaited.toSorted()).toEqual([
    'no ack before the connection was closed (event "bid")',
    'no ack before the connection was closed (event "last")',
    'no event before the connection was closed (event "said")',
    'no reply before the connection was closed (event "ask")',
  ])
  expect(metrics['socketio_abandoned']).toMatchObject({ count: 4 })
})

test('refused calls, refused connections and errors of listeners that are not awaited end no process', async () => {
  const { user, server } = await userAt((socket) => socket.on('ask', () => socket.emit('hello')))
  const socket = await user.socketio.connect()
  void socket.waitFor('said', { matches: 1 } as object)
  void socket.request('connect', 1, { reply: 'reply' })
  void socket.emitWithAck('connect')
  const closed = socket.closed
  socket.on('hello', () => {
    throw new Error('my mistake')
  })
  socket.emit('ask')
  await expect(socket.closed).rejects.toThrow('my mistake')
  void startAll(socket)
  void user.socketio.connect('no namespace')
  server.io.use((_socket, next) => next(new Error('full')))
  const refused = user.socketio.connect()
  await Promise.allSettled([refused])
  void user.socketio.connect()
  await user.leave()
  await nextTurn()
  expect(unheard).toEqual([])
  await expect(closed).rejects.toThrow('my mistake')
})
