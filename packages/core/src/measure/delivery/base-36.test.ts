import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase36 } from './base-36.ts'

test('writes whole numbers as they are written elsewhere', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(50_000), fc.maxSafeNat()), (value) => {
      expect(toBase36(value)).toBe(value.toString(36))
    }),
  )
  for (const value of [0, 35, 36, 1295, 1296, 46_655, 46_656, Number.MAX_SAFE_INTEGER]) expect(toBase36(value)).toBe(value.toString(36))
})
