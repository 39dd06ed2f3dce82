import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRate, parseRate } from './duration.ts'

describe('parseRate', () => {
  test.each([
    ['500/s', 500],
    ['0.5/s', 0.5],
    ['30/m', 0.5],
    ['10/h', 10 / 3600],
    ['2k/s', 2000],
    ['1.5k/m', 25],
    [' 20 / s ', 20],
    ['2 k/s', 2000],
    ['100', 100],
    ['2k', 2000],
    ['0/s', 0],
    [500, 500],
    [0.25, 0.25],
    [0, 0],
  ])('parseRate parses %j to %d per second', (input, rate) => {
    expect(parseRate(input)).toBe(rate)
  })

  test.each([
    '',
    ' ',
    '/s',
    'k/s',
    '-1/s',
    '5/d',
    '5/ms',
    '5 per second',
    '5/s/s',
    '5s',
    '500/S',
    '2M/s',
    '1e3/s',
    '1..5/s',
    '1./s',
    '9'.repeat(400),
    `${'9'.repeat(400)}/h`,
    -1,
    NaN,
    Infinity,
  ])('parseRate refuses %j', (input) => {
    expect(parseRate(input)).toBeUndefined()
  })

  test('parseRate never throws, and never returns a rate below 0', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^[\d.]{0,6} ?k?\/?[smh]?$/)), (input) => {
        const rate = parseRate(input)
        expect(rate === undefined || (Number.isFinite(rate) && rate >= 0)).toBe(true)
      }),
    )
  })
})

describe('formatRate', () => {
  test.each([
    [0, '0/s'],
    [500, '500/s'],
    [8000, '8000/s'],
    [33.333333, '33.33/s'],
    [1, '1/s'],
    [0.999999, '1/s'],
    [0.5, '0.5/s'],
    [0.25, '0.25/s'],
    [1 / 3, '20/m'],
    [0.125, '7.5/m'],
    [5 / 60, '5/m'],
    [1 / 60, '1/m'],
    [90 / 3600, '1.5/m'],
    [10 / 3600, '10/h'],
    [0.0001, '0.36/h'],
    [1e-7, '0/h'],
  ])('formatRate writes %d per second as %s', (rate, text) => {
    expect(formatRate(rate)).toBe(text)
  })

  test('a formatted rate is parsed to the same rate, except for rounding', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1e9, noNaN: true })), (rate) => {
        const seconds = rate >= 1 ? 1 : rate >= 1 / 60 ? 60 : 3600
        const readBack = parseRate(formatRate(rate)) ?? Number.NaN
        expect(Math.abs(readBack - rate)).toBeLessThanOrEqual((0.005 / seconds) * 1.001 + rate * 1e-9)
      }),
      { numRuns: 2000 },
    )
  })

  test('a rate that is rounded already loses nothing when it is formatted', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 1e9, noNaN: true }), (rate) => {
        const rounded = parseRate(formatRate(rate)) ?? Number.NaN
        expect(parseRate(formatRate(rounded))).toBeCloseTo(rounded, 9)
      }),
      { numRuns: 2000 },
    )
  })
})
