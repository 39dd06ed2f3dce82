import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AutocannonClient } from './autocannon.ts'
import { RequestSequence } from './request-sequence.ts'
import { LargeRequests, PrebuiltRequests, UniqueRequests, type RequestSource } from './request-source.ts'

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
  test('prebuilt ones, which several connections share', () => {
    fc.assert(
      fc.property(requests, counts, counts, (each, first, second) => {
        const sequence = new RequestSequence(each, most)
        expect(sequence.length).toBe(each.length)
        expectTurns(new PrebuiltRequests(sequence), each, first)
        expectTurns(new PrebuiltRequests(sequence), each, second)
      }),
    )
  })

  test('large ones', () => {
    fc.assert(
      fc.property(requests, counts, (each, asked) => {
        const buffers = each.map((request) => Buffer.from(request))
        expectTurns(new LargeRequests(buffers), buffers, asked)
      }),
    )
  })

  test('those that are built anew each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), counts, (length, asked) => {
        let built = -1
        const iterator: AutocannonClient['requestIterator'] = {
          requests: [],
          currentRequest: { requestBuffer: Buffer.alloc(0) },
          get currentRequestIndex() {
            return built % length
          },
          setRequest: () => undefined,
          nextRequest: () => ({ requestBuffer: Buffer.from(`${++built};`) }),
        }
        const source = new UniqueRequests(iterator)
        const batches = asked.map((count) => source.next(count))
        const total = asked.reduce((sum, count) => sum + count, 0)
        expect(Buffer.concat(batches.map(({ bytes }) => bytes)).toString()).toBe(
          Array.from({ length: total }, (_, index) => `${index};`).join(''),
        )
        expect(batches.flatMap(({ tags }) => [...tags])).toEqual(Array.from({ length: total }, (_, index) => index % length))
      }),
    )
  })
})

test('one large request goes out without a copy', () => {
  const large = [Buffer.alloc(10), Buffer.alloc(20)]
  expect(new LargeRequests(large).next(1).bytes).toBe(large[0])
})
