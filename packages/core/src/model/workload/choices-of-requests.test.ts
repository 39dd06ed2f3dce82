import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RequestPlaces } from './choices.ts'

function placesOf(places: RequestPlaces, count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, index) => places.placeOf(from + index, index / count))
}

function countsOf(places: readonly number[], requests: number): number[] {
  const counts = Array.from({ length: requests }, () => 0)
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1
  return counts
}

const requestsAndTotal = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2000 }))
const anyOrder = fc.constantFrom('in-turn' as const, 'shuffled' as const, 'one-after-another' as const)

test('requests in turn follow each other', () => {
  expect(placesOf(new RequestPlaces('in-turn', 3, undefined, 1), 7)).toEqual([0, 1, 2, 0, 1, 2, 0])
})

describe('with a total', () => {
  test('with a total each request occurs equally often, or once more than others, in any order', () => {
    fc.assert(
      fc.property(requestsAndTotal, anyOrder, fc.integer(), ([requests, total], order, seed) => {
        const counts = countsOf(placesOf(new RequestPlaces(order, requests, total, seed), total), requests)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('shuffled counts are exact, too, when the list is shuffled in blocks, and when the run phase starts later', () => {
    // 200,000 are 62 blocks of 3,200 and half a block
    const places = new RequestPlaces('shuffled', 200, 200_000, 1)
    expect(new Set(countsOf(placesOf(places, 200_000), 200))).toEqual(new Set([1000]))
    expect(new Set(countsOf(placesOf(places, 200_000, 12_345), 200))).toEqual(new Set([1000]))
    expect(new Set(countsOf(placesOf(new RequestPlaces('shuffled', 7, 700_001, 1), 700_001), 7))).toEqual(new Set([100_000, 100_001]))
  })

  test('a list is shuffled as a whole: its first half is not as even as a block would be', () => {
    const half = countsOf(placesOf(new RequestPlaces('shuffled', 2, 20_000, 1), 10_000), 2)
    expect(half[0]).not.toBe(5000)
    expect(Math.abs((half[0] ?? 0) - 5000)).toBeLessThan(250)
  })

  test('with a total one-after-another begins the second request when the first has had its share', () => {
    expect(placesOf(new RequestPlaces('one-after-another', 3, 7, 1), 7)).toEqual([0, 0, 0, 1, 1, 2, 2])
  })
})

describe('without a total', () => {
  test('without a total shuffled requests occur equally often in each block', () => {
    const places = placesOf(new RequestPlaces('shuffled', 5, undefined, 1), 5 * 16 * 10)
    for (let block = 0; block < 10; block++) {
      expect(countsOf(places.slice(block * 80, (block + 1) * 80), 5)).toEqual([16, 16, 16, 16, 16])
    }
    expect(places.slice(0, 80)).not.toEqual(places.slice(80, 160))
  })

  test('without a total one-after-another follows the time', () => {
    const places = new RequestPlaces('one-after-another', 4, undefined, 1)
    expect([-0.5, 0, 0.249, 0.25, 0.5, 0.99, 1, 1.2].map((progress) => places.placeOf(9, progress))).toEqual([0, 0, 0, 1, 2, 3, 3, 3])
  })
})

test('the order of requests depends on the seed only, not on which numbers a thread reads', () => {
  fc.assert(
    fc.property(requestsAndTotal, fc.integer({ min: 1, max: 4 }), fc.integer(), ([requests, total], workers, seed) => {
      for (const limit of [total, undefined]) {
        const whole = placesOf(new RequestPlaces('shuffled', requests, limit, seed), total)
        for (let worker = 0; worker < workers; worker++) {
          const own = new RequestPlaces('shuffled', requests, limit, seed)
          for (let index = worker; index < total; index += workers) expect(own.placeOf(index, 0)).toBe(whole[index])
        }
      }
    }),
    { numRuns: 30 },
  )
  const order = (seed: number): number[] => placesOf(new RequestPlaces('shuffled', 10, 100, seed), 100)
  expect(order(1)).not.toEqual(order(2))
})

test('every order of a shuffled list is equally likely', () => {
  const orders = new Map<string, number>()
  for (let seed = 0; seed < 6000; seed++) {
    const order = placesOf(new RequestPlaces('shuffled', 3, 3, seed), 3).join()
    orders.set(order, (orders.get(order) ?? 0) + 1)
  }
  // chi-square with 5 degrees of freedom is above 20.5 once in a thousand
  const chiSquare = [...orders.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
  expect(orders.size).toBe(6)
  expect(chiSquare).toBeLessThan(20.5)
})
