import { describe, expect, test } from 'vitest'
import { createRandom } from '../model/workload/random.ts'
import { findChangePoints, leastValues } from './change-points.ts'

/** Values that are spread by a share around levels, one for each value; by Box and Muller. */
function seriesOf(levels: readonly number[], spread: number, seed: number): readonly number[] {
  const random = createRandom(seed)
  return levels.map((level) => level * (1 + spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())))
}

function repeated(...parts: readonly (readonly [count: number, level: number])[]): readonly number[] {
  return parts.flatMap(([count, level]) => Array.from({ length: count }, () => level))
}

/** In how many of `trials` series something holds. */
function countTrials(trials: number, holds: (seed: number) => boolean): number {
  return Array.from({ length: trials }, (_, seed) => holds(seed + 1)).filter(Boolean).length
}

const places = (values: readonly number[], level?: number): readonly number[] => findChangePoints(values, level).map(({ at }) => at)

describe('change points', () => {
  // 3.29 standard deviations are passed once in a thousand: of 400 series at 5 %, more than 34.3.
  test.each([
    [12, 0.05],
    [40, 0.05],
    [40, 0.05 / 6],
  ])('series of %i values that never change have change points no more often than the level %f', (length, level) => {
    const trials = 400
    const found = countTrials(trials, (seed) => places(seriesOf(repeated([length, 100]), 0.02, seed), level).length > 0)
    expect(found).toBeLessThanOrEqual(trials * level + 3.29 * Math.sqrt(trials * level * (1 - level)))
  })

  test('a step of 5 % among runs that are spread by 2 % is found at its place or at most two beside it', () => {
    const found = countTrials(100, (seed) => {
      const [at, ...others] = places(seriesOf(repeated([20, 100], [20, 105]), 0.02, seed))
      return others.length <= 1 && at !== undefined && Math.abs(at - 20) <= 2
    })
    expect(found).toBeGreaterThanOrEqual(93)
  })

  test('two steps are found, up and down', () => {
    const found = countTrials(100, (seed) => {
      const at = places(seriesOf(repeated([15, 100], [15, 110], [15, 100]), 0.02, seed))
      return [15, 30].every((place) => at.some((each) => Math.abs(each - place) <= 1))
    })
    expect(found).toBeGreaterThanOrEqual(90)
  })

  test('a single outlier is no change point', () => {
    const odd = countTrials(100, (seed) => {
      const values = [...seriesOf(repeated([30, 100]), 0.02, seed)]
      values[17] = 160
      return places(values).length > 0
    })
    // As chance alone, and three standard deviations.
    expect(odd).toBeLessThanOrEqual(5 + 3.29 * Math.sqrt(100 * 0.05 * 0.95))
  })

  test('a change of spread is found as a change point in every third series, as docs/comparing.md says', () => {
    const ends = countTrials(
      400,
      (seed) => places([...seriesOf(repeated([20, 100]), 0.02, seed), ...seriesOf(repeated([20, 100]), 0.08, -seed)]).length > 0,
    )
    expect(ends / 400).toBeCloseTo(1 / 3, 1)
  })

  test('a drift is reported as steps, although it has none', () => {
    const levels = Array.from({ length: 40 }, (_, index) => 100 * (1 + index * 0.005))
    expect(countTrials(20, (seed) => places(seriesOf(levels, 0.02, seed)).length > 0)).toBe(20)
  })

  test('change points are the same for the same values', () => {
    const values = seriesOf(repeated([10, 100], [10, 104]), 0.02, 3)
    expect(findChangePoints(values)).toEqual(findChangePoints(values))
  })

  test('change points have their exact probability where every order can be counted', () => {
    // Of 8 values that lie apart, 2 of 70 halves are divided as much.
    const [found, ...others] = findChangePoints([1, 2, 3, 4, 101, 102, 103, 104], 0.05)
    expect([found?.at, others]).toEqual([4, []])
    expect(found?.chance).toBeGreaterThan(0.01)
    expect(found?.chance).toBeLessThan(0.05)
  })
})

describe('a series that is too short', () => {
  test('a series that is too short has no change point, however large the step', () => {
    expect(places([])).toEqual([])
    expect(places([1])).toEqual([])
    expect(places([1, 1, 1, 100, 100, 100])).toEqual([])
  })

  test('a series is too short where its level cannot be reached', () => {
    expect([0.05, 0.05 / 6, 0.05 / 12].map(leastValues)).toEqual([9, 12, 13])
    const least = leastValues(0.05 / 6)
    const halves = (length: number): readonly number[] => Array.from({ length }, (_, at) => (at < length / 2 ? 1 + at / 100 : 2 + at / 100))
    expect(places(halves(least), 0.05 / 6)).toEqual([least / 2])
    // 2 of 70 are more than 5 % / 6.
    expect(places(halves(8), 0.05 / 6)).toEqual([])
  })

  test('a series of equal values has no change point', () => {
    expect(places(repeated([50, 7]))).toEqual([])
  })
})
