import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Histogram } from './histogram.ts'
import {
  estimateInterval,
  effectiveSamples,
  estimateMax,
  estimateMean,
  estimateMin,
  estimatePercentile,
  estimateStdev,
} from './product-limit.ts'
import { casePercentiles, productLimitCases } from '../../../test/model/metrics/product-limit-cases.ts'

const percentiles = [0, 2.5, 25, 50, 75, 90, 99, 99.9, 100]
/** A time, and the age at which it was cut off where that came first. */
const request = fc.record({
  time: fc.oneof(
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 2000 }),
    fc.integer({ min: 0, max: 1e9 }),
    fc.constant(Infinity),
  ),
  cut: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1e9 }), fc.constant(Infinity)),
})
type TestRequest = typeof request extends fc.Arbitrary<infer One> ? One : never
// One that neither ends nor is cut off is no request of a run that is over.
const requests = fc
  .array(request, { minLength: 1, maxLength: 60 })
  .map((all) => all.filter(({ time, cut }) => Math.min(time, cut) < Infinity))
  .filter((all) => all.length > 0)

function timesOf(all: readonly TestRequest[]): Histogram {
  const times = new Histogram()
  for (const { time, cut } of all) {
    if (time <= cut) times.record(time)
    else times.cutOff(cut)
  }
  return times
}

function rank(values: readonly number[], percentile: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil((percentile / 100) * values.length - 1e-9)) - 1] ?? Number.NaN
}

// What a histogram rounds to.
function within(value: number): number {
  return value / 1000
}

describe('estimatePercentile', () => {
  test.each(productLimitCases)('estimatePercentile agrees with a survival library: $name', (one) => {
    const times = new Histogram()
    for (const value of one.ended) times.record(value)
    for (const age of one.cutOff) times.cutOff(age)
    const found = casePercentiles.map((percentile) => estimatePercentile(times, percentile))
    expect(found.map(({ value, isLowerBound }) => (isLowerBound ? null : value))).toEqual(one.percentiles)
  })

  test('estimatePercentile is the nearest rank when nothing was cut off', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }), (values) => {
        const times = timesOf(values.map((time) => ({ time, cut: Infinity })))
        for (const percentile of percentiles) {
          expect(estimatePercentile(times, percentile)).toEqual({ value: times.percentile(percentile), isLowerBound: false })
        }
      }),
    )
  })

  test('estimatePercentile is the nearest rank as long as nothing was cut off before it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1 }), fc.integer({ min: 1, max: 50 }), (values, cut) => {
        const all = [
          ...values.map((time) => ({ time, cut: Infinity })),
          ...Array.from({ length: cut }, () => ({ time: Infinity, cut: 2000 })),
        ]
        for (const percentile of percentiles) {
          const truth = rank(
            all.map(({ time }) => time),
            percentile,
          )
          const found = estimatePercentile(timesOf(all), percentile)
          expect(found).toEqual({ value: Math.min(truth, 2000), isLowerBound: truth === Infinity })
        }
      }),
    )
  })

  test('estimatePercentile lies between the bounds of the cut-off times, and a lower bound is never above the truth', () => {
    fc.assert(
      fc.property(requests, (all) => {
        const times = timesOf(all)
        for (const percentile of percentiles) {
          const { value, isLowerBound } = estimatePercentile(times, percentile)
          const least = rank(
            all.map(({ time, cut }) => Math.min(time, cut)),
            percentile,
          )
          const most = rank(
            all.map(({ time, cut }) => (time <= cut ? time : Infinity)),
            percentile,
          )
          const truth = rank(
            all.map(({ time }) => time),
            percentile,
          )
          expect(value).toBeGreaterThanOrEqual(least - within(least))
          expect(value - within(value)).toBeLessThanOrEqual(isLowerBound ? truth : most)
        }
      }),
    )
  })

  test('estimatePercentile finds the percentiles of all times when cutting off does not depend on them', () => {
    const [count, mean] = [4000, 50_000]
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const random = randomOf(seed)
      const exponential = (of: number): number => -of * Math.log(1 - random())
      // Every third one is cut off, later or earlier in its life.
      const times = timesOf(Array.from({ length: count }, () => ({ time: exponential(mean), cut: exponential(2 * mean) })))
      for (const percentile of [25, 50, 75, 90]) {
        const { value, isLowerBound } = estimatePercentile(times, percentile)
        const share = 1 - Math.exp(-value / mean)
        expect(isLowerBound).toBe(false)
        // Greenwood's variance of this curve, five standard deviations.
        const variance = ((1 - share) ** 2 * (2 / 3) * ((1 - share) ** -1.5 - 1)) / count
        expect(Math.abs(share - percentile / 100)).toBeLessThan(5 * Math.sqrt(variance))
      }
    }
  })

  test('estimatePercentile is a lower bound when nothing ended', () => {
    const times = timesOf([
      { time: Infinity, cut: 1000 },
      { time: Infinity, cut: 2000 },
    ])
    const found = [estimateMin(times), estimatePercentile(times, 50), estimatePercentile(times, 99), estimateMax(times)]
    expect(found.map(({ value }) => value)).toEqual([1000, 1000, 2000, 2000])
    expect(found.every(({ isLowerBound }) => isLowerBound)).toBe(true)
  })
})

test('estimated mean, deviation and max are never above those of the complete times, and equal them when nothing was cut off', () => {
  const ending = fc.array(fc.record({ time: fc.integer({ min: 0, max: 1e6 }), cut: fc.integer({ min: 0, max: 1e6 }) }), { minLength: 1 })
  fc.assert(
    fc.property(ending, (all) => {
      const [times, truth] = [timesOf(all), timesOf(all.map(({ time }) => ({ time, cut: Infinity })))]
      const isCut = times.unfinished !== undefined
      for (const [found, exact] of [
        [estimateMean(times), truth.mean()],
        [estimateStdev(times), truth.stdev()],
        [estimateMax(times), truth.max],
      ] as const) {
        expect(found.isLowerBound).toBe(isCut)
        expect(found.value).toBeLessThanOrEqual(exact + within(truth.max))
        expect(isCut ? exact : found.value).toBe(exact)
      }
    }),
  )
})

test('the least deviation is reached when each cut-off time ends at the mean, or at its age above it', () => {
  const times = new Histogram()
  for (const value of [100, 300]) times.record(value)
  for (const age of [50, 1000]) times.cutOff(age)
  // With 1,000 the mean is 1400 / 3; the one of 50 may have ended there.
  const mean = 1400 / 3
  const squares = [100, 300, 1000].reduce((sum, value) => sum + (value - mean) ** 2, 0)
  expect(estimateStdev(times).value).toBeCloseTo(Math.sqrt(squares / 4), 9)
})

test('a single time after a thousand that were cut off is nearly meaningless, as its interval shows', () => {
  const times = new Histogram()
  for (let count = 0; count < 10_000; count++) times.record(1000)
  for (let count = 0; count < 1000; count++) times.cutOff(2000)
  times.record(3000)
  expect(estimatePercentile(times, 95)).toEqual({ value: 3000, isLowerBound: false })
  // 1,001 of 11,001 go on, and 1 of them is at risk behind what was cut off: as much is known as of 10.99 that ended.
  expect(effectiveSamples(times, 95)).toBe(10)
  expect(effectiveSamples(times, 50)).toBe(11_001)
  expect(estimateInterval(times, 95, 1)).toEqual({ low: 1000, high: null })
  expect(estimateInterval(times, 50, 1)).toEqual({ low: 1000, high: 1000 })
})

test('ages are merged like values, in any order and grouping', () => {
  fc.assert(
    fc.property(fc.array(requests, { maxLength: 4 }), (groups) => {
      const [merged, reversed] = [new Histogram(), new Histogram()]
      for (const group of groups) merged.add(timesOf(group).snapshot())
      for (const group of groups.toReversed()) reversed.add(timesOf(group).snapshot())
      const whole = timesOf(groups.flat()).snapshot()
      expect(merged.snapshot()).toEqual(whole)
      expect(reversed.snapshot()).toEqual(whole)
      merged.reset()
      expect(merged.snapshot()).toEqual(new Histogram().snapshot())
    }),
  )
})

// A linear congruential generator: the same numbers each time, so that the test is the same each time.
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
