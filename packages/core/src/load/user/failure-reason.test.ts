import { expect, test } from 'vitest'
import { failureReason } from './failure-reason.ts'
import { RequestError } from './http/request-error.ts'

test.each([
  [new Error('no item is left'), 'no item is left'],
  [new Error('\n  expected 200\n  but was 500'), 'expected 200'],
  [new Error('one\r\ntwo'), 'one'],
  [new TypeError(''), 'TypeError'],
  ['just a text', 'just a text'],
  [{ code: 7 }, '{ code: 7 }'],
  [undefined, 'undefined'],
  [new RequestError('POST /bid', 'reset', 'ECONNRESET'), 'POST /bid: reset (ECONNRESET)'],
])('%o is worded as %o', (thrown, reason) => {
  expect(failureReason(thrown)).toBe(reason)
})

test('is cut after 200 characters', () => {
  expect(failureReason(new Error('x'.repeat(200)))).toBe('x'.repeat(200))
  expect(failureReason(new Error('x'.repeat(201)))).toBe(`${'x'.repeat(199)}…`)
})

test('shows no secrets, also where the text is cut', () => {
  const secret = 's3cret'.repeat(20)
  const reason = failureReason(new Error(`${'x'.repeat(150)} refused http://ann:pw@host/?token=${secret}`))
  expect(reason).toContain('refused http://host/')
  expect(reason).not.toContain('s3c')
  expect(reason).not.toContain('pw')
})
