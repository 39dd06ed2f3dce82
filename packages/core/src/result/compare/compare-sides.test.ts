import { describe, expect, test } from 'vitest'
import { compareSides } from './compare-variants.ts'

describe('with several runs of each side', () => {
  test('the one with the better mean is better where the ranges are clearly apart', () => {
    expect(compareSides([100, 102], [120, 121], 'high')).toEqual({
      change: expect.closeTo(0.193, 3) as number,
      better: 'other',
      because: null,
    })
    expect(compareSides([100, 102], [120, 121], 'low')).toMatchObject({ better: 'baseline' })
    expect(compareSides([120, 121], [100, 102], 'high')).toMatchObject({ better: 'baseline' })
  })

  test.each([
    ['ranges that overlap', [100, 130], [125, 160], 'the ranges overlap'],
    ['ranges that touch', [100, 120], [120, 140], 'the ranges overlap'],
    ['the same values', [100, 100], [100, 100], 'the ranges overlap'],
    ['a gap smaller than the spread of two runs', [100, 120], [125, 127], 'the runs are spread too widely'],
    ['a gap of less than 1 %', [1000, 1000.1], [1003, 1003.1], 'less than 1 % apart'],
  ])('%s show nothing', (_name, baseline, other, because) => {
    expect(compareSides(baseline, other, 'high')).toMatchObject({ better: null, because })
    expect(compareSides(other, baseline, 'low')).toMatchObject({ better: null, because })
  })

  test('from four runs a side on, it is enough that the ranges do not overlap', () => {
    expect(compareSides([100, 105, 110, 120], [125, 126, 127, 129], 'high').better).toBe('other')
    expect(compareSides([100, 110, 120], [125, 126, 127], 'high').better).toBeNull()
  })
})

describe('with one run of a side', () => {
  test('no side is better below a difference of 20 %', () => {
    expect(compareSides([100], [119], 'high')).toMatchObject({ better: null, because: 'not comparable: one run each' })
    expect(compareSides([100, 101], [119], 'high')).toMatchObject({ better: null, because: 'not comparable: one run of a side' })
    expect(compareSides([100], [126], 'high')).toMatchObject({ change: expect.closeTo(0.26) as number, better: 'other' })
    expect(compareSides([126], [100], 'low')).toMatchObject({ better: 'other' })
  })

  test('the floor is the same whichever side comes first', () => {
    expect([compareSides([100], [124], 'high').better, compareSides([124], [100], 'high').better]).toEqual([null, null])
    expect([compareSides([100], [125], 'high').better, compareSides([125], [100], 'high').better]).toEqual(['other', 'baseline'])
  })
})

test('a side without a value is compared with nothing', () => {
  expect(compareSides([], [1], 'high')).toEqual({ change: null, better: null, because: 'a side has no value' })
  expect(compareSides([1], [], 'high')).toEqual({ change: null, better: null, because: 'a side has no value' })
})

test('a baseline of 0 gives no relative change, and two sides of 0 have no winner', () => {
  expect(compareSides([0], [0], 'high')).toEqual({ change: null, better: null, because: 'not comparable: one run each' })
  expect(compareSides([0, 0], [5, 5], 'high')).toEqual({ change: null, better: 'other', because: null })
})
