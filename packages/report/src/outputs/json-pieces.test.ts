import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toJson } from '../format/texts.ts'
import { toJsonPieces } from './json-pieces.ts'

test('the pieces of a JSON are the same text', () => {
  const value = fc.anything({
    withNullPrototype: false,
    values: [fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
  })
  fc.assert(
    fc.property(fc.oneof(fc.array(value), fc.dictionary(fc.string(), value, { noNullPrototype: true })), (data) => {
      expect([...toJsonPieces(data)].join('')).toBe(toJson(data))
    }),
  )
})

test('a large JSON has pieces of some tens of kilobytes', () => {
  const machine = { resources: Array.from({ length: 100 }, (_, at) => ({ at, disturbance: { stolen: 0.123 } })) }
  const data = { generator: { threads: Array.from({ length: 200 }, () => machine) }, machines: Array.from({ length: 200 }, () => machine) }
  const pieces = [...toJsonPieces(data)]
  expect(pieces.join('')).toBe(JSON.stringify(data))
  expect(pieces.length).toBeGreaterThan(10)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000)
})
