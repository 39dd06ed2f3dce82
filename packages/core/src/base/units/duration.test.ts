import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDuration, hintForDuration, parseDuration } from './duration.ts'

describe('parseDuration', () => {
  test.each([
    ['30s', 30e6],
    ['250ms', 250e3],
    ['10us', 10],
    ['10µs', 10],
    ['1m30s', 90e6],
    ['1h 2m 3s', 3723e6],
    ['1.5 h', 5400e6],
    ['2d', 172_800e6],
    [' 10s ', 10e6],
    ['10', 10e6],
    ['0.5', 0.5e6],
    [30, 30e6],
    [0, 0],
    [0.25, 250e3],
  ])('parseDuration parses %j to %d us', (input, microseconds) => {
    expect(parseDuration(input)).toBe(microseconds)
  })

  test.each([
    '',
    ' ',
    '-1s',
    's',
    '10 parsecs',
    '1e3',
    '1m30',
    'ten seconds',
    '10S',
    '1..5s',
    '1.s',
    '9'.repeat(400),
    `${'9'.repeat(400)}h`,
    -1,
    NaN,
    Infinity,
    1e308,
  ])('parseDuration refuses %j', (input) => {
    expect(parseDuration(input)).toBeUndefined()
  })

  test('parseDuration parses the same text repeatedly, although its pattern keeps a position', () => {
    expect(parseDuration('1m nonsense')).toBeUndefined()
    expect(parseDuration('1m')).toBe(60e6)
    expect(parseDuration('1m')).toBe(60e6)
  })

  test('parseDuration adds up the parts of a duration', () => {
    const amount = fc.nat({ max: 10_000 })
    fc.assert(
      fc.property(amount, amount, amount, (hours, minutes, seconds) => {
        expect(parseDuration(`${hours}h${minutes}m${seconds}s`)).toBe(((hours * 60 + minutes) * 60 + seconds) * 1e6)
      }),
    )
  })

  test('parseDuration never throws, and never returns a time below 0', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^[\d.]{0,6} ?(us|ms|s|m|h|d)?$/)), (input) => {
        const microseconds = parseDuration(input)
        expect(microseconds === undefined || (Number.isFinite(microseconds) && microseconds >= 0)).toBe(true)
      }),
    )
  })
})

describe('formatDuration', () => {
  test.each([
    [0, '0s'],
    [0.5, '0.5us'],
    [999, '999us'],
    [999.999, '1ms'],
    [1500, '1.5ms'],
    [250e3, '250ms'],
    [999_999, '1s'],
    [1.5e6, '1.5s'],
    [30e6, '30s'],
    [59.999e6, '1m'],
    [90e6, '1m30s'],
    [3600e6, '1h'],
    [3599.999e6, '1h'],
    [3660e6, '1h1m'],
    [5_400_500e3, '1h30m0.5s'],
    [-1.5e6, '-1.5s'],
  ])('formatDuration writes %d us as %s', (microseconds, text) => {
    expect(formatDuration(microseconds)).toBe(text)
  })

  test('a formatted duration is parsed to the same time, except for rounding', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.005, max: 1e14, noNaN: true }), (microseconds) => {
        const unit = microseconds < 1e3 ? 1 : microseconds < 1e6 ? 1e3 : 1e6
        const readBack = parseDuration(formatDuration(microseconds)) ?? Number.NaN
        expect(Math.abs(readBack - microseconds)).toBeLessThanOrEqual(0.005 * unit * 1.001 + microseconds * 1e-9)
      }),
      { numRuns: 2000 },
    )
  })

  test('a parsed duration is formatted in the same way', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e14, noNaN: true }), (microseconds) => {
        const text = formatDuration(microseconds)
        expect(formatDuration(parseDuration(text) ?? Number.NaN)).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  ['10 sec', '10s'],
  ['10 Seconds', '10s'],
  ['5min', '5m'],
  ['1 hour 30 minutes', '1h30m'],
  ['250 milliseconds', '250ms'],
  ['2 days', '2d'],
])('%j was meant to be %s', (text, meant) => {
  expect(hintForDuration(text)).toBe(`did you mean "${meant}"?`)
})

test.each(['soon', '10 parsecs', '', 5, null])('what %j was meant to be is unknown', (text) => {
  expect(hintForDuration(text)).toBeUndefined()
})
