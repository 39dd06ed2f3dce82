import { expect, test } from 'vitest'
import { geometricMean, ratioOf } from './ratio.ts'

test('a ratio is the geometric mean over the rounds, with Student’s interval over the logarithms', () => {
  const { ratio, low, high } = ratioOf([100, 110, 121], [50, 50, 50])
  expect(ratio).toBeCloseTo(2.2, 9)
  // A standard deviation of ln 1.1, and two degrees of freedom.
  const reach = (4.303 * Math.log(1.1)) / Math.sqrt(3)
  expect(Math.log((high ?? 0) / ratio)).toBeCloseTo(reach, 9)
  expect(Math.log(ratio / (low ?? 0))).toBeCloseTo(reach, 9)
})

test('a disturbance of both figures of a round changes neither ratio nor interval', () => {
  expect(ratioOf([100, 50, 25], [50, 25, 12.5])).toEqual({
    ratio: expect.closeTo(2, 9),
    low: expect.closeTo(2, 9),
    high: expect.closeTo(2, 9),
  })
})

test('one round has no interval', () => {
  expect(ratioOf([3], [2])).toEqual({ ratio: expect.closeTo(1.5, 9), low: null, high: null })
})

test('an interval is wider the fewer rounds there are', () => {
  const spread = (count: number): number[] => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 100 : 110))
  const widths = [2, 4, 8, 16, 40, 100].map((count) => {
    const { low, high } = ratioOf(spread(count), Array(count).fill(100))
    return (high ?? 0) - (low ?? 0)
  })
  expect(widths).toEqual(widths.toSorted((a, b) => b - a))
})

test('an empty list has no mean, and a round needs both figures', () => {
  expect(() => geometricMean([])).toThrow(new RangeError('there is no mean of nothing'))
  expect(() => ratioOf([1], [])).toThrow(new RangeError('each round has one figure of both'))
})
