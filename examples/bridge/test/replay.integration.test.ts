import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startBridge, type RunningBridge } from '../src/index.ts'
import { decode, encode, postMessage } from './post-message.ts'
import { ResumingReader } from './resuming-reader.ts'
import { StreamReader } from './stream-reader.ts'

let now = 1_795_190_494_496
let bridge: RunningBridge
const readers: StreamReader[] = []

beforeEach(async () => {
  bridge = await startBridge({ now: () => now, inboxLimit: 100 })
})

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.cut()
  await bridge.close()
})

/** Returns the messages that are sent again to a new subscription, up to one that is posted then. */
async function replayed(query: string, headers?: Readonly<Record<string, string>>): Promise<string[]> {
  const stream = await StreamReader.open(`${bridge.url}/events?${query}&client_id=a,b,end`.replace('?&', '?'), headers)
  readers.push(stream)
  await post('end', 'end')
  await stream.until(() => stream.messages.some(({ message }) => decode(message) === 'end'))
  return stream.messages.map(({ message }) => decode(message)).filter((text) => text !== 'end')
}

async function post(to: string, text: string, ttl?: number): Promise<void> {
  const query = `client_id=s&to=${to}${ttl === undefined ? '' : `&ttl=${ttl}`}`
  expect((await postMessage(bridge.url, query, encode(text)))[0]).toBe(200)
}

describe('a last event id', () => {
  beforeEach(async () => {
    for (const [text, to] of ['a', 'b', 'a', 'c', 'b'].entries()) await post(to, String(text + 1))
  })

  test('a last event id of 0 gets all messages again, in the order of all ids', async () => {
    expect(await replayed('last_event_id=0')).toEqual(['1', '2', '3', '5'])
  })

  test('a last event id gets all later messages again', async () => {
    expect(await replayed(`last_event_id=${now}-1`)).toEqual(['3', '5'])
    expect(await replayed(`last_event_id=${now}-4`)).toEqual([])
    expect(await replayed(`last_event_id=${now - 1}`)).toEqual(['1', '2', '3', '5'])
    expect(await replayed(`last_event_id=${now + 1}`)).toEqual([])
  })

  test('a last event id in the header wins over the parameter', async () => {
    expect(await replayed('last_event_id=0', { 'last-event-id': `${now}-2` })).toEqual(['5'])
    expect(await replayed('', { 'last-event-id': '0' })).toEqual(['1', '2', '3', '5'])
  })

  test('a missing or invalid last event id gets no message again', async () => {
    expect(await replayed('')).toEqual([])
    expect(await replayed('last_event_id=n/a')).toEqual([])
    expect(await replayed('last_event_id=')).toEqual([])
  })

  test('messages that are sent again count as delivered again', async () => {
    await replayed('last_event_id=0')
    await replayed('last_event_id=0')
    expect(bridge.counts).toEqual({ posted: 7, accepted: 7, delivered: 4 + 1 + 5 + 1 })
  })
})

test('a message is sent again until it expires, to the millisecond', async () => {
  await post('a', 'short', 10)
  await post('b', 'long', 20)
  await post('a', 'default')
  await post('b', 'below the least', 4)
  now += 9_999
  expect(await replayed('last_event_id=0')).toEqual(['short', 'long', 'default', 'below the least'])
  now += 1
  expect(await replayed('last_event_id=0')).toEqual(['long', 'default', 'below the least'])
  now += 10_000
  expect(await replayed('last_event_id=0')).toEqual(['default', 'below the least'])
  now += 479_999
  expect(await replayed('last_event_id=0')).toEqual(['default', 'below the least'])
  now += 1
  expect(await replayed('last_event_id=0')).toEqual([])
})

test('an inbox that is full forgets its oldest messages', async () => {
  for (let text = 0; text < 103; text++) await post('a', String(text))
  expect(await replayed('last_event_id=0')).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 3)))
})

test('kept messages are sent again, however many', async () => {
  const text = 'x'.repeat(1024 * 1024)
  for (let count = 0; count < 12; count++) await post('a', `${count} ${text}`)
  const received = await replayed('last_event_id=0')
  expect(received.map((each) => each.slice(0, each.indexOf(' ')))).toEqual(Array.from({ length: 12 }, (_, count) => String(count)))
  expect(received.every((each) => each.endsWith(text))).toBe(true)
})

test('ids keep rising when the clock goes back', async () => {
  await post('a', '1')
  now -= 60_000
  await post('a', '2')
  expect(await replayed(`last_event_id=${now + 60_000}-0`)).toEqual(['2'])
})

test('a reader that is cut off again and again while messages come misses none and gets none twice', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const each = 60
  const reader = new ResumingReader(ids)
  const posting = Promise.all(
    ids.map(async (id) => {
      for (let text = 0; text < each; text++) {
        now++
        await post(id, `${id}${text}`)
      }
    }),
  )
  while (reader.received.length < ids.length * each) await reader.read(bridge.url, 1)
  await posting
  expect(reader.connections).toBeGreaterThan(5)
  for (const id of ids) {
    expect(reader.received.filter((text) => text.startsWith(id))).toEqual(Array.from({ length: each }, (_, text) => `${id}${text}`))
  }
})
