import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dealShares, divide } from './workload.ts'

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

const threads = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 12 })

test('a generator gets a share for each of its threads, and its part of any first shares to within one', () => {
  fc.assert(
    fc.property(threads, (counts) => {
      const dealt = dealShares(counts)
      const all = counts.reduce((sum, count) => sum + count, 0)
      expect(dealt).toHaveLength(all)
      for (const [generator, count] of counts.entries()) {
        let own = 0
        const differences = dealt.map((dealtTo, share) => {
          if (dealtTo === generator) own += 1
          return Math.abs(own - ((share + 1) * count) / all)
        })
        expect(Math.max(...differences)).toBeLessThan(1)
        expect(own).toBe(count)
      }
    }),
  )
})

test.each([
  [[3], [0, 0, 0]],
  [
    [2, 2],
    [0, 1, 0, 1],
  ],
  [
    [4, 1, 1],
    [0, 0, 1, 0, 0, 2],
  ],
])('%o threads are dealt shares in the order %o', (counts, dealt) => {
  expect(dealShares(counts)).toEqual(dealt)
})
