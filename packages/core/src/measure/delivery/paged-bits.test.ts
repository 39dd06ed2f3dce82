import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PagedBits } from './paged-bits.ts'

test('knows what was added', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(100), fc.nat(20_000), fc.nat(2 ** 32 - 1))), (values) => {
      const [bits, set] = [new PagedBits(), new Set<number>()]
      for (const value of values) {
        expect(bits.add(value)).toBe(!set.has(value))
        set.add(value)
      }
    }),
  )
})

test('still does when a page is full', () => {
  const bits = new PagedBits()
  const added = Array.from({ length: 10_000 }, (_, value) => bits.add((value * 7919) % 10_000))
  expect(added.every(Boolean)).toBe(true)
  expect(Array.from({ length: 10_000 }, (_, value) => bits.add(value)).some(Boolean)).toBe(false)
  expect(bits.add(10_000)).toBe(true)
})
