import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OneRead, PagedBits } from './arrival-recorder.ts'
import { bufferedGap } from './arrival-timeline.ts'

const read = fc.array(fc.oneof(fc.nat(1000), fc.nat(200_000)), { minLength: 1, maxLength: 30 })

test('messages of a read that were sent far apart are counted once each', () => {
  fc.assert(
    fc.property(fc.array(read), (reads) => {
      const one = new OneRead()
      reads.forEach((sent, at) => {
        const counted = sent.reduce((sum, sentAt) => sum + one.add(sentAt, at), 0)
        const apart = sent.filter((sentAt) => sent.some((other) => Math.abs(other - sentAt) >= bufferedGap))
        expect(counted).toBe(apart.length)
      })
    }),
  )
})

test('reads of one message each have no messages that were sent far apart', () => {
  const one = new OneRead()
  expect([0, 1e6, 2e6].map((sentAt, at) => one.add(sentAt, at))).toEqual([0, 0, 0])
})

test('paged bits contain the added numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(100), fc.nat(20_000), fc.nat(2 ** 32 - 1))), (values) => {
      const [bits, set] = [new PagedBits(), new Set<number>()]
      for (const value of values) {
        expect(bits.add(value)).toBe(!set.has(value))
        set.add(value)
      }
    }),
  )
})

test('paged bits contain the added numbers of a full page', () => {
  const bits = new PagedBits()
  const added = Array.from({ length: 10_000 }, (_, value) => bits.add((value * 7919) % 10_000))
  expect(added.every(Boolean)).toBe(true)
  expect(Array.from({ length: 10_000 }, (_, value) => bits.add(value)).some(Boolean)).toBe(false)
  expect(bits.add(10_000)).toBe(true)
})
