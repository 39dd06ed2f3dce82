import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatShare } from './format.ts'

test('formatShare has three significant digits, and four close to 100 %', () => {
  expect([0, 0.0024, 0.5, 0.9731, 1, 1.2, 12.34].map(formatShare)).toEqual(['0 %', '0.24 %', '50 %', '97.3 %', '100 %', '120 %', '1,230 %'])
  expect([0.9989, 0.9994, 0.9995, 0.9996, 0.9999].map(formatShare)).toEqual(['99.9 %', '99.94 %', '99.95 %', '99.96 %', '99.99 %'])
})

test('formatShare rounds to 0 % only nothing, and to 100 % only all', () => {
  expect([1e-6, 0.999_99, 1.000_01, 1.0005].map(formatShare)).toEqual(['<0.01 %', '>99.99 %', '>100 %', '100.1 %'])
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1.01, noNaN: true }), (share) => {
      expect(formatShare(share) === '0 %').toBe(share === 0)
      expect(formatShare(share) === '100 %').toBe(share * 100 === 100)
    }),
  )
})
