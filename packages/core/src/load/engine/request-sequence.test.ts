import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestSequence } from './request-sequence.ts'

test('the bytes of any run of requests are those of its requests, one behind the other', () => {
  const requests = fc.array(fc.uint8Array({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(requests, fc.integer({ min: 1, max: 20 }), (each, most) => {
      const sequence = new RequestSequence(each, most)
      expect(sequence.length).toBe(each.length)
      for (let start = 0; start < each.length; start++) {
        for (let count = 1; count <= most; count++) {
          const { bytes, tags } = sequence.batch(start, count)
          expect([...tags]).toEqual(Array.from({ length: count }, (_, index) => (start + index) % each.length))
          expect(Buffer.concat([bytes])).toEqual(Buffer.concat([...tags].map((tag) => each[tag] ?? Buffer.from('none'))))
        }
      }
    }),
  )
})

test('a batch is cut once, and never copies', () => {
  const sequence = new RequestSequence([Buffer.from('abc'), Buffer.from('de')], 4)
  const [once, again, other] = [sequence.batch(1, 3), sequence.batch(1, 3), sequence.batch(0, 4)]
  expect(again).toBe(once)
  expect(other.bytes.buffer).toBe(once.bytes.buffer)
})

test('thousands of requests do not keep a batch for each start and length', () => {
  const sequence = new RequestSequence(
    Array.from({ length: 5000 }, (_, index) => Buffer.from(`${index};`)),
    2,
  )
  const batches = Array.from({ length: 5000 }, (_, start) => sequence.batch(start, 2))
  const isKept = batches.filter((batch, start) => sequence.batch(start, 2) === batch).length
  expect(isKept).toBe(4096)
  expect(Buffer.from(sequence.batch(4999, 2).bytes).toString()).toBe('4999;0;')
})
