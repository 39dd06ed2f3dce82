import { expect, test } from 'vitest'
import { formatQuantity } from './quantity.ts'

test('formatQuantity has digits enough to tell a share from all of it, and from its limit', () => {
  const say = (share: number, limit?: number): string => formatQuantity(share, { kind: 'share', unit: undefined }, limit)
  expect([0, 0.00312, 0.9731, 1].map((share) => say(share))).toEqual(['0 %', '0.312 %', '97.3 %', '100 %'])
  expect([say(0.9996), say(0.999_996), say(0.9996, 0.5)]).toEqual(['99.96 %', '>99.99 %', '99.96 %'])
  expect(say(0.001_000_4, 0.001)).toBe('0.10004 %')
})
