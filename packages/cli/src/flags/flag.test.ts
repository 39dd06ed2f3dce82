import { expect, test } from 'vitest'
import { completeUrl, parseSeconds, parseWord, readNumber } from './flag.ts'

test.each([
  ['500', 500],
  ['10k', 10_000],
  ['2.6k', 2600],
  ['1.1m', 1_100_000],
  ['3M', 3_000_000],
  ['-1', -1],
  ['1.5', 1.5],
  ['abc', 'abc'],
  ['10kk', '10kk'],
  ['1e9', '1e9'],
  ['', ''],
])('readNumber reads %j as %j', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

test('parseWord reads one of the words, and lists them for any other text, with the one that was probably meant', () => {
  expect(parseWord('precise', ['auto', 'precise', 'coarse'])).toBe('precise')
  const refused = { message: 'must be auto, precise or coarse', hint: 'Did you mean "coarse"?' }
  expect(() => parseWord('corse', ['auto', 'precise', 'coarse'])).toThrow(expect.objectContaining(refused) as Error)
  expect(() => parseWord('x', ['never', 'perUser'])).toThrow('must be never or perUser')
})

test('parseSeconds reads a time above 0', () => {
  expect(['30', '1m30s', '250ms'].map(parseSeconds)).toEqual([30, 90, 0.25])
  for (const text of ['0', 'abc']) expect(() => parseSeconds(text)).toThrow('must be a time above 0')
})

test.each([
  ['http://localhost:3000/a?b=c', 'http://localhost:3000/a?b=c'],
  ['https://example.com', 'https://example.com'],
  ['localhost:3000', 'http://localhost:3000'],
  ['example.com/path', 'http://example.com/path'],
  [':3000/a', 'http://localhost:3000/a'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['ftp://localhost', 'ftp://localhost'],
  ['/path', '/path'],
])('completeUrl makes %s %s', (text, url) => {
  expect(completeUrl(text)).toBe(url)
})

test('a path is completed with the known host', () => {
  expect(completeUrl('/path', 'localhost:8080')).toBe('http://localhost:8080/path')
})
