import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Histogram, type HistogramSnapshot } from './histogram.ts'

const microseconds = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.integer({ min: 2 ** 31, max: 2 ** 40 }),
)

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  return histogram
}

function merge(...parts: readonly HistogramSnapshot[]): HistogramSnapshot {
  const merged = new Histogram()
  for (const part of parts) merged.add(part)
  return merged.snapshot()
}

describe('Histogram', () => {
  test('a histogram keeps count, sum, min, max and mean exactly', () => {
    fc.assert(
      fc.property(fc.array(microseconds, { minLength: 1 }), (values) => {
        const histogram = histogramOf(values)
        expect(histogram.count).toBe(values.length)
        expect(histogram.sum).toBe(values.reduce((sum, value) => sum + value, 0))
        expect(histogram.min).toBe(Math.min(...values))
        expect(histogram.max).toBe(Math.max(...values))
      }),
    )
  })

  test('a histogram has percentiles by nearest rank to within a thousandth', () => {
    fc.assert(
      fc.property(fc.array(microseconds, { minLength: 1 }), fc.double({ min: 0.1, max: 100, noNaN: true }), (values, percentile) => {
        const sorted = values.toSorted((a, b) => a - b)
        const exact = sorted[Math.max(1, Math.ceil((percentile / 100) * values.length - 1e-9)) - 1] ?? 0
        expect(Math.abs(histogramOf(values).percentile(percentile) - exact)).toBeLessThanOrEqual(exact / 1000)
      }),
    )
  })

  test('percentiles of a histogram follow its current values, whatever they were before', () => {
    const readAll = (histogram: Histogram): number[] => [1, 25, 50, 75, 99, 100].map((percentile) => histogram.percentile(percentile))
    fc.assert(
      fc.property(fc.array(fc.array(microseconds, { minLength: 1 }), { minLength: 1 }), (parts) => {
        const growing = new Histogram()
        const reused = new Histogram()
        for (const [index, part] of parts.entries()) {
          growing.add(histogramOf(part).snapshot())
          expect(readAll(growing)).toEqual(readAll(histogramOf(parts.slice(0, index + 1).flat())))
          reused.reset()
          for (const value of part) reused.record(value)
          expect(readAll(reused)).toEqual(readAll(histogramOf(part)))
        }
      }),
    )
    const same = histogramOf([10])
    expect(same.percentile(50)).toBe(10)
    same.reset()
    same.record(5_000_000)
    same.record(1)
    same.reset()
    same.record(20)
    expect(same.percentile(50)).toBe(20)
  })

  test('histograms merged in any order and grouping equal the histogram of all values', () => {
    fc.assert(
      fc.property(fc.array(microseconds), fc.array(microseconds), fc.array(microseconds), (a, b, c) => {
        const [x, y, z] = [histogramOf(a).snapshot(), histogramOf(b).snapshot(), histogramOf(c).snapshot()]
        const whole = histogramOf([...a, ...b, ...c]).snapshot()
        expect(merge(merge(x, y), z)).toEqual(whole)
        expect(merge(z, merge(y, x))).toEqual(whole)
      }),
    )
  })

  test('values beyond the last bucket are counted in it, and keep their maximum', () => {
    const histogram = histogramOf([2 ** 60])
    expect(histogram.count).toBe(1)
    expect(histogram.max).toBe(2 ** 60)
    expect(histogram.percentile(50)).toBe(2 ** 60)
  })

  test('values around each power of two are found within three digits', () => {
    for (let bits = 0; bits < 53; bits++) {
      for (const value of [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]) {
        const histogram = histogramOf([0, value, Number.MAX_SAFE_INTEGER])
        expect(Math.abs(histogram.percentile(50) - value)).toBeLessThanOrEqual(value / 1000)
      }
    }
  })

  test('a histogram is like a new one after a reset', () => {
    const histogram = histogramOf([1, 10_000_000])
    histogram.reset()
    expect(histogram.snapshot()).toEqual(new Histogram().snapshot())
    histogram.record(7)
    expect(histogram.percentile(99)).toBe(7)
  })

  test('half a microsecond counts as one, and a negative time as none', () => {
    expect(histogramOf([0.5]).max).toBe(1)
    expect(histogramOf([-3]).max).toBe(0)
  })

  test('a single bucket can count any number of values', () => {
    const [most, bucket] = [2 ** 32 - 1, Uint16Array.of(700)]
    const one = { buckets: bucket, counts: Float64Array.of(most - 1), count: most - 1, sum: 700 * (most - 1), min: 700, max: 700 }
    const recorded = new Histogram()
    recorded.add(one)
    for (let i = 0; i < 4; i++) recorded.record(700)
    recorded.record(123_456)
    expect(recorded.snapshot()).toMatchObject({ counts: Float64Array.of(most + 3, 1), count: most + 4, min: 700, max: 123_456 })
    expect(merge(one, one, one)).toMatchObject({ counts: Float64Array.of(3 * (most - 1)), count: 3 * (most - 1) })
  })

  test('a histogram has the same figures after a reset as a new one, whatever was in it', () => {
    fc.assert(
      fc.property(fc.array(microseconds), fc.array(microseconds), (before, values) => {
        const [used, fresh] = [histogramOf(before), histogramOf(values)]
        used.reset()
        for (const value of values) used.record(value)
        expect(used.snapshot()).toEqual(fresh.snapshot())
        expect([used.percentile(50), used.mean(), used.stdev()]).toEqual([fresh.percentile(50), fresh.mean(), fresh.stdev()])
      }),
    )
  })

  test('a histogram without values has no figures', () => {
    const empty = new Histogram()
    empty.add(new Histogram().snapshot())
    expect([empty.percentile(99), empty.mean(), empty.stdev(), empty.max, empty.min, empty.count]).toEqual([0, 0, 0, 0, Infinity, 0])
    expect(empty.snapshot().buckets).toHaveLength(0)
  })

  test('a histogram has the deviation of its values to within a thousandth', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1 }), (values) => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length
        const exact = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
        expect(Math.abs(histogramOf(values).stdev() - exact)).toBeLessThanOrEqual(Math.max(...values) / 1000)
      }),
    )
  })
})
