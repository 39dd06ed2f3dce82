import { expect, test } from 'vitest'
import { findErrorBody } from './event-reader.ts'

test.each([
  ['\n{"message":"param \\"client_id\\" not present","statusCode":400}\n', '400 param "client_id" not present'],
  ['{"error":"unauthorized"}', 'unauthorized'],
  ['{"status":503}\r\nmore', '503'],
  ['{\n  "detail": "over several lines",\n  "code": 7\n}', '7 over several lines'],
  [`{"message":"${'a'.repeat(1000)}"}`, `${'a'.repeat(159)}…`],
])('finds the error in %j', (text, expected) => {
  expect(findErrorBody(text)).toBe(expected)
})

test.each(['', '\n\n', 'data: {"message":"a"}\n', '{"message":"a"', '{"hello":1}', '[]', ': comment\n'])('finds no error in %j', (text) => {
  expect(findErrorBody(text)).toBeUndefined()
})
