import { setImmediate as nextTurn } from 'node:timers/promises'
import { run } from '@benchpress/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sse, SseError } from '../../src/index.ts'
import { startEvents, startServer } from '../servers/loopback-server.ts'
import { userAt } from './fixture.ts'

const unheard: unknown[] = []
const listener = (reason: unknown): void => void unheard.push(reason)

beforeEach(() => {
  unheard.length = 0
  process.on('unhandledRejection', listener)
})

afterEach(() => void process.off('unhandledRejection', listener))

test('promises that are not awaited end no process', async () => {
  const { user } = await userAt((response) => response.writeHead(503).end())
  const subscription = user.sse.subscribe('/events')
  const opened = subscription.opened
  const next = subscription[Symbol.asyncIterator]().next()
  await subscription.closed
  await nextTurn()
  const mistaken = user.sse.subscribe('/events', {
    onClose: () => {
      throw new Error('my mistake')
    },
  })
  const closed = mistaken.closed
  await Promise.allSettled([mistaken.opened])
  await nextTurn()
  expect(unheard).toEqual([])
  // A later await still gets the rejection.
  await expect(opened).rejects.toThrow(SseError)
  await expect(next).rejects.toThrow(SseError)
  await expect(closed).rejects.toThrow('my mistake')
  await expect(mistaken.opened).rejects.toThrow(SseError)
})

test('promises that are not awaited end no process in an interrupted run without load threads', async () => {
  const interruption = new AbortController()
  const server = await startServer((response, _index, { url }) => {
    // One subscription is open when the other one, which never gets a response, is requested.
    if (url === '/open') startEvents(response, 'data: a\n\n')
    else interruption.abort()
  })
  await run(
    {
      target: server.url,
      workers: 0,
      plugins: [sse()],
      scenarios: {
        all: {
          journey: async ({ sse: client, http }) => {
            const open = client.subscribe('/open')
            void open.closed
            await open.opened
            const events = open[Symbol.asyncIterator]()
            await events.next()
            void events.next()
            void client.subscribe('/never', { reconnect: false }).opened
            await http.get('/never')
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
})
