import { expect, test } from 'vitest'
import { studentT } from './evidence.ts'

// Two-sided, of the table in every textbook.
test.each([
  [0.95, 1, 12.706],
  [0.95, 2, 4.303],
  [0.95, 3, 3.182],
  [0.95, 4, 2.776],
  [0.95, 5, 2.571],
  [0.95, 9, 2.262],
  [0.95, 10, 2.228],
  [0.95, 30, 2.042],
  [0.99, 5, 4.032],
  [0.99, 30, 2.75],
  [0.999, 4, 8.61],
  [0.999, 120, 3.373],
])('an interval of %d with %d degrees of freedom reaches %d standard errors', (confidence, degrees, t) => {
  expect(studentT(confidence, degrees)).toBeCloseTo(t, 2)
})

test('a fraction of a degree of freedom has a quantile between those of its neighbours, never below the true one', () => {
  // 2.5 and 7.5 degrees, from the incomplete beta function.
  expect(studentT(0.95, 2.5)).toBeGreaterThanOrEqual(3.574)
  expect(studentT(0.95, 2.5)).toBeLessThan(3.65)
  expect(studentT(0.95, 7.5)).toBeGreaterThanOrEqual(2.333)
  expect(studentT(0.95, 7.5)).toBeLessThan(2.34)
})

test('the quantiles of many degrees of freedom approach the normal distribution from above', () => {
  expect(studentT(0.95, 1e6)).toBeGreaterThan(1.96)
  expect(studentT(0.95, 1e6)).toBeLessThan(1.96 * 1.01)
})

test('a level that is corrected for many figures is still exact', () => {
  // With two degrees the quantile is known in closed form.
  const within = 1 - 1e-6
  expect(studentT(within, 2)).toBeCloseTo(within * Math.sqrt(2 / (1 - within ** 2)), 3)
})
