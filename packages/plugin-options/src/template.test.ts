import { expect, test } from 'vitest'
import { hasPlaceholder, readTemplate } from './template.ts'

test('fills in every occurrence of a placeholder', () => {
  expect(readTemplate('/{user}/a?{user}&{index}')({ user: 3, index: 17 })).toBe('/3/a?3&17')
})

test('leaves other braces as they are', () => {
  expect(readTemplate('{"text":"{stamp}","other":{user}}')({ stamp: 'a.1' })).toBe('{"text":"a.1","other":{user}}')
  expect(readTemplate('{other:x4}{constructor}{}')({})).toBe('{other:x4}{constructor}{}')
  expect(readTemplate('no braces')({ user: 3 })).toBe('no braces')
})

test('placeholders within values that were filled in are left as they are', () => {
  expect(readTemplate('{stamp}')({ stamp: '{user}', user: 3 })).toBe('{user}')
})

test('fills in texts at any depth, and leaves other values as they are', () => {
  const bytes = Buffer.from('{user}')
  const template = readTemplate({ a: ['{user}-{user}', 1], b: { c: '{other} {stamp}' }, bytes, nothing: null })
  expect(template({ user: 3, stamp: 's' })).toEqual({ a: ['3-3', 1], b: { c: '{other} s' }, bytes, nothing: null })
  expect(template({ user: 4, stamp: 't' })).toEqual({ a: ['4-4', 1], b: { c: '{other} t' }, bytes, nothing: null })
})

test('finds where a placeholder stands', () => {
  expect(hasPlaceholder('is {stamp}', 'stamp')).toBe(true)
  expect(hasPlaceholder({ a: ['x', { b: 'is {stamp}' }] }, 'stamp')).toBe(true)
  expect(hasPlaceholder({ a: ['{user}', null, 1] }, 'stamp')).toBe(false)
})
