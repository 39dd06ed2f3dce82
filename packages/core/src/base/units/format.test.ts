import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatBeside,
  formatBytes,
  formatChange,
  formatNumber,
  formatPercentile,
  formatSeconds,
  formatShare,
  formatTime,
  formatValue,
  plural,
  type Unit,
} from './format.ts'

test('formatNumber has three significant digits, two below 1, and all of the whole part', () => {
  expect(
    [0, -0, 0.001_234, 1.315, 24.77, 99.96, 999.6, 1234.5, 199_249.07, 5_983_412, -12.345].map((value) => formatNumber(value)),
  ).toEqual(['0', '0', '0.0012', '1.32', '24.8', '100', '1,000', '1,235', '199,249', '5,983,412', '-12.3'])
})

test.each([
  [0, '0 µs'],
  [0.0005, '0.5 µs'],
  [0.8421, '842 µs'],
  [0.9996, '1 ms'],
  [24.77, '24.8 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [1240, '1.24 s'],
  [1_234_567, '1,235 s'],
])('formatTime writes %s ms as %s', (milliseconds, text) => {
  expect(formatTime(milliseconds)).toBe(text)
})

test('formatTime never writes 0 ms, and is never off by more than half a percent', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e7, noNaN: true }), (milliseconds) => {
      const [value = '', unit = ''] = formatTime(milliseconds).replaceAll(',', '').split(' ')
      const factor = { µs: 1e-3, ms: 1, s: 1e3 }[unit] ?? Number.NaN
      expect(value).not.toBe('0')
      expect(Math.abs(Number(value) * factor - milliseconds) / milliseconds).toBeLessThan(0.0051)
    }),
  )
})

test('seconds stay seconds', () => {
  expect([0, 0.1, 30.2312, 30, 1800].map(formatSeconds)).toEqual(['0 s', '0.1 s', '30.2 s', '30 s', '1,800 s'])
})

test('formatBytes writes decimal units', () => {
  expect([0, 149, 846_000, 999_999, 30_300_000, 5e15].map(formatBytes)).toEqual(['0 B', '149 B', '846 kB', '1 MB', '30.3 MB', '5,000 TB'])
})

test('formatShare has three significant digits, and four close to 100 %', () => {
  expect([0, 0.0024, 0.5, 0.9731, 1, 1.2, 12.345].map(formatShare)).toEqual([
    '0 %',
    '0.24 %',
    '50 %',
    '97.3 %',
    '100 %',
    '120 %',
    '1,235 %',
  ])
  expect([0.9989, 0.9994, 0.9995, 0.9996, 0.9999].map(formatShare)).toEqual(['99.9 %', '99.94 %', '99.95 %', '99.96 %', '99.99 %'])
})

test('formatShare rounds to 0 % only nothing, and to 100 % only all', () => {
  expect([1e-6, 0.999_99, 1.000_01, 1.0005].map(formatShare)).toEqual(['<0.01 %', '>99.99 %', '>100 %', '100.1 %'])
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1.01, noNaN: true }), (share) => {
      expect(formatShare(share) === '0 %').toBe(share === 0)
      expect(formatShare(share) === '100 %').toBe(share * 100 === 100)
    }),
  )
})

test('formatChange has a sign, and points for shares', () => {
  expect([formatChange(0.125), formatChange(0.034), formatChange(-0.5), formatChange(-0.0001)]).toEqual([
    '+13 %',
    '+3.4 %',
    '-50 %',
    '0.0 %',
  ])
  expect(formatChange(0.034, true)).toBe('+3.4 points')
})

test('plural adds an s to all that is not written as 1', () => {
  expect([plural(1, 'run'), plural(3, 'run'), plural(2, 'reply', 'replies'), plural(5000, 'user')]).toEqual([
    '1 run',
    '3 runs',
    '2 replies',
    '5,000 users',
  ])
  expect([0, 0.5, 0.99, 0.999, 1.01].map((mean) => plural(mean, 'user'))).toEqual([
    '0 users',
    '0.5 users',
    '0.99 users',
    '1 user',
    '1.01 users',
  ])
})

test('a percentile has at most two decimals', () => {
  expect([50, 97.5, 99.99, 99.999].map(formatPercentile)).toEqual(['p50', 'p97.5', 'p99.99', 'p99.99'])
})

test('a figure has digits enough to tell it from its limit', () => {
  expect([
    formatBeside(200, 231.26, 'ms'),
    formatBeside(200, 200.3, 'ms'),
    formatBeside(200, 200, 'ms'),
    formatBeside(0.001, 0.001_000_4, 'share'),
    formatBeside(1, 0.999_996, 'share'),
    formatBeside(100, 99.999, 'per second'),
  ]).toEqual(['231 ms', '200.3 ms', '200 ms', '0.10004 %', '>99.99 %', '99.999'])
})

test('a figure beside a limit is on the same side of it as it is', () => {
  const around = fc.tuple(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.double({ min: -1e-3, max: 1e-3, noNaN: true }))
  fc.assert(
    fc.property(around, ([limit, by]) => {
      const value = limit * (1 + by)
      const written = Number(formatBeside(limit, value, 'number').replaceAll(',', ''))
      expect(Math.sign(written - limit) * Math.sign(value - limit)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test.each([
  ['ms', '1.5 ms'],
  ['s', '1.5 s'],
  ['bytes', '1.5 B'],
  ['share', '150 %'],
  ['per second', '1.5'],
  ['CPUs', '1.5'],
  ['number', '1.5'],
] satisfies readonly (readonly [Unit, string])[])('formatValue writes %s as %s', (unit, text) => {
  expect(formatValue(1.5, unit)).toBe(text)
})
