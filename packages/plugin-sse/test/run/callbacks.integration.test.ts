import { run } from '@benchpress/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sse, type SubscribeOptions, type Subscription } from '../../src/index.ts'
import { startEvents, startServer, type LoopbackServer } from '../servers/loopback-server.ts'

let server: LoopbackServer

beforeEach(async () => {
  server = await startServer((response) => startEvents(response, ': here\n\ndata: a\n\n'))
})

afterEach(() => server.close())

const mistake = new Error('my mistake')
const rejects = (): Promise<never> => Promise.reject(mistake)
const throws = (): never => {
  throw mistake
}

/** Why the one iteration failed that subscribes. */
async function failuresOf(options: SubscribeOptions, body: (subscription: Subscription) => Promise<unknown>): Promise<unknown> {
  const { scenarios } = await run({
    target: server.url,
    workers: 0,
    plugins: [sse()],
    scenarios: {
      one: {
        journey: async ({ sse: events }) => void (await body(events.subscribe('/events', options))),
        workload: { users: 1, iterations: 1 },
      },
    },
  })
  const users = scenarios[0]?.users
  expect(users?.iterations).toMatchObject({ completed: 0, failed: 1 })
  return users?.failures.map(({ reason }) => reason)
}

async function closed(subscription: Subscription): Promise<void> {
  await subscription.closed
}

test.each<[string, SubscribeOptions]>([
  ['onOpen that throws', { onOpen: throws }],
  ['onEvent that throws', { onEvent: throws }],
  ['onEvent that rejects', { onEvent: rejects }],
  ['onClose that throws', { onClose: throws }],
  ['onClose that rejects', { onClose: rejects }],
  ['a payload that throws', { recipients: 'me', payload: throws }],
])('%s fails the iteration, whatever its journey awaits', async (_, options) => {
  const nothing = async (subscription: Subscription): Promise<void> => {
    const next = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
    await subscription.opened
    for (let turn = 0; turn < 1000 && subscription.isOpen; turn++) await next()
    if (subscription.isOpen) subscription.close()
    await next()
  }
  expect(await failuresOf(options, nothing)).toEqual(['my mistake'])
  if ('onClose' in options) return
  expect(await failuresOf(options, closed)).toEqual(['my mistake'])
})

test.each([
  [7, /^payload must return a text \(was number\)$/],
  [Promise.resolve('text'), /^payload returned a promise/],
])('a payload that returns %s is refused', async (value, why) => {
  const options: SubscribeOptions = { recipients: 'me', payload: () => value as unknown as string }
  expect(await failuresOf(options, closed)).toEqual([expect.stringMatching(why)])
})
