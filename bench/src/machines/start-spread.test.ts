import { expect, test } from 'vitest'
import { spreadOf } from './start-spread.ts'

test('of 20 starts the 95th percentile is the last but one, and of one start everything is that one', () => {
  const upTo = Array.from({ length: 20 }, (_, index) => 20 - index)
  expect(spreadOf(upTo)).toEqual({ p50: 10.5, p95: 19, max: 20 })
  expect(spreadOf([3])).toEqual({ p50: 3, p95: 3, max: 3 })
})
