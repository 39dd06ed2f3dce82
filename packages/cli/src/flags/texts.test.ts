import { describe, expect, test } from 'vitest'
import { InvalidFlagError } from './flag.ts'
import { parseForm, parseHeaders, parseStatuses, parseSweeps, parseThresholds } from './texts.ts'

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

  test('errors hide the values of a form', () => {
    expect(shownBy(() => parseForm('{"password":"hunter2"', { cwd: '/' }))).toBe('')
    expect(shownBy(() => parseForm('{"password":"hunter2"}}', { cwd: '/' }))).toBe('')
  })
})

describe('parseForm', () => {
  const context = { cwd: '/' }

  test('parseForm reads fields of text and of files', () => {
    const form = { a: { type: 'text', value: 'x' }, b: { type: 'file', path: '/etc/hosts', options: { filename: 'h' } } }
    expect(parseForm(JSON.stringify(form), context)).toEqual(form)
  })

  test('parseForm reports a text that is neither JSON nor the path of a file', () => {
    expect(() => parseForm('{a', context)).toThrow('must be a JSON object of fields')
    expect(() => parseForm('nothing-here.json', context)).toThrow('cannot be read')
  })
})

test.each([
  ['users=10,20,40', { parameter: 'users', values: [10, 20, 40] }],
  [' rate = 500/s, 1k ', { parameter: 'rate', values: ['500/s', 1000] }],
  ['env.SIZE=64', { parameter: 'env.SIZE', values: [64] }],
  ['scenarios.a-b:c.workload.pacing=1s,0.5', { parameter: 'scenarios.a-b:c.workload.pacing', values: ['1s', 0.5] }],
])('parseSweeps reads %s', (text, sweep) => {
  expect(parseSweeps([text])).toEqual(sweep)
})

test.each(['', 'users', 'users=', '=1,2', 'users=1,,2', 'users=1,', '10,20'])('parseSweeps refuses "%s"', (text) => {
  expect(() => parseSweeps([text])).toThrow('must be a parameter and its values, such as users=10,20,40')
})

test('the last of several sweeps over one parameter counts, and sweeps over several parameters are refused', () => {
  expect(parseSweeps(['users=1', 'users=2,3'])).toEqual({ parameter: 'users', values: [2, 3] })
  expect(() => parseSweeps(['users=1', 'workers=1,2'])).toThrow('must be over one parameter')
})

test('parseThresholds groups conditions by metric, even with spaces and braces in a tag', () => {
  const endpoint = 'http_response_time{endpoint:POST /api/auctions/{id}/bid}'
  expect(parseThresholds(['http_failed rate < 1%', `${endpoint} p99 < 200ms`, `${endpoint}: max < 1s`, 'checks: rate > 99%'])).toEqual({
    http_failed: ['rate < 1%'],
    [endpoint]: ['p99 < 200ms', 'max < 1s'],
    checks: ['rate > 99%'],
  })
})

test('a condition without a metric is on the response time, or on the rate of failures', () => {
  expect(parseThresholds(['p95 < 200ms', 'p99<1s', 'error < 1%', 'failed <= 5%'])).toEqual({
    response_time: ['p95 < 200ms', 'p99<1s'],
    requests_failed: ['rate < 1%', 'rate <= 5%'],
  })
})

test('a condition without an aggregate is on a share', () => {
  expect(parseThresholds(['checks > 99%', 'http_failed<1%', 'checks{check:bid accepted}: >= 50 %'])).toEqual({
    checks: ['rate > 99%'],
    http_failed: ['rate <1%'],
    'checks{check:bid accepted}': ['rate >= 50 %'],
  })
})

test.each(['', 'http_failed', '< 200ms'])('parseThresholds refuses %j', (text) => {
  expect(() => parseThresholds([text])).toThrow('must be a condition, such as "p95 < 200ms", or a metric and a condition')
})

test.each([
  [['200'], [200]],
  [
    ['200,404', '301'],
    [200, 404, 301],
  ],
  [
    ['204-206', ' 304 '],
    [204, 205, 206, 304],
  ],
  [['200 - 202,500'], [200, 201, 202, 500]],
])('the statuses of %j', (texts, statuses) => {
  expect(parseStatuses(texts)).toEqual(statuses)
})

test.each(['20', '99-200', '200-600', '299-200', '2xx', '200-', '-200', '', '200-299-300'])('%j is no status', (text) => {
  expect(() => parseStatuses([text])).toThrow('must be a status of 100 to 599, or a range of them')
})
