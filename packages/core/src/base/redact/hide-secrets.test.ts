import { expect, test } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'
import { redacted } from './redact-text.ts'

test('replaces a secret wherever it turns up, and nothing else', () => {
  const data = { reason: 'no user hunter2 at /hunter2', 'GET /hunter2': [{ count: 2, text: 'hunter' }, null, true], at: 1.5 }
  expect(hideSecrets(data, ['hunter2'])).toEqual({
    reason: `no user ${redacted} at /${redacted}`,
    [`GET /${redacted}`]: [{ count: 2, text: 'hunter' }, null, true],
    at: 1.5,
  })
})

test('a secret that is a part of another one leaves nothing of it', () => {
  expect(hideSecrets('abcdef abc', ['abc', 'abcdef'])).toBe(`${redacted} ${redacted}`)
})

test('an empty secret is none', () => {
  const data = { text: 'as it is' }
  expect(hideSecrets(data, [''])).toBe(data)
})

test('what holds no secret is given as it is, also in what holds one', () => {
  const data = { times: { p99: 4, all: [1, Number.NaN] }, names: ['a', 'hunter2'] }
  const hidden = hideSecrets(data, ['hunter2'])
  expect(hidden).toEqual({ times: { p99: 4, all: [1, Number.NaN] }, names: ['a', redacted] })
  expect(hidden.times).toBe(data.times)
  expect(data.names).toEqual(['a', 'hunter2'])
  expect(hideSecrets(data, ['hunter3'])).toBe(data)
})
