import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Histogram, type HistogramSnapshot } from './histogram.ts'

const microseconds = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))

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
  test('keeps count, sum, min, max and mean exactly', () => {
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

  test('gives percentiles by nearest rank to within a thousandth', () => {
    fc.assert(
      fc.property(fc.array(microseconds, { minLength: 1 }), fc.double({ min: 0.1, max: 100, noNaN: true }), (values, percentile) => {
        const sorted = values.toSorted((a, b) => a - b)
        const exact = sorted[Math.max(1, Math.ceil((percentile / 100) * values.length - 1e-9)) - 1] ?? 0
        expect(Math.abs(histogramOf(values).percentile(percentile) - exact)).toBeLessThanOrEqual(exact / 1000)
      }),
    )
  })

  test('merges in any order and grouping to the histogram of all values', () => {
    fc.assert(
      fc.property(fc.array(microseconds), fc.array(microseconds), fc.array(microseconds), (a, b, c) => {
        const [x, y, z] = [histogramOf(a).snapshot(), histogramOf(b).snapshot(), histogramOf(c).snapshot()]
        const whole = histogramOf([...a, ...b, ...c]).snapshot()
        expect(merge(merge(x, y), z)).toEqual(whole)
        expect(merge(z, merge(y, x))).toEqual(whole)
      }),
    )
  })

  test('counts values past the last bucket in it and keeps their maximum', () => {
    const histogram = histogramOf([2 ** 33])
    expect(histogram.count).toBe(1)
    expect(histogram.max).toBe(2 ** 33)
    expect(histogram.percentile(50)).toBe(2 ** 33)
  })

  test('is as new after a reset', () => {
    const histogram = histogramOf([1, 10_000_000])
    histogram.reset()
    expect(histogram.snapshot()).toEqual(new Histogram().snapshot())
    histogram.record(7)
    expect(histogram.percentile(99)).toBe(7)
  })

  test('takes half a microsecond as one and a negative time as none', () => {
    expect(histogramOf([0.5]).max).toBe(1)
    expect(histogramOf([-3]).max).toBe(0)
  })
})
