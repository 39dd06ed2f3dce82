import { describe, expect, test } from 'vitest'
import { parseCount } from './parse-count.ts'
import { parseForm } from './parse-form.ts'
import { parseHeaders } from './parse-headers.ts'
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

  test.each(['0', '-1', '1.5', 'abc', '', '1e3', '1.0005k', '10kk', '9'.repeat(30)])('refuses %j', (text) => {
    expect(() => parseCount(text)).toThrow('must be a whole number of at least 1')
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
    expect(() => parseTime('0s', 'refuse-zero')).toThrow('must be longer than nothing')
    expect(parseTime('0', 'allow-zero')).toBe('0')
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

describe('parseForm', () => {
  const context = { cwd: '/' }

  test('reads fields of text and of files', () => {
    const form = { a: { type: 'text', value: 'x' }, b: { type: 'file', path: '/etc/hosts', options: { filename: 'h' } } }
    expect(parseForm(JSON.stringify(form), context)).toEqual(form)
  })

  test('says which field is wrong', () => {
    expect(() => parseForm('{"a":{"type":"text"}}', context)).toThrow('the field "a" must be')
  })

  test('says when it is no JSON, or names no file', () => {
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

  test('takes the port of a path from the environment', () => {
    expect(parseUrl('/path', '8080')).toBe('http://localhost:8080/path')
  })

  test.each(['http://', 'http://localhost:99999', 'a b', '/path', ''])('refuses %j', (text) => {
    expect(() => parseUrl(text)).toThrow('is not a URL')
  })

  test('refuses other protocols by name', () => {
    expect(() => parseUrl('ftp://localhost')).toThrow('"ftp://" is not supported')
  })
})
