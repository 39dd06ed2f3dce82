import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadCurve, share } from '../../../test/model/workload/load-curve-arbitrary.ts'
import { constantCurve, cumulated, highestLevel, lengthOf, levelAt, timeOf, CurveCursor, type LoadCurve } from './load-curve.ts'

// 0 to 20 over 10 s, a jump to 5, and 5 s of that
const ramp: LoadCurve = {
  from: 0,
  steps: [
    { duration: 10e6, to: 20 },
    { duration: 0, to: 5 },
    { duration: 5e6, to: 5 },
  ],
}

const curveAndShare = fc.tuple(loadCurve, share)

describe('level', () => {
  test('a level changes linearly over a step, at once at a jump, and stays after the end', () => {
    expect([0, 2.5e6, 5e6, 10e6 - 1, 10e6, 12e6, 15e6, 99e6].map((at) => levelAt(ramp, at))).toEqual([0, 5, 10, 19.999998, 5, 5, 5, 5])
  })

  test('the level before the start is that of the start', () => {
    expect(levelAt(ramp, -1e6)).toBe(0)
    expect(levelAt({ from: 3, steps: [{ duration: 0, to: 7 }] }, -1)).toBe(7)
  })

  test('a level is never above the highest one', () => {
    fc.assert(
      fc.property(curveAndShare, ([curve, part]) => {
        expect(levelAt(curve, part * lengthOf(curve))).toBeLessThanOrEqual(highestLevel(curve) * (1 + 1e-12))
      }),
    )
  })
})

describe('area', () => {
  test('the area under a curve is that of triangles and rectangles', () => {
    expect([-1e6, 0, 5e6, 10e6, 12e6, 15e6, 99e6].map((at) => cumulated(ramp, at))).toEqual([0, 0, 25, 100, 110, 125, 125])
  })

  test('the area under a curve is the limit of the sum of many levels', () => {
    fc.assert(
      fc.property(loadCurve, (curve) => {
        const length = lengthOf(curve)
        const slices = 2000
        const middles = Array.from({ length: slices }, (_, index) => ((index + 0.5) / slices) * length)
        const sum = middles.reduce((total, at) => total + levelAt(curve, at), 0) * (length / 1e6 / slices)
        // at each jump one slice may have the wrong level
        expect(Math.abs(cumulated(curve, length) - sum)).toBeLessThanOrEqual(
          (curve.steps.length * highestLevel(curve) * length) / 1e6 / slices + 1e-6,
        )
      }),
    )
  })

  test('an area is reached at the computed time, and not before', () => {
    fc.assert(
      fc.property(curveAndShare, ([curve, part]) => {
        const area = part * cumulated(curve, Infinity)
        const at = timeOf(curve, area)
        expect(at).toBeLessThanOrEqual(lengthOf(curve) * (1 + 1e-12))
        expect(Math.abs(cumulated(curve, at) - area)).toBeLessThanOrEqual(1e-9 * (1 + area))
        // the curve has no level above 0 that is below 0.01, but ramps to and from 0 hardly rise near it
        const earlier = cumulated(curve, at - 100e3)
        expect(earlier).toBeLessThanOrEqual(area)
        expect(earlier < area).toBe(area > 0)
      }),
    )
  })

  test('the area of every time is reached at this time, or earlier if the level was 0', () => {
    fc.assert(
      fc.property(curveAndShare, ([curve, part]) => {
        const at = part * lengthOf(curve)
        const found = timeOf(curve, cumulated(curve, at))
        // where a level falls to 0, the last of the area takes long: half of the digits of the area are lost on the time
        expect(found).toBeLessThanOrEqual(at + 1e-3 + at * 1e-7)
        expect(cumulated(curve, at) - cumulated(curve, found)).toBeLessThanOrEqual(1e-9 * (1 + cumulated(curve, at)))
      }),
    )
  })

  test('an area that is too large is never reached', () => {
    expect(timeOf(ramp, 125)).toBe(15e6)
    expect(timeOf(ramp, 125.001)).toBe(Infinity)
    expect(timeOf(constantCurve(0, Infinity), 1)).toBe(Infinity)
  })

  test('an area is reached at the right time when the level hardly changes', () => {
    const almostFlat = { from: 1000, steps: [{ duration: 3600e6, to: 1000.000001 }] }
    expect(timeOf(almostFlat, 1_800_000)).toBeCloseTo(1800e6, 0)
    const almostNothing = { from: 1000, steps: [{ duration: 10e6, to: 1e-9 }] }
    expect(timeOf(almostNothing, cumulated(almostNothing, 9_999_990))).toBeCloseTo(9_999_990, 0)
  })
})

test('a curve without an end has no length and no last area', () => {
  const kept = constantCurve(4, Infinity)
  expect(lengthOf(kept)).toBe(Infinity)
  expect(cumulated(kept, Infinity)).toBe(Infinity)
  expect(cumulated(kept, 2.5e6)).toBe(10)
  expect(timeOf(kept, 10)).toBe(2.5e6)
  expect(levelAt(kept, 1e12)).toBe(4)
})

test('ascending areas are passed when the curve reaches them', () => {
  fc.assert(
    fc.property(loadCurve, fc.array(share, { maxLength: 50 }), (curve, shares) => {
      const total = cumulated(curve, Infinity)
      const areas = shares.map((part) => part * total).toSorted((one, other) => one - other)
      const cursor = new CurveCursor(curve)
      const times = areas.map((area) => cursor.timeOf(area))
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      for (const [index, at] of times.entries()) {
        const area = areas[index] ?? Number.NaN
        // at Infinity this compares it with the whole
        expect(Math.abs(cumulated(curve, at) - area)).toBeLessThanOrEqual(2e-6 + 1e-9 * total)
        expect(at).toBeGreaterThanOrEqual(timeOf(curve, area - 1e-6) - 1e-3)
        expect(at === Infinity || at <= lengthOf(curve) * (1 + 1e-12)).toBe(true)
      }
    }),
  )
})

test('an area that stays constant in a pause is passed at the end of the pause', () => {
  const pause = {
    from: 10,
    steps: [
      { duration: 1e6, to: 10 },
      { duration: 0, to: 0 },
      { duration: 5e6, to: 0 },
      { duration: 0, to: 10 },
      { duration: 1e6, to: 10 },
    ],
  }
  const cursor = new CurveCursor(pause)
  expect([9, 10, 11, 20].map((area) => cursor.timeOf(area))).toEqual([0.9e6, 6e6, 6.1e6, Infinity])
  expect(timeOf(pause, 10)).toBe(1e6)
})

test('no area is passed when the level is always 0', () => {
  expect(new CurveCursor(constantCurve(0, Infinity)).timeOf(0)).toBe(Infinity)
  expect(new CurveCursor(constantCurve(5, 0)).timeOf(0)).toBe(Infinity)
})
