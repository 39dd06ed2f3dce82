import { expect, test } from 'vitest'
import type { SseEvent } from '../sse-client.ts'
import { EventQueue } from './event-queue.ts'

function queue(): {
  readonly events: EventQueue
  readonly dropped: () => number
  readonly push: (from: number, to: number) => void
} {
  let count = 0
  const events = new EventQueue((more) => void (count += more))
  const push = (from: number, to: number): void => {
    for (let id = from; id <= to; id++) events.push({ type: 'message', data: '', id: String(id), at: id })
  }
  return { events, dropped: () => count, push }
}

async function idsOf(reading: AsyncIterator<SseEvent, void>, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let next = 0; next < count; next++) ids.push(Number(((await reading.next()).value as SseEvent).id))
  return ids
}

test('an iteration that is too slow misses the oldest events, which are counted', async () => {
  const { events, dropped, push } = queue()
  const reading = events.read()
  push(1, 1)
  expect(await idsOf(reading, 1)).toEqual([1])
  push(2, 1001)
  expect(dropped()).toBe(0)
  push(1002, 1011)
  expect(dropped()).toBe(10)
  expect(await idsOf(reading, 2)).toEqual([12, 13])
})

test('events that overflow before an iteration count as missed when it begins, and never without an iteration', async () => {
  const { events, dropped, push } = queue()
  push(1, 150)
  expect(dropped()).toBe(0)
  const reading = events.read()
  expect(await idsOf(reading, 1)).toEqual([51])
  expect(dropped()).toBe(50)
  await reading.return?.()
  push(151, 160)
  expect(dropped()).toBe(50)
  expect(await idsOf(events.read(), 1)).toEqual([61])
  expect(dropped()).toBe(59)
})
