import { expect, test } from 'vitest'
import { decodePayload } from './received-messages.ts'

const encoded = Buffer.from('stamp.1~2').toString('base64')

test.each([
  ['text', 'text', 'stamp.1~2'],
  ['base64', 'base64', encoded],
  ['a member of a JSON object', { json: 'message' }, '{"from":"a","message":"stamp.1~2"}'],
  ['base64 in a member', { json: 'message', base64: true }, `{"from":"a","message":"${encoded}"}`],
  [
    'a member that has to be parsed',
    { json: 'message', base64: true },
    `{"in":{"message":""},"message":"${encoded.replace('=', '\\u003d')}"}`,
  ],
  ['a function', (data: string) => data.slice(1), '!stamp.1~2'],
] as const)('finds the stamp: %s', (_, codec, data) => {
  expect(decodePayload(data, codec)).toBe('stamp.1~2')
})

test('returns data as it is where it is no JSON, or has no such member', () => {
  const decode = (data: string): string => decodePayload(data, { json: 'message' })
  expect(decode('heartbeat')).toBe('heartbeat')
  expect(decode('null')).toBe('null')
  expect(decode('{"message":17}')).toBe('{"message":17}')
})

test('decodes texts of any length', () => {
  const long = 'a'.repeat(100_000)
  expect(decodePayload(Buffer.from(long).toString('base64'), 'base64')).toBe(long)
})
