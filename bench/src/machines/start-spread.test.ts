import { expect, test } from 'vitest'
import { spreadOf } from './start-spread.ts'

test('the 95th percentile of 20 starts is the last but one, and all figures of one start are that start', () => {
  const upTo = Array.from({ length: 20 }, (_, index) => 20 - index)
  expect(spreadOf(upTo)).toEqual({ p50: 10.5, p95: 19, max: 20 })
  expect(spreadOf([3])).toEqual({ p50: 3, p95: 3, max: 3 })
})
