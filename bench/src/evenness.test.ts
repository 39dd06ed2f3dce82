import { expect, test } from 'vitest'
import { unevenness } from './evenness.ts'

test('requests that arrive evenly have no unevenness, whatever the first and the last bin contain', () => {
  expect(unevenness([3, 20, 20, 20, 7], 2000)).toBe(0)
})

test('a whole second at once is as uneven as can be', () => {
  const second = [0, 2000, ...Array.from({ length: 99 }, () => 0), 0]
  expect(unevenness(second, 2000)).toBeCloseTo(Math.sqrt(99), 3)
})

test('one request more and one less in turn gives the share of one in the expected count', () => {
  expect(unevenness([0, 9, 11, 9, 11, 0], 1000)).toBeCloseTo(0.1, 6)
})
