import { expect, test } from 'vitest'
import { BackOff } from './dial.ts'

const waits = (backOff: BackOff, count: number): number[] => Array.from({ length: count }, () => backOff.next())

test('a back-off doubles from 50 ms to a second and stays there', () => {
  const backOff = new BackOff()
  expect(waits(backOff, 8)).toEqual([50, 100, 200, 400, 800, 1000, 1000, 1000])
  expect(new Set(waits(backOff, 2000))).toEqual(new Set([1000]))
})

test('a back-off starts again after a success', () => {
  const backOff = new BackOff()
  waits(backOff, 4)
  backOff.reset()
  expect(waits(backOff, 2)).toEqual([50, 100])
})
