import { expect, test } from 'vitest'
import { fillIn, hasPlaceholder } from './template.ts'

test('fills in what is known, in texts at any depth, and leaves all else as it is', () => {
  const bytes = Buffer.from('{user}')
  const filled = fillIn({ a: ['{user}-{user}', 1], b: { c: '{other} {stamp}' }, bytes, nothing: null }, { user: 3, stamp: 's' })
  expect(filled).toEqual({ a: ['3-3', 1], b: { c: '{other} s' }, bytes, nothing: null })
})

test('finds where a placeholder stands', () => {
  expect(hasPlaceholder({ a: ['x', { b: 'is {stamp}' }] }, 'stamp')).toBe(true)
  expect(hasPlaceholder({ a: ['{user}', null, 1] }, 'stamp')).toBe(false)
})
