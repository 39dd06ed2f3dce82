import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WeightedChoice } from './choices.ts'

function countsOf(weights: readonly number[], count: number, seed = 1): number[] {
  const choice = new WeightedChoice(weights, seed)
  const counts = weights.map(() => 0)
  for (let index = 0; index < count; index++) {
    const place = choice.placeOf(index)
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

test('the proportions of journeys are exact over each block', () => {
  expect(countsOf([70, 20, 10], 160)).toEqual([112, 32, 16])
  expect(countsOf([0.5, 0.3, 0.2], 160)).toEqual([80, 48, 32])
  expect(countsOf([2], 10)).toEqual([10])
  fc.assert(
    fc.property(fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }), fc.integer(), (weights, seed) => {
      const sum = weights.reduce((total, weight) => total + weight, 0)
      fc.pre(sum > 0)
      // 16 blocks at least, whatever the weights have in common
      expect(countsOf(weights, sum * 16, seed)).toEqual(weights.map((weight) => weight * 16))
    }),
  )
})

test('a journey of weight 0 is never chosen', () => {
  expect(countsOf([0, 1, 0], 100)).toEqual([0, 100, 0])
  expect(countsOf([0, 1 / 3, 0, 2 / 3], 10_000).filter((count) => count === 0)).toHaveLength(2)
})

test('weights without a small common divisor are drawn, close to their proportions', () => {
  const weights = [10_007, 30_011, 60_013]
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const draws = 100_000
  const chiSquare = countsOf(weights, draws).reduce((total, count, place) => {
    const expected = (draws * (weights[place] ?? 0)) / sum
    return total + (count - expected) ** 2 / expected
  }, 0)
  // with 2 degrees of freedom above 13.8 once in a thousand
  expect(chiSquare).toBeLessThan(13.8)
})

test('the choice of a journey depends on the number and the seed only', () => {
  for (const weights of [
    [3, 1],
    [10_007, 30_011],
  ]) {
    const choice = new WeightedChoice(weights, 9)
    const whole = Array.from({ length: 1000 }, (_, index) => choice.placeOf(index))
    const other = new WeightedChoice(weights, 9)
    for (let index = 1; index < 1000; index += 2) expect(other.placeOf(index)).toBe(whole[index])
    const another = new WeightedChoice(weights, 10)
    expect(Array.from({ length: 1000 }, (_, index) => another.placeOf(index))).not.toEqual(whole)
  }
})
