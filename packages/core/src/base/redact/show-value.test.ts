import { expect, test } from 'vitest'
import { showValue } from './cut-text.ts'

test.each([
  ['text', '"text"'],
  ['two\nlines', String.raw`"two\nlines"`],
  ['x'.repeat(100), `"${'x'.repeat(60)}…"`],
  ['http://me:secret@localhost/', '"http://localhost/"'],
  ['me:secret@localhost', '"localhost"'],
  ['http://me:se/cr@et@localhost/', '"http://localhost/"'],
  ['items?token=secret', '"items?token=[redacted]"'],
  ['/a@b', '"/a@b"'],
  ['-----BEGIN PRIVATE KEY-----\nMIIB', 'a PEM text'],
  [5, '5'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [() => 1, 'a function'],
  [[1], 'a list'],
  [{ a: 1 }, 'an object'],
  [Object.create(null), 'an object'],
  [new Map(), 'a Map'],
])('showValue writes %o as %s', (value, shown) => {
  expect(showValue(value)).toBe(shown)
})

test('showValue shows numbers of any size and symbols', () => {
  expect(showValue(5n)).toBe('5n')
  expect(showValue(Symbol('a'))).toBe('Symbol(a)')
})
