import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

interface Entry {
  readonly tag: number
  readonly sentAt: number
}

/** The error of a ring that is given one more entry. */
function push(ring: InFlight, { tag, sentAt }: Entry): string | undefined {
  try {
    ring.push(tag, sentAt)
    return undefined
  } catch (error) {
    return String(error)
  }
}

test('requests in flight leave in the order in which they were added, whatever was removed in between', () => {
  const entry = fc.record({ tag: fc.nat(2 ** 32 - 1), sentAt: fc.double({ min: 0, max: 1e15, noNaN: true }) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.option(entry, { freq: 2 })), (capacity, operations) => {
      const ring = new InFlight(capacity)
      const queue: Entry[] = []
      for (const operation of operations) {
        const isRefused = operation !== null && queue.length === capacity
        if (operation === null && queue.shift() !== undefined) ring.shift()
        const refusal = operation === null ? undefined : push(ring, operation)
        expect(refusal).toBe(isRefused ? `RangeError: more than ${capacity} requests in flight on one connection` : undefined)
        if (operation !== null && !isRefused) queue.push(operation)
        expect(ring.count).toBe(queue.length)
        expect(queue.length === 0 ? undefined : { tag: ring.tag(), sentAt: ring.sentAt() }).toEqual(queue[0])
      }
    }),
  )
})
