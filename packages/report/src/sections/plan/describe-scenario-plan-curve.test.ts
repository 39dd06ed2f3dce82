import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCurve } from './describe-scenario-plan.ts'

const labels = { highest: '20/s', none: '0' }
const times = { first: '0s', last: '1m30s' }

test('a ramp rises from the left to the right, between its levels and times', () => {
  const levels = Array.from({ length: 40 }, (_, index) => ((index + 1) / 40) * 20)
  expect(drawCurve({ levels, labels, times }, 26)).toEqual([
    '20/s │                ▁▃▆█',
    '     │             ▂▄▆████',
    '     │          ▂▅▇███████',
    '     │      ▁▃▆███████████',
    '     │   ▂▄▆██████████████',
    '     │▂▅▇█████████████████',
    '   0 └────────────────────',
    '      0s             1m30s',
  ])
})

test('a level that is kept takes one row', () => {
  expect(drawCurve({ levels: [5, 5, 5], labels, times }, 20)).toEqual([
    '20/s │██████████████',
    '   0 └──────────────',
    '      0s       1m30s',
  ])
})

test('a level above 0 is visible, and 0 is empty', () => {
  const [low] = drawCurve({ levels: [0, 0.001, 1000, 0], labels, times }, 16).slice(5)
  expect(low).toBe('     │   ▁▁███')
})

test('a curve is never wider than asked for, as far as it can be read', () => {
  const level = fc.double({ min: 0, max: 1e6, noNaN: true })
  const curve = fc.array(level, { minLength: 1, maxLength: 300 }).filter((levels) => Math.max(...levels) > 0)
  fc.assert(
    fc.property(curve, fc.integer({ min: 20, max: 200 }), (levels, columns) => {
      const lines = drawCurve({ levels, labels, times }, columns)
      expect(lines).toHaveLength(new Set(levels).size === 1 ? 3 : 8)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
    }),
  )
})
