import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanJsonMember } from './received-messages.ts'

const key = '"message":'

test('scanJsonMember finds a member of an object', () => {
  expect(scanJsonMember('{"from":"ab","message":"SGVsbG8="}', key)).toBe('SGVsbG8=')
  expect(scanJsonMember('{"message": "", "from":1}', key)).toBe('')
  expect(scanJsonMember('{"from":"ab","message":"aGk=","connect_source":{"ip":""}}', key)).toBe('aGk=')
})

test.each([
  ['no object', '["message:","a"]'],
  ['no such member', '{"from":"a"}'],
  ['a member that is no text', '{"message":17}'],
  ['a name that ends alike', '{"a\\"message":"a"}'],
  ['a member of an inner object', '{"inner":{"message":"a"},"message":"b"}'],
  ['two members of one name', '{"message":"a","message":"b"}'],
  ['two members of one name, one of them escaped', '{"message":"a","\\u006dessage":"b"}'],
  ['a text to be unescaped', '{"message":"a\\nb"}'],
  ['a text that is not complete', '{"message":"a'],
])('scanJsonMember returns undefined where it cannot tell: %s', (_, json) => {
  expect(scanJsonMember(json, key)).toBeUndefined()
})

test('scanJsonMember returns the same as JSON.parse, or undefined', () => {
  const names = fc.constantFrom('message', 'a', 'mess"age', 'a\\"message', 'm')
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('message', '"message":"x"', 'message":"x', '{', 'a', '', 1, null),
      fc.string(),
      fc.array(tie('value'), { maxLength: 2 }),
      tie('object'),
    ),
    object: fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }),
  }))
  let found = 0
  fc.assert(
    fc.property(values.object, fc.constantFrom('', ' '), (members, space) => {
      const json = write(members, space)
      const scanned = scanJsonMember(json, key)
      if (scanned === undefined) return
      found++
      expect(scanned).toBe((JSON.parse(json) as Record<string, unknown>)['message'])
    }),
    { numRuns: 5000 },
  )
  expect(found).toBeGreaterThan(50)
})

// Writes an object from a list of pairs, so that names can occur twice.
function write(value: unknown, space: string): string {
  const isObject = Array.isArray(value) && value.every((item) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string')
  if (isObject) return `{${value.map(([name, member]: unknown[]) => `${JSON.stringify(name)}:${space}${write(member, space)}`).join(',')}}`
  return Array.isArray(value) ? `[${value.map((item) => write(item, space)).join(',')}]` : JSON.stringify(value)
}
