import { describe, expect, test } from 'vitest'
import { parseCount, parseTime, parseUrl, parseWord, wordFlag } from './flag.ts'

describe('parseCount', () => {
  test.each([
    ['500', 500],
    ['10k', 10_000],
    ['2.6k', 2600],
    ['1.1m', 1_100_000],
    ['3M', 3_000_000],
  ])('parseCount reads %s as %i', (text, count) => {
    expect(parseCount(text)).toBe(count)
  })

  test.each(['0', '-1', '1.5', 'abc', '', '1.0005k', '10kk'])('parseCount refuses %j', (text) => {
    expect(() => parseCount(text)).toThrow('must be a whole number of at least 1')
  })

  test('parseCount says how to write a number that it cannot read, and the largest number', () => {
    expect(() => parseCount('1e9')).toThrow('must be written with digits, k or m, such as 500, 10k or 2.5m')
    expect(() => parseCount('9'.repeat(30))).toThrow('must be at most 9007199254740991')
  })

  test('parseCount accepts zero on request', () => {
    expect(parseCount('0', 0)).toBe(0)
  })
})

test('a flag of words accepts one of them, and lists them for the shells that complete it', () => {
  const flag = wordFlag('--refill <when>', 'when', ['each', 'batch'], { default: 'each' })
  expect(flag).toMatchObject({ flags: '--refill <when>', description: 'when', default: 'each', words: ['each', 'batch'] })
  expect(flag.parse(['each', 'batch'], { cwd: '/' })).toBe('batch')
  expect(() => flag.parse(['bach'], { cwd: '/' })).toThrow('must be each or batch')
})

describe('parseWord', () => {
  test('parseWord reads one of the words', () => {
    expect(parseWord('precise', ['auto', 'precise', 'coarse'])).toBe('precise')
  })

  test('parseWord lists the words for any other text, with the one that was probably meant', () => {
    const refused = { message: 'must be auto, precise or coarse', hint: 'Did you mean "coarse"?' }
    expect(() => parseWord('corse', ['auto', 'precise', 'coarse'])).toThrow(expect.objectContaining(refused) as Error)
    expect(() => parseWord('x', ['never', 'perUser'])).toThrow('must be never or perUser')
  })
})

describe('parseTime', () => {
  test.each(['30', '30s', '1m30s', '250ms'])('parseTime accepts %s', (text) => {
    expect(parseTime(text, 'refuse-zero')).toBe(text)
  })

  test('parseTime refuses anything but a duration, and a run of no length', () => {
    expect(() => parseTime('abc', 'allow-zero')).toThrow('must be a duration such as 30 (seconds)')
    expect(() => parseTime('0s', 'refuse-zero')).toThrow('must be longer than 0')
    expect(parseTime('0', 'allow-zero')).toBe('0')
    expect(() => parseTime('25d', 'refuse-zero')).toThrow('must be shorter than 24 days')
  })
})

describe('parseUrl', () => {
  test.each([
    ['http://localhost:3000/a?b=c', 'http://localhost:3000/a?b=c'],
    ['https://example.com', 'https://example.com'],
    ['localhost:3000', 'http://localhost:3000'],
    ['example.com/path', 'http://example.com/path'],
    [':3000/a', 'http://localhost:3000/a'],
    ['[::1]:3000', 'http://[::1]:3000'],
  ])('parseUrl reads %s as %s', (text, url) => {
    expect(parseUrl(text)).toBe(url)
  })

  test('parseUrl completes a path with the known host', () => {
    expect(parseUrl('/path', 'localhost:8080')).toBe('http://localhost:8080/path')
  })

  test.each(['http://', 'http://localhost:99999', 'http://a,,b', 'a b', '/path', ''])('parseUrl refuses %j', (text) => {
    expect(() => parseUrl(text)).toThrow('is not a URL')
  })

  test('parseUrl refuses other protocols by name', () => {
    expect(() => parseUrl('ftp://localhost')).toThrow('"ftp://" is not supported')
  })
})
