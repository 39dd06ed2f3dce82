import { describe, expect, test } from 'vitest'
import { InvalidFlagError } from './flag.ts'
import { parseCount } from './parse-count.ts'
import { parseForm } from './parse-form.ts'
import { parseHeaders } from './parse-headers.ts'
import { parseSwitch } from './parse-switch.ts'
import { parseTime } from './parse-time.ts'
import { parseUrl } from './parse-url.ts'

describe('parseCount', () => {
  test.each([
    ['500', 500],
    ['10k', 10_000],
    ['2.6k', 2600],
    ['1.1m', 1_100_000],
    ['3M', 3_000_000],
  ])('reads %s as %i', (text, count) => {
    expect(parseCount(text)).toBe(count)
  })

  test.each(['0', '-1', '1.5', 'abc', '', '1.0005k', '10kk'])('refuses %j', (text) => {
    expect(() => parseCount(text)).toThrow('must be a whole number of at least 1')
  })

  test('says how to write a number that it does not read, and what is the most', () => {
    expect(() => parseCount('1e9')).toThrow('must be written with digits, k or m, such as 500, 10k or 2.5m')
    expect(() => parseCount('9'.repeat(30))).toThrow('must be at most 9007199254740991')
  })

  test('accepts zero where it is asked for', () => {
    expect(parseCount('0', 0)).toBe(0)
  })
})

describe('parseTime', () => {
  test.each(['30', '30s', '1m30s', '250ms'])('accepts %s', (text) => {
    expect(parseTime(text, 'refuse-zero')).toBe(text)
  })

  test('refuses what is no duration, and a run of no length', () => {
    expect(() => parseTime('abc', 'allow-zero')).toThrow('must be a duration such as 30 (seconds)')
    expect(() => parseTime('0s', 'refuse-zero')).toThrow('must be longer than 0')
    expect(parseTime('0', 'allow-zero')).toBe('0')
    expect(() => parseTime('25d', 'refuse-zero')).toThrow('must be shorter than 24 days')
  })
})

describe('parseHeaders', () => {
  test('reads both notations, the first separator counts', () => {
    expect(parseHeaders(['Accept: text/html; q=0.5', 'X-Key=a=b:c'])).toEqual({ Accept: 'text/html; q=0.5', 'X-Key': 'a=b:c' })
  })

  test('the later of two values of one name counts, however it is written', () => {
    expect(parseHeaders(['accept: a', 'Accept: b'])).toEqual({ Accept: 'b' })
  })

  test.each(['foo', ': x', '=x', ''])('refuses %j', (text) => {
    expect(() => parseHeaders([text])).toThrow('must be written as "Name: value" or "Name=value"')
  })
})

describe('what an error shows of a text', () => {
  const shownBy = (parse: () => unknown): unknown => {
    try {
      return parse()
    } catch (error) {
      return error instanceof InvalidFlagError ? error.shown : error
    }
  }

  test.each([
    [['Authorization: Bearer X', 'bad'], 'bad'],
    [['Authorization Bearer X'], 'Authorization'],
    [['eyJhbGciOi.J9'], '…'],
    [[': X'], '…'],
  ])('of the headers %j is %s', (texts, shown) => {
    expect(shownBy(() => parseHeaders(texts))).toBe(shown)
  })

  test('hides the values of a form, and user and password of a URL', () => {
    expect(shownBy(() => parseForm('{"password":"hunter2"', { cwd: '/' }))).toBe('')
    expect(shownBy(() => parseForm('{"password":"hunter2"}', { cwd: '/' }))).toBe('')
    expect(shownBy(() => parseUrl('ftp://me:hunter2@host/x'))).toBe('ftp://host/x')
    expect(shownBy(() => parseUrl('me:hunter2@host:99999'))).toBe('host:99999')
    expect(shownBy(() => parseUrl('http://me:hun/ter2@host:1'))).toBe('http://host:1')
  })
})

describe('parseSwitch', () => {
  test.each(['1', 'true', 'YES'])('%s is on', (text) => {
    expect(parseSwitch(text)).toBe(true)
  })

  test.each(['0', 'false', 'No', ''])('%j is off', (text) => {
    expect(parseSwitch(text)).toBe(false)
  })

  test('refuses anything else', () => {
    expect(() => parseSwitch('maybe')).toThrow('must be 1, true or yes for on, or 0, false or no for off')
  })
})

describe('parseForm', () => {
  const context = { cwd: '/' }

  test('reads fields of text and of files', () => {
    const form = { a: { type: 'text', value: 'x' }, b: { type: 'file', path: '/etc/hosts', options: { filename: 'h' } } }
    expect(parseForm(JSON.stringify(form), context)).toEqual(form)
  })

  test('says which field is wrong', () => {
    expect(() => parseForm('{"a":{"type":"text"}}', context)).toThrow('the field "a" must be')
  })

  test('reports a text that is neither JSON nor the path of a file', () => {
    expect(() => parseForm('{a', context)).toThrow('is not valid JSON')
    expect(() => parseForm('nothing-here.json', context)).toThrow('cannot be read')
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
  ])('reads %s as %s', (text, url) => {
    expect(parseUrl(text)).toBe(url)
  })

  test('a path alone belongs to the host that is known', () => {
    expect(parseUrl('/path', 'localhost:8080')).toBe('http://localhost:8080/path')
  })

  test.each(['http://', 'http://localhost:99999', 'http://a,,b', 'a b', '/path', ''])('refuses %j', (text) => {
    expect(() => parseUrl(text)).toThrow('is not a URL')
  })

  test('refuses other protocols by name', () => {
    expect(() => parseUrl('ftp://localhost')).toThrow('"ftp://" is not supported')
  })
})
