import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf } from '../../model/workload/workload.ts'
import { iterationsOfPart } from './scenario-share.ts'

const count = fc.integer({ min: 1, max: 500 })

test('the shares of all threads add up to the whole, in proportion to their users', () => {
  fc.assert(
    fc.property(count, count, fc.integer({ min: 1, max: 9 }), (total, users, workers) => {
      const parts = Array.from({ length: workers }, (_, worker) => ({ worker, workers }))
      const shares = parts.map((part) => ({ users: shareOf(users, part), iterations: iterationsOfPart(total, users, part) }))
      expect(shares.reduce((sum, share) => sum + share.users, 0)).toBe(users)
      expect(shares.reduce((sum, share) => sum + share.iterations, 0)).toBe(total)
      for (const share of shares) {
        expect(share.iterations).toBeGreaterThanOrEqual(share.users * Math.floor(total / users))
        expect(share.iterations).toBeLessThanOrEqual(share.users * Math.ceil(total / users))
      }
    }),
  )
})

test.each([
  [30, 3, [20, 10]],
  [7, 1, [7, 0]],
  [2, 5, [1, 1]],
])('%d iterations of %d users are %o on two threads', (total, users, shares) => {
  expect([0, 1].map((worker) => iterationsOfPart(total, users, { worker, workers: 2 }))).toEqual(shares)
})
