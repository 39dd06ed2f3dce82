import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StreamRandom } from './seeded-random.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })

test('the same seed and streams give the same numbers, and others give others', () => {
  fc.assert(
    fc.property(seeds, fc.nat(), (seed, stream) => {
      const draw = (random: StreamRandom): unknown[] => [random.next(), random.int(1, 1e6), random.pick([1, 2, 3]), random.text(20)]
      expect(draw(new StreamRandom(seed, stream))).toEqual(draw(new StreamRandom(seed, stream)))
      expect(draw(new StreamRandom(seed, stream))).not.toEqual(draw(new StreamRandom(seed, stream + 1)))
    }),
  )
})

test('random whole numbers stay between their bounds, and reach both', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 3 }), (seed, min, more) => {
      const random = new StreamRandom(seed)
      const drawn = new Set(Array.from({ length: 400 }, () => random.int(min, min + more)))
      expect([...drawn].toSorted((one, other) => one - other)).toEqual(Array.from({ length: more + 1 }, (_, index) => min + index))
    }),
  )
})

test('bounds of random numbers need not be whole, but need a whole number between them', () => {
  const random = new StreamRandom(1)
  expect(random.int(0.2, 1.9)).toBe(1)
  expect(() => random.int(1.2, 1.8)).toThrow(new RangeError('random.int: there is no whole number from 1.2 to 1.8'))
  expect(() => random.int(2, 1)).toThrow(RangeError)
  expect(() => random.int(Number.NaN, 1)).toThrow(RangeError)
})

test('pick chooses each item of a list, and refuses an empty list', () => {
  const random = new StreamRandom(7)
  expect(new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
  expect(() => random.pick([])).toThrow(new RangeError('random.pick: the list is empty'))
})

test('random texts have the given length and alphabet', () => {
  const random = new StreamRandom(7)
  expect(random.text(30)).toMatch(/^[A-Za-z0-9]{30}$/)
  expect(random.text(30, 'äß😀')).toMatch(/^(?:ä|ß|😀){30}$/u)
  expect(random.text(0)).toBe('')
})
