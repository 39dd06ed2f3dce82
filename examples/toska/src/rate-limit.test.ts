import { expect, test } from 'vitest'
import { RateLimit } from './rate-limit.ts'

test('gives each address its burst at once, and then its rate per second', () => {
  let now = 0
  const limit = new RateLimit({ perSecond: 10, burst: 3, now: () => now })
  const takeAll = (address: string): number => {
    let taken = 0
    while (limit.take(address)) taken++
    return taken
  }
  expect([takeAll('a'), takeAll('b'), takeAll('a')]).toEqual([3, 3, 0])
  now = 99
  expect(takeAll('a')).toBe(0)
  now = 200
  expect(takeAll('a')).toBe(2)
  now = 60_000
  expect(takeAll('a')).toBe(3)
})
