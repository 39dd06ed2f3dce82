import { expect, test } from 'vitest'
import { hasFields } from './has-fields.ts'

test.each([
  ['the same number', 198, 198],
  ['the same text', 'a', 'a'],
  ['null', null, null],
  ['an object with the fields, and others', { result: 198, timestamp: 1 }, { result: 198 }],
  ['any object where none of its fields is expected', { result: 198 }, {}],
  ['fields within fields', { user: { id: 1, name: 'Ada' } }, { user: { name: 'Ada' } }],
  ['a list with objects of that kind', [{ id: 1, name: 'Ada' }, 2], [{ id: 1 }, 2]],
])('%s is as expected', (_what, answer, expected) => {
  expect(hasFields(answer, expected)).toBe(true)
})

test.each([
  ['another number', 197, 198],
  ['a text for a number', '198', 198],
  ['null for a number', { result: null }, { result: 198 }],
  ['a field that is missing, although every object inherits one', {}, { constructor: {} }],
  ['null for an object', null, {}],
  ['a list for an object', [], {}],
  ['an object for a list', {}, []],
  ['a longer list', [1, 2], [1]],
  ['a list in another order', [2, 1], [1, 2]],
])('%s is not', (_what, answer, expected) => {
  expect(hasFields(answer, expected)).toBe(false)
})
