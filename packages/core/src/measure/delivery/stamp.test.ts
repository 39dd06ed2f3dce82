import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatStamp, StampReader, toBase36, hashRecipient, type Stamp } from './stamp.ts'

const anyStamp: fc.Arbitrary<Stamp> = fc.record({
  run: fc.stringMatching(/^[a-z0-9]{1,10}$/),
  publisher: fc.nat(2 ** 16 - 1),
  sequence: fc.nat(2 ** 32 - 1),
  sentAt: fc.maxSafeNat().map((at) => Math.min(at, Number.MAX_SAFE_INTEGER - 1)),
  recipient: fc.maxSafeNat(),
})

function fieldsOf({ run, publisher, sequence, sentAt, recipient }: Stamp): Stamp {
  return { run, publisher, sequence, sentAt, recipient }
}

describe('a stamp', () => {
  test('a stamp is read as it was written, in any text', () => {
    fc.assert(
      fc.property(anyStamp, fc.string(), fc.string(), (stamp, before, after) => {
        const reader = new StampReader(stamp.run)
        expect(reader.find(`${before}${formatStamp(stamp)}${after}`)).toBe('own')
        expect(fieldsOf(reader)).toEqual(stamp)
      }),
    )
  })

  test('a stamp needs no escaping in JSON and URLs, and survives base64', () => {
    fc.assert(
      fc.property(anyStamp, fc.string(), (stamp, before) => {
        const text = formatStamp(stamp)
        expect(JSON.stringify(text)).toBe(`"${text}"`)
        expect(encodeURIComponent(text)).toBe(text)
        const decoded = Buffer.from(Buffer.from(`${before}${text}`).toString('base64'), 'base64').toString()
        expect(new StampReader(stamp.run).find(decoded)).toBe('own')
      }),
    )
  })

  test('a text is not a stamp when any part of it is missing or invalid', () => {
    fc.assert(
      fc.property(anyStamp, fc.nat(100), fc.constantFrom('', ' ', 'A', '-', 'é', '~', '.'), (stamp, place, instead) => {
        const text = formatStamp(stamp)
        const at = place % text.length
        // A letter of the run that is missing makes it another run.
        fc.pre(at < 3 || at > 3 + stamp.run.length)
        const broken = `${text.slice(0, at)}${instead}${text.slice(at + 1)}`
        fc.pre(broken !== text && !/^bp~[a-z0-9]+(?:\.[a-z0-9]+){4}~/.test(broken))
        expect(new StampReader(stamp.run).find(broken)).toBe('none')
      }),
    )
  })

  test('the stamp of another run is foreign', () => {
    fc.assert(
      fc.property(anyStamp, (stamp) => {
        expect(new StampReader(`${stamp.run}0`).find(formatStamp(stamp))).toBe('foreign')
        expect(new StampReader(`0${stamp.run}`).find(`before ${formatStamp(stamp)}`)).toBe('foreign')
      }),
    )
  })

  test('the stamp of this run is found after one of another run, and after a text that looks like one', () => {
    const stamp: Stamp = { run: 'r2', publisher: 1, sequence: 35, sentAt: 36, recipient: 0 }
    expect(formatStamp(stamp)).toBe('bp~r2.1.z.10.0~')
    const reader = new StampReader('r2')
    expect(reader.find('bp~r1.1.1.1.1~ bp~r2.1. bp~bp~r2.1.z.10.0~')).toBe('own')
    expect(fieldsOf(reader)).toEqual(stamp)
    expect(reader.find('bp~ no stamp, bp~r2.1.1')).toBe('none')
    expect(reader.find('')).toBe('none')
  })

  test('a stamp cannot contain a publisher or a number that would need endless memory', () => {
    const reader = new StampReader('r')
    expect(reader.find(`bp~r.${(2 ** 16).toString(36)}.1.1.1~`)).toBe('none')
    expect(reader.find(`bp~r.1.${(2 ** 32).toString(36)}.1.1~`)).toBe('none')
    expect(reader.find(`bp~r.1.1.${'z'.repeat(400)}.1~`)).toBe('none')
  })
})

test('toBase36 writes whole numbers like toString(36)', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat(50_000), fc.maxSafeNat()), (value) => {
      expect(toBase36(value)).toBe(value.toString(36))
    }),
  )
  for (const value of [0, 35, 36, 1295, 1296, 46_655, 46_656, Number.MAX_SAFE_INTEGER]) expect(toBase36(value)).toBe(value.toString(36))
})

test('names are hashed to whole numbers that a double can represent', () => {
  const hashes = new Set<number>()
  for (let i = 0; i < 200_000; i++) {
    const hash = hashRecipient(`user-${i}`)
    expect(Number.isSafeInteger(hash) && hash > 0).toBe(true)
    hashes.add(hash)
  }
  expect(hashes.size).toBe(200_000)
})

test('hashes distinguish short names, and names that differ at one end only', () => {
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

test('every bit of a hash changes with about every second name', () => {
  const ones = Array.from({ length: 53 }, () => 0)
  for (let i = 0; i < 4000; i++) {
    const hash = BigInt(hashRecipient(i))
    for (let bit = 0; bit < 53; bit++) ones[bit] = (ones[bit] ?? 0) + Number((hash >> BigInt(bit)) & 1n)
  }
  // Five standard deviations.
  for (const count of ones) expect(Math.abs(count - 2000)).toBeLessThan(160)
})

test('a number and its digits have the same hash', () => {
  expect(hashRecipient(42)).toBe(hashRecipient('42'))
})
