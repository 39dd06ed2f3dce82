import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

// These tests fail on purpose, for ../repeat-notice.integration.test.ts.
describe("what isn't (so)", () => {
  test('passes', () => expect(1).toBe(1))

  test.each([1])('fails: 2 + 2 = %d?', (sum) => expect(2 + 2).toBe(sum))

  test('a property of numbers', () => {
    fc.assert(fc.property(fc.nat(), (number) => number < 1000))
  })
})
