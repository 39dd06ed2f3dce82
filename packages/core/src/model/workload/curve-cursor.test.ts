import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadCurve, share } from '../../../test/model/workload/load-curve-arbitrary.ts'
import { CurveCursor } from './curve-cursor.ts'
import { constantCurve, cumulated, lengthOf, timeOf } from './load-curve.ts'

test('what is passed one after the other is passed when the area is that large, and not found from the start each time', () => {
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

test('an area that stays the same in a pause is passed at the end of the pause', () => {
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

test('nothing is passed where there is never anything', () => {
  expect(new CurveCursor(constantCurve(0, Infinity)).timeOf(0)).toBe(Infinity)
  expect(new CurveCursor(constantCurve(5, 0)).timeOf(0)).toBe(Infinity)
})
