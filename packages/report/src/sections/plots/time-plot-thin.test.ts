import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thin } from './time-plot.ts'

test('up to 1,000 positions are all kept', () => {
  const positions = Array.from({ length: 1000 }, (_, index) => index)
  expect(thin(positions, [positions])).toEqual(positions)
})

test('of more, the lowest and the highest value of each series are kept, in order and at most 1,000', () => {
  const value = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) }, { weight: 1, arbitrary: fc.constant(null) })
  const series = fc.array(value, { minLength: 1001, maxLength: 4000, size: 'max' })
  fc.assert(
    fc.property(series, series, (first, second) => {
      const positions = Array.from({ length: Math.min(first.length, second.length) }, (_, index) => index)
      const [a, b] = [first.slice(0, positions.length), second.slice(0, positions.length)]
      const kept = thin(positions, [a, b])
      expect(kept.length).toBeLessThanOrEqual(1000)
      expect(kept).toEqual([...new Set(kept)].toSorted((x, y) => x - y))
      for (const values of [a, b]) {
        const known = values.filter((each) => each !== null)
        const left = kept.map((index) => values[index] ?? null).filter((each) => each !== null)
        expect([Math.min(...left), Math.max(...left)]).toEqual([Math.min(...known), Math.max(...known)])
      }
    }),
    { numRuns: 20 },
  )
})

test('where a series has no value, there is still a gap', () => {
  const values = Array.from({ length: 86_400 }, (_, second) => (second === 40_000 ? null : 5))
  const kept = thin([...values.keys()], [values])
  expect(kept).toContain(40_000)
  expect(kept.length).toBeLessThanOrEqual(1000)
})
