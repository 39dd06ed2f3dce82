import { expect, test } from 'vitest'
import { geometricMean, ratioOf } from './ratio.ts'

test('a ratio is that of the geometric means, and its interval that of Welch over the logarithms', () => {
  const { ratio, low, high } = ratioOf([100, 110, 121], [50, 55, 60.5])
  expect(ratio).toBeCloseTo(2, 9)
  // Both have a standard deviation of ln 1.1 and 4 degrees of freedom together: 2.776 x ln 1.1 x sqrt(2 / 3).
  const reach = 2.776 * Math.log(1.1) * Math.sqrt(2 / 3)
  expect(Math.log((high ?? 0) / ratio)).toBeCloseTo(reach, 9)
  expect(Math.log(ratio / (low ?? 0))).toBeCloseTo(reach, 9)
})

test('one measurement of each has no interval, and equal ones have one of no width', () => {
  expect(ratioOf([3], [2])).toEqual({ ratio: expect.closeTo(1.5, 9), low: null, high: null })
  expect(ratioOf([4, 4], [2, 2])).toEqual({ ratio: expect.closeTo(2, 9), low: expect.closeTo(2, 9), high: expect.closeTo(2, 9) })
})

test('an interval is wider the fewer measurements there are', () => {
  const spread = (count: number): number[] => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 100 : 110))
  const widths = [2, 4, 8, 16, 40, 100].map((count) => {
    const { low, high } = ratioOf(spread(count), spread(count))
    return (high ?? 0) - (low ?? 0)
  })
  expect(widths).toEqual(widths.toSorted((a, b) => b - a))
})

test('nothing has no mean', () => {
  expect(() => geometricMean([])).toThrow(new RangeError('there is no mean of nothing'))
})
