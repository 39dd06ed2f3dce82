import { expect, test } from 'vitest'
import { messageOf } from './benchpress-error.ts'

test('the message of a name with several addresses is that of its first address', () => {
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:6379`))
  expect(messageOf(new AggregateError(refused))).toBe('connect ECONNREFUSED ::1:6379')
  expect(messageOf(new AggregateError(refused, 'all failed'))).toBe('all failed')
  expect(messageOf(new AggregateError([]))).toBe('')
})
