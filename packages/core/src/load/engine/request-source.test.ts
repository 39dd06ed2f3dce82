import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kept } from './autocannon.ts'
import { ChosenRequests, inTurn, PrebuiltRequests, RequestSequence, type RequestSource } from './request-source.ts'

const most = 9
const requests = fc.array(fc.uint8Array({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 })
const counts = fc.array(fc.integer({ min: 1, max: most }), { maxLength: 30 })

/** Expects that batches hold the requests in turn, byte for byte and tag by tag. */
function expectTurns(source: RequestSource, each: readonly Uint8Array[], asked: readonly number[]): void {
  let place = 0
  for (const count of asked) {
    const tags = Array.from({ length: count }, (_, index) => (place + index) % each.length)
    const batch = source.next(count, 0)
    expect([...batch.tags]).toEqual(tags)
    expect(Buffer.concat([batch.bytes])).toEqual(Buffer.concat(tags.map((tag) => each[tag] ?? Buffer.from('none'))))
    place += count
  }
}

describe('requests take turns', () => {
  test('prebuilt requests take turns, and several connections share them', () => {
    fc.assert(
      fc.property(requests, counts, counts, (each, first, second) => {
        const sequence = new RequestSequence(each, most)
        expect(sequence.length).toBe(each.length)
        expectTurns(new PrebuiltRequests(sequence), each, first)
        expectTurns(new PrebuiltRequests(sequence), each, second)
      }),
    )
  })

  test('large requests take turns', () => {
    fc.assert(
      fc.property(requests, counts, (each, asked) => {
        const buffers = each.map((request) => Buffer.from(request))
        expectTurns(new ChosenRequests(inTurn(buffers.length), kept(buffers)), buffers, asked)
      }),
    )
  })
})

test('a single large request is sent without a copy', () => {
  const large = [Buffer.alloc(10), Buffer.alloc(20)]
  expect(new ChosenRequests(inTurn(2), kept(large)).next(1, 0).bytes).toBe(large[0])
})

test('the bytes of any consecutive requests are those of the requests, one after the other', () => {
  const several = fc.array(fc.uint8Array({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(several, fc.integer({ min: 1, max: 20 }), (each, atMost) => {
      const sequence = new RequestSequence(each, atMost)
      expect(sequence.length).toBe(each.length)
      for (let start = 0; start < each.length; start++) {
        for (let count = 1; count <= atMost; count++) {
          const { bytes, tags } = sequence.batch(start, count)
          expect([...tags]).toEqual(Array.from({ length: count }, (_, index) => (start + index) % each.length))
          expect(Buffer.concat([bytes])).toEqual(Buffer.concat([...tags].map((tag) => each[tag] ?? Buffer.from('none'))))
        }
      }
    }),
  )
})

test('a batch is cut once, and never copied', () => {
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
