import { expect, test } from 'vitest'
import { PositionSource } from './position-source.ts'
import { beginning, isAfter } from './position.ts'

test('counts within a millisecond, and keeps rising when the clock stands or goes back', () => {
  const source = new PositionSource()
  expect(source.last).toEqual(beginning)
  expect([10, 10, 9, 11, 12].map((now) => source.next(now))).toEqual([
    { ms: 10, sequence: 0 },
    { ms: 10, sequence: 1 },
    { ms: 10, sequence: 2 },
    { ms: 11, sequence: 0 },
    { ms: 12, sequence: 0 },
  ])
  expect(source.last).toEqual({ ms: 12, sequence: 0 })
})

test('never exceeds the sequences that a whole number can hold', () => {
  const source = new PositionSource()
  let last = source.next(5)
  for (let count = 0; count < 5000; count++) {
    const next = source.next(5)
    expect(isAfter(next, last)).toBe(true)
    expect(next.sequence).toBeLessThan(2048)
    last = next
  }
  expect(last).toEqual({ ms: 7, sequence: 5000 - 2 * 2048 })
})
