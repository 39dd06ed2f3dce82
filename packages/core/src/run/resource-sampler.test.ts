import { expect, test } from 'vitest'
import { meanOverTime } from './resource-sampler.ts'

test('a busy moment at the end counts no more than it lasted', () => {
  const seconds = Array.from({ length: 5 }, () => ({ length: 1, value: 0.1 }))
  expect(meanOverTime([...seconds, { length: 0.01, value: 1 }])).toBeCloseTo((5 * 0.1 + 0.01) / 5.01, 9)
})

test('what could not be seen is left out, and nothing has no mean', () => {
  expect(
    meanOverTime([
      { length: 1, value: null },
      { length: 3, value: 2 },
    ]),
  ).toBe(2)
  expect(meanOverTime([{ length: 1, value: null }])).toBeNull()
  expect(meanOverTime([])).toBeNull()
})
