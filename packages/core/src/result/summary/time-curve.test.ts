import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Histogram } from '../../model/metrics/histogram.ts'
import { distributionOf, percentileCurve } from './time-curve.ts'
import { percentileNames, percentiles, summarizeTimes, withHistogram, type TimeSummary } from '../../model/metrics/time-summary.ts'

function timesOf(values: readonly number[], ages: readonly number[] = []): TimeSummary {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  for (const age of ages) histogram.cutOff(age)
  return summarizeTimes(histogram)
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

const sum = (shares: readonly number[]): number => shares.reduce((all, share) => all + share, 0)

describe('the curve of a distribution', () => {
  test('the curve of a distribution has the percentiles of the summary, to the microsecond, and others between them', () => {
    const times = timesOf(upTo(20_000))
    const curve = percentileCurve(times)
    for (const name of percentileNames) {
      expect(curve.find(({ share }) => Math.abs(share - percentiles[name] / 100) < 1e-9)).toMatchObject({
        time: times[name],
        interval: times.intervals[name],
      })
    }
    expect(curve.length).toBeGreaterThan(30)
  })

  test.each([
    [0, 0],
    [19, 0],
    [1000, 0.99],
    [9999, 0.9987],
    [10_000, 0.999],
    [100_000, 0.9999],
  ])('the curve of %d samples ends where fewer than ten lie beyond it: at %d', (count, end) => {
    expect(percentileCurve(timesOf(upTo(count))).at(-1)?.share ?? 0).toBeCloseTo(end, 4)
  })

  test('the curve of a distribution ends where requests that were cut off leave only a lower bound', () => {
    const whole = percentileCurve(timesOf(upTo(1000))).at(-1)
    const cut = percentileCurve(
      timesOf(
        upTo(900),
        Array.from({ length: 100 }, () => 900),
      ),
    ).at(-1)
    expect(whole?.share).toBe(0.99)
    expect(cut?.share).toBe(0.9)
  })

  test('the curve of a result that was read from a file is the same', () => {
    const times = timesOf(upTo(3000), [70, 2500])
    const read = JSON.parse(JSON.stringify(withHistogram(times))) as TimeSummary
    expect(percentileCurve(read)).toEqual(percentileCurve(times))
    expect(distributionOf(read)).toEqual(distributionOf(times))
  })

  test('the curve of a result without histograms has the percentiles that are known', () => {
    const { count, ...figures } = timesOf(upTo(1000))
    const without = { ...figures, count }
    expect(percentileCurve(without).map(({ share }) => share)).toEqual([0.025, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99])
    expect(distributionOf(without)).toBeUndefined()
  })
})

describe('a distribution', () => {
  test('a distribution has the share of all times in each of its ranges', () => {
    const times = timesOf([...upTo(1000).map(() => 150), ...upTo(3000).map(() => 180), ...upTo(4000).map((each) => 200 + (each % 100))])
    const { edges, shares } = distributionOf(times) ?? { edges: [], shares: [] }
    const shareAt = (time: number): number => shares[edges.findLastIndex((edge) => edge <= time)] ?? 0
    expect([shareAt(0.15), shareAt(0.18)]).toEqual([0.125, 0.375])
  })

  test('the shares of a distribution add up to its curve, and never to more than all', () => {
    const values = fc.array(fc.integer({ min: 0, max: 5e6 }), { minLength: 100, maxLength: 400 })
    fc.assert(
      fc.property(values, fc.array(fc.integer({ min: 0, max: 5e6 }), { maxLength: 5 }), (all, ages) => {
        const times = timesOf(all, ages)
        const distribution = distributionOf(times)
        const curve = percentileCurve(times)
        if (distribution === undefined) return
        const { edges, shares } = distribution
        expect(edges).toHaveLength(shares.length + 1)
        expect(edges).toEqual(edges.toSorted((a, b) => a - b))
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
        expect(sum(shares)).toBeLessThanOrEqual(1 + 1e-9)
        expect(sum(shares)).toBeGreaterThanOrEqual((curve.at(-1)?.share ?? 0) - 1e-9)
      }),
    )
  })

  test('a distribution ends where its curve does, at half a microsecond too', () => {
    const times = timesOf([...upTo(90).map(() => 0), ...upTo(10).map(() => 4_102_144), 4_103_168])
    const { shares = [] } = distributionOf(times) ?? {}
    expect(sum(shares)).toBeGreaterThanOrEqual(percentileCurve(times).at(-1)?.share ?? 1)
  })

  test('the ranges of a distribution grow by a factor where its longest times are many times its shortest', () => {
    const times = timesOf([...upTo(1000).map((each) => each + 100), ...upTo(1000).map((each) => each * 1000)])
    const { edges, isByFactor } = distributionOf(times) ?? { edges: [], isByFactor: false }
    expect(isByFactor).toBe(true)
    const factors = edges.slice(1).map((edge, index) => edge / (edges[index] ?? 1))
    expect(Math.max(...factors) / Math.min(...factors)).toBeLessThan(1.05)
  })

  test('a distribution of equal times, or of too few, has no ranges', () => {
    expect(distributionOf(timesOf(upTo(1000).map(() => 700)))).toBeUndefined()
    expect(distributionOf(timesOf(upTo(22)))).toBeUndefined()
  })
})
