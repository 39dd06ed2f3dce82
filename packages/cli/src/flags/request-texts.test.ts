import { describe, expect, test } from 'vitest'
import { InvalidFlagError, parseUrl } from '@benchpress/core/preset'
import { parseForm, parseHeaders } from './request-texts.ts'

describe('parseHeaders', () => {
  test('parseHeaders reads both notations, split at the first separator', () => {
    expect(parseHeaders(['Accept: text/html; q=0.5', 'X-Key=a=b:c'])).toEqual({ Accept: 'text/html; q=0.5', 'X-Key': 'a=b:c' })
  })

  test('parseHeaders joins the values of one name, ignoring its case', () => {
    expect(parseHeaders(['accept: a', 'Cookie: a=1', 'Accept: b', 'COOKIE=b=2', 'cookie: c=3; d=4'])).toEqual({
      accept: 'a, b',
      Cookie: 'a=1; b=2; c=3; d=4',
    })
  })

  test.each(['Authorization', 'host', 'Content-Type', 'User-Agent'])('parseHeaders refuses a second %s, without its value', (name) => {
    const refused = expect.objectContaining({ shown: name.toUpperCase(), message: 'is given twice, and is no list' }) as Error
    expect(() => parseHeaders([`${name}: one`, `${name.toUpperCase()}: two`])).toThrow(refused)
  })

  test.each(['foo', ': x', '=x', ''])('parseHeaders refuses %j', (text) => {
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
  ])('the error for the headers %j shows %s', (texts, shown) => {
    expect(shownBy(() => parseHeaders(texts))).toBe(shown)
  })

  test('errors hide the values of a form, and user and password of a URL', () => {
    expect(shownBy(() => parseForm('{"password":"hunter2"', { cwd: '/' }))).toBe('')
    expect(shownBy(() => parseForm('{"password":"hunter2"}', { cwd: '/' }))).toBe('')
    expect(shownBy(() => parseUrl('ftp://me:hunter2@host/x'))).toBe('ftp://host/x')
    expect(shownBy(() => parseUrl('me:hunter2@host:99999'))).toBe('host:99999')
    expect(shownBy(() => parseUrl('http://me:hun/ter2@host:1'))).toBe('http://host:1')
  })
})

describe('parseForm', () => {
  const context = { cwd: '/' }

  test('parseForm reads fields of text and of files', () => {
    const form = { a: { type: 'text', value: 'x' }, b: { type: 'file', path: '/etc/hosts', options: { filename: 'h' } } }
    expect(parseForm(JSON.stringify(form), context)).toEqual(form)
  })

  test('parseForm reports which field is wrong', () => {
    expect(() => parseForm('{"a":{"type":"text"}}', context)).toThrow('the field "a" must be')
  })

  test('parseForm reports a text that is neither JSON nor the path of a file', () => {
    expect(() => parseForm('{a', context)).toThrow('is not valid JSON')
    expect(() => parseForm('nothing-here.json', context)).toThrow('cannot be read')
  })
})
