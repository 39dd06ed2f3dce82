import { expect, test } from 'vitest'
import { createRandom, deriveSeed, randomAt } from './random.ts'

const count = 20_000

function first(length: number, seed: number, ...streams: number[]): number[] {
  return Array.from({ length }, createRandom(seed, ...streams))
}

/** Chi-square of the counts of `bins` equal bins; with 99 degrees of freedom above 148.2 once in a thousand. */
function unevenness(numbers: readonly number[], bins = 100): number {
  const counts = Array.from({ length: bins }, () => 0)
  for (const number of numbers) counts[Math.floor(number * bins)] = (counts[Math.floor(number * bins)] ?? 0) + 1
  const expected = numbers.length / bins
  return counts.reduce((sum, found) => sum + (found - expected) ** 2 / expected, 0)
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const sum = one.reduce((total, number, index) => total + (number - 0.5) * ((other[index] ?? 0) - 0.5), 0)
  return (12 * sum) / one.length
}

test('the same seed and streams give the same random numbers, and any others give others', () => {
  expect(first(10, 42, 1, 2)).toEqual(first(10, 42, 1, 2))
  const ways = [[42], [43], [-42], [42.5], [42 + 2 ** 32], [42, 0], [42, 1], [42, 1, 2], [42, 2, 1], [42, 1, 2 ** 40]] as const
  expect(new Set(ways.map(([seed, ...streams]) => first(3, seed, ...streams).join())).size).toBe(ways.length)
})

test('random numbers are spread evenly from 0 to 1', () => {
  for (const seed of [0, 1, 2 ** 53 - 1]) {
    const numbers = first(count, seed)
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    expect(unevenness(numbers)).toBeLessThan(148.2)
  }
})

test('random numbers of adjoining streams are independent', () => {
  // 3.29 standard deviations are passed once in a thousand
  const limit = 3.29 / Math.sqrt(count)
  for (let stream = 0; stream < 10; stream++) {
    expect(Math.abs(correlation(first(count, 7, stream), first(count, 7, stream + 1)))).toBeLessThan(limit)
  }
  // nor do the first numbers of many streams, as many users draw them
  const firsts = Array.from({ length: count }, (_, stream) => createRandom(7, stream)())
  expect(unevenness(firsts)).toBeLessThan(148.2)
  expect(Math.abs(correlation(firsts.slice(0, -1), firsts.slice(1)))).toBeLessThan(limit)
})

test('the random number at a place is always the same, and the places are spread evenly', () => {
  const numbers = Array.from({ length: count }, (_, place) => randomAt(3, place))
  expect(numbers.map((_, place) => randomAt(3, place))).toEqual(numbers)
  expect(randomAt(4, 0)).not.toBe(randomAt(3, 0))
  expect(unevenness(numbers)).toBeLessThan(148.2)
  expect(Math.abs(correlation(numbers.slice(0, -1), numbers.slice(1)))).toBeLessThan(3.29 / Math.sqrt(count))
})

test('each named part of a test has its own seed', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `scenario ${index}`)
  const seeds = names.map((name) => deriveSeed(1, name))
  expect(new Set(seeds).size).toBe(1000)
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)).toBe(true)
  expect(deriveSeed(2, 'scenario 0')).not.toBe(seeds[0])
  expect(deriveSeed(1, '')).not.toBe(deriveSeed(1, '\0'))
})
