import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bufferedApart, OneRead } from './one-read.ts'

const read = fc.array(fc.oneof(fc.nat(1000), fc.nat(200_000)), { minLength: 1, maxLength: 30 })

test('counts those of a read that were sent far apart from another one of it, each once', () => {
  fc.assert(
    fc.property(fc.array(read), (reads) => {
      const one = new OneRead()
      reads.forEach((sent, at) => {
        const counted = sent.reduce((sum, sentAt) => sum + one.add(sentAt, at), 0)
        const apart = sent.filter((sentAt) => sent.some((other) => Math.abs(other - sentAt) >= bufferedApart))
        expect(counted).toBe(apart.length)
      })
    }),
  )
})

test('finds nothing in reads of one message each', () => {
  const one = new OneRead()
  expect([0, 1e6, 2e6].map((sentAt, at) => one.add(sentAt, at))).toEqual([0, 0, 0])
})
