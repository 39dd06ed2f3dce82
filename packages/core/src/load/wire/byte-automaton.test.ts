import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digitValue, Unsigned64 } from './byte-automaton.ts'

const limit = 2n ** 64n

function read(text: string, base: number): number | 'too large' {
  const number = new Unsigned64()
  const fits = Array.from(text).every((digit) => number.append(digitValue(digit.charCodeAt(0)), base))
  return fits ? number.value : 'too large'
}

describe('a number of 64 bits read digit by digit', () => {
  test('a 64-bit number that is read digit by digit agrees with BigInt in both bases, on both sides of the limit', () => {
    const near = fc.bigInt(-20n, 20n).map((distance) => limit + distance)
    const anything = fc.oneof(fc.bigInt(0n, limit * 2n), near, fc.bigInt(0n, 100_000n))
    fc.assert(
      fc.property(anything, fc.constantFrom(10, 16), fc.nat(30), fc.boolean(), (number, base, zeros, isUpper) => {
        const digits = number.toString(base)
        const text = '0'.repeat(zeros) + (isUpper ? digits.toUpperCase() : digits)
        expect(read(text, base)).toBe(number < limit ? Number(number) : 'too large')
      }),
    )
  })

  test('a 64-bit number starts from 0 again after a reset', () => {
    const number = new Unsigned64()
    number.append(9, 10)
    number.reset()
    expect(number.value).toBe(0)
  })
})
