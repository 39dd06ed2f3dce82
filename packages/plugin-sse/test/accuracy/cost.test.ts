import { createTestUser, type TestUser } from '@benchpress/core/testing'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sse } from '../../src/index.ts'
import { EventReader } from '../../src/parse/event-reader.ts'

const entry = fileURLToPath(new URL('../servers/flood-entry.ts', import.meta.url))
const subscribers = 200

let child: ChildProcess
let url: string

beforeAll(async () => {
  child = spawn(process.execPath, [entry], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  url = line.toString().trim()
})

afterAll(() => {
  child.kill()
})

// Microseconds of CPU for each event, at most. Measured: 0.15 and 0.27.
test.each([
  [false, 3],
  [true, 4],
])('an event is read in a few microseconds (data-less events: %s)', (dataless, most) => {
  const frame = Buffer.from(`event: message\nid: 1795190494496-0\ndata: {"from":"${'a'.repeat(56)}","message":"${'Q'.repeat(240)}"}\n\n`)
  let events = 0
  const listener = { onEvent: () => void events++, onId: () => {}, onRetry: () => {}, onComment: () => {} }
  const reader = new EventReader(listener, { dataless, comments: false })
  const count = 200_000
  const start = process.cpuUsage()
  for (let index = 0; index < count; index++) reader.read(frame, 0, frame.length)
  expect(events).toBe(count)
  expect(microseconds(start) / count).toBeLessThan(most)
})

test('a message costs at most 15 µs beyond what it costs to read it from its socket', async () => {
  const plain = await cost(async (user, onMessage) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    user.http.stream('/events', { name: 'events' }, { onHead: () => resolve(), onBytes: onMessage, onEnd: () => {} })
    await promise
  })
  const subscribed = await cost(async (user, onEvent) => {
    const options = {
      dataless: true,
      heartbeat: { type: 'heartbeat' },
      recipients: 'a',
      payload: { json: 'message', base64: true },
    } as const
    await user.sse.subscribe('/events', { ...options, name: 'events', onEvent }).opened
  })
  expect(subscribed - plain).toBeLessThan(15)
})

// Microseconds of CPU of this process for each message.
async function cost(subscribe: (user: TestUser, onMessage: () => void) => Promise<void>): Promise<number> {
  const user = await createTestUser(sse(), { target: url })
  let messages = 0
  for (let index = 0; index < subscribers; index++) await subscribe(user, () => void messages++)
  await user.http.get('/flood?rate=4000&count=8000', { timeout: '30s' })
  const start = process.cpuUsage()
  messages = 0
  await user.http.get('/flood?rate=4000&count=12000', { timeout: '30s' })
  const used = microseconds(start)
  await user.leave()
  expect(messages).toBeGreaterThan(11_000)
  return used / messages
}

function microseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return user + system
}
