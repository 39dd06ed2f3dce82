import { expect, test } from 'vitest'
import { EventQueue } from './event-queue.ts'

test('an iteration gets the last 100 events before it, and the last 1,000 during it; those that it misses are counted', async () => {
  let dropped = 0
  const events = new EventQueue(() => void (dropped += 1))
  const push = (from: number, to: number): void => {
    for (let id = from; id <= to; id++) events.push({ type: 'message', data: '', id: String(id), at: id })
  }
  const reading = events.read()
  const idOf = async (): Promise<string | undefined> => ((await reading.next()).value ?? undefined)?.id
  push(1, 150)
  expect(await idOf()).toBe('51')
  push(151, 1051)
  expect(dropped).toBe(0)
  push(1052, 1061)
  expect(dropped).toBe(10)
  expect([await idOf(), await idOf()]).toEqual(['62', '63'])
  await reading.return?.()
  push(1062, 1071)
  expect(dropped).toBe(10)
})
