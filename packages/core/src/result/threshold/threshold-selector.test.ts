import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSelector, parseSelector } from './threshold.ts'

const name = fc.stringMatching(/^[a-z][\w.-]*$/)
// With all characters that have a meaning in a selector, and with others.
const value = fc.string({ minLength: 1, unit: fc.constantFrom(...Array.from('a!{}:,\\* /\n\u00e9\u{1f600}')) })
const selector = fc.record({ metric: name, tags: fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true }) })

test('a selector that was written is read back as it was', () => {
  fc.assert(
    fc.property(selector, (on) => {
      expect(parseSelector(formatSelector(on))).toEqual(on)
    }),
  )
})

test('any text is read as a selector or refused, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('ab!{}:,\\ ')) }), (text) => {
      const parsed = parseSelector(text)
      expect('problem' in parsed ? parsed : parseSelector(formatSelector(parsed))).toEqual(parsed)
    }),
  )
})

test.each([
  ['checks', { metric: 'checks', tags: {} }],
  [
    'http_response_time{endpoint:POST /api/auctions/{id}/bid}',
    { metric: 'http_response_time', tags: { endpoint: 'POST /api/auctions/{id}/bid' } },
  ],
  [
    ' http_requests { endpoint : GET /a?x=1:2 , status:2xx } ',
    { metric: 'http_requests', tags: { endpoint: 'GET /a?x=1:2', status: '2xx' } },
  ],
  [String.raw`checks{check:yes\, and no,scenario:a}`, { metric: 'checks', tags: { check: 'yes, and no', scenario: 'a' } }],
  [String.raw`checks{check:a\\}`, { metric: 'checks', tags: { check: 'a\\' } }],
  ['checks{check:!a}', { metric: 'checks', tags: { check: '!a' } }],
  [String.raw`checks{check:\!a,scenario:b\!}`, { metric: 'checks', tags: { check: String.raw`\!a`, scenario: 'b!' } }],
])('the selector parser reads %s', (text, on) => {
  expect(parseSelector(text)).toEqual(on)
})

const hint = 'write it as http_response_time{endpoint:GET /items}'

test.each([
  ['', { problem: '"" does not begin with the name of a metric', hint }],
  ['{endpoint:GET /}', { problem: '"{endpoint:GET /}" does not begin with the name of a metric', hint }],
  ['p99 of checks', { problem: '"p99 of checks" does not begin with the name of a metric', hint }],
  ['checks{check:a', { problem: '"{" is not closed in "checks{check:a"', hint }],
  ['checks{}', { problem: '"" in "checks{}" is not a tag and its value', hint }],
  ['checks{check}', { problem: '"check" in "checks{check}" is not a tag and its value', hint }],
  ['checks{check:}', { problem: '"check:" in "checks{check:}" is not a tag and its value', hint }],
  ['checks{check:a,}', { problem: '"" in "checks{check:a,}" is not a tag and its value', hint }],
  ['checks{check:a, b}', { problem: '"b" in "checks{check:a, b}" is not a tag and its value', hint }],
  ['checks{check:a,check:b}', { problem: 'the tag "check" is given twice in "checks{check:a,check:b}"' }],
  [String.raw`checks{check:a\}`, { problem: String.raw`the backslash at the end of "checks{check:a\}" has nothing to escape` }],
])('the selector parser refuses %j', (text, problem) => {
  expect(parseSelector(text)).toEqual(problem)
})
