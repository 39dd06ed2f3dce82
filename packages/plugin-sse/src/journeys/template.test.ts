import { expect, test } from 'vitest'
import { readTemplate } from './template.ts'

test('fills in what is known, as often as it occurs', () => {
  expect(readTemplate('/{user}/a?{user}&{index}', ['user', 'index'])({ user: 3, index: 17 })).toBe('/3/a?3&17')
})

test('leaves other braces as they are', () => {
  expect(readTemplate('{"text":"{stamp}","other":{user}}', ['stamp'])({ stamp: 'a.1' })).toBe('{"text":"a.1","other":{user}}')
})

test('writes numbers in hexadecimal of a length', () => {
  expect(readTemplate('{index:x4}-{index}', ['index'])({ index: 255 })).toBe('00ff-255')
  expect(readTemplate('{index:x64}', ['index'])({ index: 1 })).toMatch(/^0{63}1$/)
})
