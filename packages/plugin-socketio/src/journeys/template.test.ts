import { expect, test } from 'vitest'
import { hasPlaceholder, readTemplate } from './template.ts'

test('fills in what is known, in texts at any depth, and leaves all else as it is', () => {
  const bytes = Buffer.from('{user}')
  const template = readTemplate({ a: ['{user}-{user}', 1], b: { c: '{other} {stamp}{constructor}' }, bytes, nothing: null })
  expect(template({ user: 3, stamp: 's' })).toEqual({ a: ['3-3', 1], b: { c: '{other} s{constructor}' }, bytes, nothing: null })
  expect(template({ user: 4, stamp: '{user}' })).toMatchObject({ a: ['4-4', 1], b: { c: '{other} {user}{constructor}' } })
})

test('finds where a placeholder stands', () => {
  expect(hasPlaceholder({ a: ['x', { b: 'is {stamp}' }] }, 'stamp')).toBe(true)
  expect(hasPlaceholder({ a: ['{user}', null, 1] }, 'stamp')).toBe(false)
})
