import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OpenMessages, type OpenMessage } from './open-messages.ts'

const highest = 2 ** 32 - 1
const sequences = fc.oneof(fc.nat(600), fc.constantFrom(2 ** 31 - 1, 2 ** 31, highest - 256, highest))
const replies = fc.constantFrom('none' as const, 'accepted' as const, 'refused' as const)
const figures = fc.oneof(fc.nat(10), fc.nat(2 ** 40), fc.constantFrom(NaN, Infinity))
const known = fc.record({
  sentAt: figures,
  to: figures,
  expected: figures,
  reply: replies,
  acceptedAt: figures,
  arrivals: figures,
  lastArrival: figures,
})
const nothingKnown: OpenMessage = {
  sentAt: NaN,
  to: 0,
  expected: Infinity,
  reply: 'none',
  acceptedAt: NaN,
  arrivals: 0,
  lastArrival: 0,
}

function copyOf({ sentAt, to, expected, reply, acceptedAt, arrivals, lastArrival }: OpenMessage): OpenMessage {
  return { sentAt, to, expected, reply, acceptedAt, arrivals, lastArrival }
}

const steps = fc.array(fc.record({ sequence: sequences, step: fc.constantFrom('add', 'change', 'set aside', 'delete'), values: known }), {
  maxLength: 300,
})

test('open messages contain the same as a map of objects, set aside or not', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const messages = new OpenMessages()
      const expected = new Map<number, OpenMessage>()
      const added: OpenMessage[] = []
      for (const { sequence, step, values } of all) {
        const message = messages.get(sequence)
        if (step === 'delete') {
          messages.delete(sequence)
          expected.delete(sequence)
        } else if (step === 'add' && message === undefined) {
          expected.set(sequence, nothingKnown)
          added.push(copyOf(messages.add(sequence)))
        } else if (step === 'change' && message !== undefined) {
          Object.assign(message, values)
          expected.set(sequence, values)
        } else if (step === 'set aside' && message !== undefined) {
          messages.setAside(sequence, message)
        }
        expect(messages.size).toBe(expected.size)
      }
      expect(added).toEqual(added.map(() => nothingKnown))
      const visited = new Map<number, OpenMessage>()
      messages.forEach((message, sequence) => visited.set(sequence, copyOf(message)))
      expect(visited).toEqual(expected)
      for (const [sequence, values] of expected) expect(copyOf(messages.get(sequence)!)).toEqual(values)
    }),
  )
})

test('open messages that are added in order are visited in order, and may be deleted or set aside meanwhile', () => {
  const messages = new OpenMessages()
  for (let sequence = 0; sequence < 1000; sequence++) messages.add(sequence)
  const visited: number[] = []
  messages.forEach((message, sequence) => {
    visited.push(sequence)
    if (sequence % 10 === 0) messages.setAside(sequence, message)
    else messages.delete(sequence)
  })
  expect(visited).toEqual(Array.from({ length: 1000 }, (_, sequence) => sequence))
  expect(messages.size).toBe(100)
  visited.length = 0
  messages.forEach((_, sequence) => visited.push(sequence))
  expect(visited).toEqual(Array.from({ length: 100 }, (_, place) => place * 10))
})

test('nothing is left of a message when its place in a page is reused', () => {
  const messages = new OpenMessages()
  Object.assign(messages.add(5), { sentAt: 1, to: 2, expected: 3, reply: 'refused', acceptedAt: 4, arrivals: 5, lastArrival: 6 })
  messages.delete(5)
  expect(messages.get(5)).toBeUndefined()
  expect(copyOf(messages.add(1024 + 5))).toEqual(nothingKnown)
  expect([messages.get(5), messages.size]).toEqual([undefined, 1])
})
