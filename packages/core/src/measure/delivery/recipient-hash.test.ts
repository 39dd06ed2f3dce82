import { expect, test } from 'vitest'
import { hashRecipient } from './recipient-hash.ts'

test('names are told apart by whole numbers that a double holds', () => {
  const hashes = new Set<number>()
  for (let i = 0; i < 200_000; i++) {
    const hash = hashRecipient(`user-${i}`)
    expect(Number.isSafeInteger(hash) && hash > 0).toBe(true)
    hashes.add(hash)
  }
  expect(hashes.size).toBe(200_000)
})

test('short names and names that differ at one end only are told apart', () => {
  const names = [
    '',
    'a',
    'b',
    'ab',
    'ba',
    'aa',
    '\0',
    '\0\0',
    `${'x'.repeat(60)}1`,
    `${'x'.repeat(60)}2`,
    `1${'x'.repeat(60)}`,
    `2${'x'.repeat(60)}`,
  ]
  expect(new Set(names.map(hashRecipient)).size).toBe(names.length)
})

test('every bit of a number changes with about every second name', () => {
  const ones = Array.from({ length: 53 }, () => 0)
  for (let i = 0; i < 4000; i++) {
    const hash = BigInt(hashRecipient(i))
    for (let bit = 0; bit < 53; bit++) ones[bit] = (ones[bit] ?? 0) + Number((hash >> BigInt(bit)) & 1n)
  }
  // Five standard deviations.
  for (const count of ones) expect(Math.abs(count - 2000)).toBeLessThan(160)
})

test('a number is the same name as its digits', () => {
  expect(hashRecipient(42)).toBe(hashRecipient('42'))
})
