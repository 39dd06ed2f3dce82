import { expect, test } from 'vitest'
import { textOf } from './received-messages.ts'

test.each([
  ['a text', ['bp~1~'], 'bp~1~'],
  ['several values', ['a', 1, null, 'b'], 'a\nb'],
  ['members at any depth', [{ a: { b: ['x', { c: 'y' }] } }], 'x\ny'],
  ['bytes', [Buffer.from('bp~1~'), new TextEncoder().encode('z').buffer], 'bp~1~\nz'],
  ['a function to acknowledge with', [() => {}], ''],
])('finds all texts: %s', (_, values, text) => {
  expect(textOf(values)).toBe(text)
})
