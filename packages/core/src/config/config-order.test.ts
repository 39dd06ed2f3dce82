import { expect, test } from 'vitest'
import { orderOfRuns } from './config.ts'

test('each repeat goes through the variants in the opposite order of the one before', () => {
  const order = orderOfRuns(['a', 'b', 'c'], 3)
  expect(order.map(({ variant, repeat }) => `${variant}${repeat}`).join(' ')).toBe('a1 b1 c1 c2 b2 a2 a3 b3 c3')
})

test('the runs of a single variant follow one another', () => {
  expect(orderOfRuns(['a'], 2)).toEqual([
    { variant: 'a', repeat: 1 },
    { variant: 'a', repeat: 2 },
  ])
})
