import { describe, expect, test } from 'vitest'
import { decodeChange, encodeChange, type Change } from './change.ts'

const changes: readonly Change[] = [
  { op: 'set', key: 'a', value: 'hello', expiresAt: null },
  { op: 'set', key: 'a\n"ü\u{1F600}', value: '\u0000\u2028 \\', expiresAt: 1_795_190_494_496 },
  { op: 'set', key: '__proto__', value: '', expiresAt: 0 },
  { op: 'del', key: 'a' },
]

describe('a change as a line', () => {
  test.each(changes)('the change %j is the same after writing and reading', (change) => {
    const line = encodeChange(change)
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(decodeChange(line.slice(0, -1))).toEqual(change)
  })

  test("has Toska's fields, and the SHA-256 of the others", () => {
    // printf '[["expires_at",null],["key","a"],["op","set"],["v",1],["value","hello"]]' | sha256sum
    const checksum = '617d639a93f3a72495f708585b79bd8afdb479800effbc17e6b85b5af3219539'
    expect(encodeChange({ op: 'set', key: 'a', value: 'hello', expiresAt: null })).toBe(
      `{"checksum":"${checksum}","expires_at":null,"key":"a","op":"set","v":1,"value":"hello"}\n`,
    )
    // Fields may be in any order.
    const other = `{"value":"hello","v":1,"op":"set","key":"a","expires_at":null,"checksum":"${checksum}"}`
    expect(decodeChange(other)).toEqual({ op: 'set', key: 'a', value: 'hello', expiresAt: null })
  })

  test('a line with any byte changed is refused', () => {
    const line = encodeChange({ op: 'set', key: 'key', value: 'value', expiresAt: 12 }).slice(0, -1)
    for (let at = 0; at < line.length; at++) {
      const changed = `${line.slice(0, at)}${line[at] === '1' ? '2' : '1'}${line.slice(at + 1)}`
      expect(decodeChange(changed), changed).toBeUndefined()
    }
  })

  test.each(['', '{}', 'null', '[]', '12', '{"checksum":"x","key":"a","op":"del","v":1}'])('the line %j is refused', (line) => {
    expect(decodeChange(line)).toBeUndefined()
  })
})
