import { describe, expect, test } from 'vitest'
import { Arrivals } from './schedule.ts'
import { constantCurve, cumulated, lengthOf, type LoadCurve } from './load-curve.ts'
import type { RateWorkload } from './workload.ts'

// All at alpha = 0.001 and fixed seeds: what passes once passes always.
const seeds = [1, 42, 2 ** 40 + 7]
const curves: Readonly<Record<string, LoadCurve>> = {
  'a constant rate': constantCurve(200, 60e6),
  'a ramp from nothing': { from: 0, steps: [{ duration: 60e6, to: 400 }] },
  'a ramp, a jump, a pause and a decline': {
    from: 50,
    steps: [
      { duration: 20e6, to: 300 },
      { duration: 0, to: 800 },
      { duration: 5e6, to: 800 },
      { duration: 0, to: 0 },
      { duration: 5e6, to: 0 },
      { duration: 0, to: 400 },
      { duration: 20e6, to: 0 },
    ],
  },
}
const cases = Object.entries(curves).flatMap(([name, curve]) => seeds.map((seed) => ({ name, curve, seed })))

function timesOf(curve: LoadCurve, seed: number, arrivals: RateWorkload['arrivals'] = 'poisson'): number[] {
  const phases = { startAfter: 0, warmup: 0, gracefulStop: 0 }
  const workload: RateWorkload = { kind: 'rate', ...phases, curve, arrivals, iterations: undefined, maxUsers: 1, reuseUsers: true }
  const times: number[] = []
  const cursor = new Arrivals(workload, { worker: 0, workers: 1 }, seed)
  for (; cursor.dueAt !== Infinity; cursor.advance()) times.push(cursor.dueAt)
  return times
}

/** Kolmogorov's statistic of the gaps, on the area between them, against the exponential distribution of mean 1. */
function distanceOfGaps(curve: LoadCurve, times: readonly number[]): number {
  const areas = times.map((at) => cumulated(curve, at))
  const shares = areas.map((area, index) => 1 - Math.exp((areas[index - 1] ?? 0) - area)).toSorted((one, other) => one - other)
  const distances = shares.map((share, index) => Math.max(share - index / shares.length, (index + 1) / shares.length - share))
  return Math.max(...distances) * Math.sqrt(shares.length)
}

/** Chi-square of the arrivals in bins of equal time, each against the area of its own bin, with as many degrees of freedom as bins. */
function unevenness(curve: LoadCurve, times: readonly number[], bins: number): number {
  const width = lengthOf(curve) / bins
  const counts = Array.from({ length: bins }, () => 0)
  for (const at of times) counts[Math.floor(at / width)] = (counts[Math.floor(at / width)] ?? 0) + 1
  return counts.reduce((sum, count, bin) => {
    const expected = cumulated(curve, (bin + 1) * width) - cumulated(curve, bin * width)
    // a bin in a pause has none and adds nothing, unless something is due there
    return sum + (count - expected) ** 2 / Math.max(expected, 1e-9)
  }, 0)
}

/** Chi-square's quantile by Wilson and Hilferty, `z` standard deviations from the middle. */
function quantile(degrees: number, z: number): number {
  return degrees * (1 - 2 / (9 * degrees) + z * Math.sqrt(2 / (9 * degrees))) ** 3
}

describe.each(cases)('Poisson arrivals at $name, seed $seed', ({ curve, seed }) => {
  const times = timesOf(curve, seed)

  test('Poisson arrivals have exponential gaps on the area under the curve', () => {
    // Kolmogorov's limit for alpha = 0.001
    expect(distanceOfGaps(curve, times)).toBeLessThan(1.949)
  })

  test('Poisson arrivals are spread over bins of time like a Poisson process, neither more nor less evenly', () => {
    const bins = 200
    const busy = Array.from({ length: bins }, (_, bin) => {
      const width = lengthOf(curve) / bins
      return cumulated(curve, (bin + 1) * width) - cumulated(curve, bin * width) > 0
    }).filter(Boolean).length
    const found = unevenness(curve, times, bins)
    // 3.291 standard deviations on both sides leave 0.001
    expect(found).toBeGreaterThan(quantile(busy, -3.291))
    expect(found).toBeLessThan(quantile(busy, 3.291))
  })
})

test('the tests of fit refuse arrivals that are evenly spaced', () => {
  const curve = constantCurve(200, 60e6)
  const times = timesOf(curve, 1, 'uniform')
  expect(distanceOfGaps(curve, times)).toBeGreaterThan(1.949)
  expect(unevenness(curve, times, 200)).toBeLessThan(quantile(200, -3.291))
})

test('the same seed gives the same Poisson arrivals, and another seed other ones', () => {
  const curve = constantCurve(100, 10e6)
  expect(timesOf(curve, 5)).toEqual(timesOf(curve, 5))
  expect(timesOf(curve, 5)).not.toEqual(timesOf(curve, 6))
})
