import { expect, test } from 'vitest'
import { isBase64 } from './base64.ts'

test('accepts base64 of Node.js for any bytes', () => {
  for (let length = 0; length < 64; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 89 + length * 37) % 256))
    expect(isBase64(Buffer.from(bytes.toString('base64')))).toBe(true)
  }
})

test.each(['A', 'AA', 'AAA', 'AAAAA', 'AB==', 'AAB=', 'A===', '====', 'AA=A', 'AA==AAAA', 'AA-_', 'AAA\n', ' AAA', 'AAAé', 'AA==\n'])(
  'refuses %j',
  (text) => {
    expect(isBase64(Buffer.from(text))).toBe(false)
  },
)
