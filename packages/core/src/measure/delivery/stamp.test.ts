import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatStamp, StampReader, type Stamp } from './stamp.ts'

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
  test('is read as it was written, whatever text it stands in', () => {
    fc.assert(
      fc.property(anyStamp, fc.string(), fc.string(), (stamp, before, after) => {
        const reader = new StampReader(stamp.run)
        expect(reader.find(`${before}${formatStamp(stamp)}${after}`)).toBe('own')
        expect(fieldsOf(reader)).toEqual(stamp)
      }),
    )
  })

  test('needs no escaping in JSON and URLs, and is the same behind base64', () => {
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

  test('is none when anything of it is missing or is not what it must be', () => {
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

  test('of another run is foreign', () => {
    fc.assert(
      fc.property(anyStamp, (stamp) => {
        expect(new StampReader(`${stamp.run}0`).find(formatStamp(stamp))).toBe('foreign')
        expect(new StampReader(`0${stamp.run}`).find(`before ${formatStamp(stamp)}`)).toBe('foreign')
      }),
    )
  })

  test('of the run is found behind one of another run, and behind what only looks like one', () => {
    const stamp: Stamp = { run: 'r2', publisher: 1, sequence: 35, sentAt: 36, recipient: 0 }
    expect(formatStamp(stamp)).toBe('bp~r2.1.z.10.0~')
    const reader = new StampReader('r2')
    expect(reader.find('bp~r1.1.1.1.1~ bp~r2.1. bp~bp~r2.1.z.10.0~')).toBe('own')
    expect(fieldsOf(reader)).toEqual(stamp)
    expect(reader.find('bp~ no stamp, bp~r2.1.1')).toBe('none')
    expect(reader.find('')).toBe('none')
  })

  test('cannot name a publisher or a number that would need memory without end', () => {
    const reader = new StampReader('r')
    expect(reader.find(`bp~r.${(2 ** 16).toString(36)}.1.1.1~`)).toBe('none')
    expect(reader.find(`bp~r.1.${(2 ** 32).toString(36)}.1.1~`)).toBe('none')
    expect(reader.find(`bp~r.1.1.${'z'.repeat(400)}.1~`)).toBe('none')
  })
})
