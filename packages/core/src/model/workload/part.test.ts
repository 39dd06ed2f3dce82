import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide } from './part.ts'

test('shares add up to the whole and differ by one at most', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 64 }), (total, count) => {
      const shares = divide(total, count)
      expect(shares).toHaveLength(count)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    }),
  )
})
