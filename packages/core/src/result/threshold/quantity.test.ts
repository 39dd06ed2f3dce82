import { expect, test } from 'vitest'
import { formatFigure } from './quantity.ts'

test('formatFigure has digits enough to tell a share from all of it, and from its limit', () => {
  const say = (share: number, limit?: number): string => formatFigure(share, { kind: 'share', unit: undefined }, limit)
  expect([0, 0.00312, 0.9731, 1].map((share) => say(share))).toEqual(['0 %', '0.312 %', '97.3 %', '100 %'])
  expect([say(0.9996), say(0.999_996), say(0.9996, 0.5)]).toEqual(['99.96 %', '99.9996 %', '99.96 %'])
  expect(say(0.001_000_4, 0.001)).toBe('0.10004 %')
})
