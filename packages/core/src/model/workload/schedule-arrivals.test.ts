import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadCurve } from '../../../test/model/workload/load-curve-arbitrary.ts'
import { Arrivals, countArrivals } from './schedule.ts'
import { constantCurve, cumulated, lengthOf, levelAt, timeOf, type LoadCurve } from './load-curve.ts'
import type { RateWorkload } from './workload.ts'

const alone = { worker: 0, workers: 1 }

function rate(curve: LoadCurve, more: Partial<RateWorkload> = {}): RateWorkload {
  const phases = { startAfter: 0, warmup: 0, gracefulStop: 0 }
  return { kind: 'rate', ...phases, curve, arrivals: 'uniform', iterations: undefined, maxUsers: 100, reuseUsers: true, ...more }
}

/** What one of the threads does, as pairs of number and time. */
function arrivalsOf(workload: RateWorkload, part = alone, seed = 1): [index: number, dueAt: number][] {
  const found: [number, number][] = []
  for (const arrivals = new Arrivals(workload, part, seed); arrivals.dueAt !== Infinity; arrivals.advance()) {
    found.push([arrivals.index, arrivals.dueAt])
  }
  return found
}

function timesOf(workload: RateWorkload): number[] {
  return arrivalsOf(workload).map(([, dueAt]) => dueAt)
}

// up to some thousand arrivals, so that the properties stay quick
const someWorkload = fc
  .record({
    curve: loadCurve,
    arrivals: fc.constantFrom('uniform', 'poisson'),
    warmup: fc.constantFrom(0, 0.7e6, 3e6),
    iterations: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
  })
  .map((more) => rate(more.curve, more))
  .filter(({ curve }) => cumulated(curve, Infinity) < 5000)

describe('uniform arrivals', () => {
  test('uniform arrivals are evenly spaced from the start of the run phase, and their number is rate times duration', () => {
    expect(timesOf(rate(constantCurve(4, 2e6)))).toEqual([0, 0.25e6, 0.5e6, 0.75e6, 1e6, 1.25e6, 1.5e6, 1.75e6])
    expect(timesOf(rate(constantCurve(0.1, 30e6)))).toHaveLength(3)
    expect(timesOf(rate(constantCurve(0.1, 30.1e6)))).toHaveLength(4)
    expect(timesOf(rate(constantCurve(30 / 60, 60e6)))).toHaveLength(30)
  })

  test('uniform arrivals of a ramp are due when the area under the curve reaches them', () => {
    const ramp = { from: 0, steps: [{ duration: 10e6, to: 20 }] }
    const times = timesOf(rate(ramp))
    expect(times).toHaveLength(100)
    for (const [index, at] of times.entries()) expect(at).toBeCloseTo(timeOf(ramp, index), 3)
  })

  test('uniform arrivals end with the number of iterations', () => {
    expect(timesOf(rate(constantCurve(10, Infinity), { iterations: 3 }))).toEqual([0, 0.1e6, 0.2e6])
  })

  test('uniform arrivals keep their distance from the warm-up into the run phase', () => {
    const found = arrivalsOf(rate(constantCurve(2, 2e6), { warmup: 1.5e6 }))
    expect(found).toEqual([
      [0, -1.5e6],
      [1, -1e6],
      [2, -0.5e6],
      [3, 0],
      [4, 0.5e6],
      [5, 1e6],
      [6, 1.5e6],
    ])
  })

  test('no uniform arrival is due in a pause', () => {
    const steps = [
      { duration: 5e6, to: 0 },
      { duration: 0, to: 1 },
      { duration: 2e6, to: 1 },
    ]
    expect(timesOf(rate({ from: 0, steps }))).toEqual([5e6, 6e6])
  })
})

describe('any arrivals', () => {
  test('arrivals are numbered 0, 1, 2, due in the order of time, and in their phase', () => {
    fc.assert(
      fc.property(someWorkload, (workload) => {
        const found = arrivalsOf(workload)
        const length = lengthOf(workload.curve)
        let last = -workload.warmup
        for (const [place, [index, dueAt]] of found.entries()) {
          expect(index).toBe(place)
          expect(dueAt).toBeGreaterThanOrEqual(last)
          expect(dueAt).toBeLessThanOrEqual(length)
          last = dueAt
        }
      }),
    )
  })

  test('the number of arrivals is the one that is counted beforehand, apart from the warm-up', () => {
    fc.assert(
      fc.property(someWorkload, (workload) => {
        const times = timesOf(workload)
        expect(times.filter((at) => at >= 0)).toHaveLength(countArrivals(workload, 1))
        if (workload.arrivals === 'poisson') return
        const due = Math.ceil((levelAt(workload.curve, 0) * workload.warmup) / 1e6 - 1e-6)
        expect(times.filter((at) => at < 0)).toHaveLength(Math.max(0, due))
      }),
    )
  })

  test('arrivals have the same schedule on one, two and four threads', () => {
    fc.assert(
      fc.property(someWorkload, fc.integer(), (workload, seed) => {
        const whole = arrivalsOf(workload, alone, seed)
        for (const workers of [2, 4]) {
          const parts = Array.from({ length: workers }, (_, worker) => arrivalsOf(workload, { worker, workers }, seed))
          for (const [worker, part] of parts.entries()) expect(part.every(([index]) => index % workers === worker)).toBe(true)
          expect(parts.flat().toSorted(([one], [other]) => one - other)).toEqual(whole)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('arrivals of the run phase are the same with and without a warm-up', () => {
    const workload = rate(constantCurve(50, 4e6), { arrivals: 'poisson' })
    const warmedUp = arrivalsOf({ ...workload, warmup: 2e6 }).filter(([, dueAt]) => dueAt >= 0)
    expect(warmedUp.map(([, dueAt]) => dueAt)).toEqual(timesOf(workload))
  })

  test('there are no arrivals without a rate, and any number of them without an end', () => {
    expect(timesOf(rate(constantCurve(0, 10e6)))).toEqual([])
    expect(timesOf(rate(constantCurve(0, Infinity), { arrivals: 'poisson', iterations: 5 }))).toEqual([])
    expect(countArrivals(rate(constantCurve(5, Infinity)), 1)).toBe(Infinity)
    expect(countArrivals(rate(constantCurve(5, Infinity), { arrivals: 'poisson' }), 1)).toBe(Infinity)
    expect(countArrivals(rate(constantCurve(8000, 24 * 3600e6)), 1)).toBe(691_200_000)
  })
})
