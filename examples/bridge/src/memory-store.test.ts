import { afterAll, expect, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import type { StoredMessage } from './message-store.ts'
import { beginning } from './position.ts'

let now = 1000
const delivered: StoredMessage[] = []
const store = new MemoryStore(
  { formatId: ({ ms, sequence }) => `${ms}-${sequence}`, inboxLimit: 3, maxTtl: 500_000, now: () => now },
  { has: () => true, deliver: (message) => delivered.push(message) },
)

afterAll(async () => {
  await store.close()
})

test('removes expired messages, whatever their order', () => {
  store.add({ to: 'a', data: 'long', ttl: 3000 })
  store.add({ to: 'a', data: 'short', ttl: 1000 })
  store.add({ to: 'b', data: 'none', ttl: 0 })
  store.add({ to: 'b', data: 'past', ttl: -5 })
  expect(delivered.map(({ event }) => /data: (.*)\n\n/.exec(event)?.[1])).toEqual(['long', 'short', 'none', 'past'])
  expect(store.size).toBe(2)
  now += 999
  store.removeExpired()
  expect(store.size).toBe(2)
  now++
  store.removeExpired()
  expect(store.size).toBe(1)
  now += 2000
  store.removeExpired()
  expect(store.size).toBe(0)
  expect(store.since(['a', 'b'], beginning)).toEqual({ messages: [], upTo: { ms: 1000, sequence: 3 } })
})

test('an inbox keeps no more messages of an id than the limit', () => {
  for (let count = 0; count < 5; count++) store.add({ to: 'c', data: String(count), ttl: 1000 })
  store.add({ to: 'd', data: 'x', ttl: 1000 })
  expect(store.size).toBe(4)
  const { messages } = store.since(['c', 'd', 'c'], beginning)
  expect(messages.map(({ to, event }) => `${to}${/data: (.*)\n\n/.exec(event)?.[1]}`)).toEqual(['c2', 'c3', 'c4', 'dx'])
})
