import { describe, expect, test } from 'vitest'
import { writeTick, scaleOf } from './scale.ts'

const axis = { label: '', unit: 'ms' } as const

describe('a scale', () => {
  test('a scale from 0 has round steps up to the highest value', () => {
    const scale = scaleOf(axis, [3, 87], true)
    expect(scale.ticks).toEqual([0, 20, 40, 60, 80, 100])
    expect([0, 50, 100].map(scale.place)).toEqual([0, 0.5, 1])
  })

  test('a scale of zeros only can still be drawn', () => {
    expect(scaleOf(axis, [0, 0], true).ticks.length).toBeGreaterThan(2)
    expect(scaleOf(axis, [0, 0], true).place(0)).toBe(0)
  })

  test('a scale of time has steps of a clock, and ends where its range does', () => {
    expect(scaleOf({ label: '', unit: 's', range: [0, 600] }, [3, 500], false).ticks).toEqual([0, 120, 240, 360, 480, 600])
    expect(scaleOf({ label: '', unit: 's', range: [0, 86_400] }, [0], false).ticks).toEqual([0, 21_600, 43_200, 64_800, 86_400])
  })

  test('a logarithmic scale has decades of equal width, and zero at its lower end', () => {
    const scale = scaleOf({ ...axis, scale: 'log' }, [0.4, 1, 90], true)
    expect(scale.ticks).toEqual([0.1, 1, 10, 100])
    expect([0, 0.1, 1, 100].map((value) => Math.round(scale.place(value) * 1000) / 1000)).toEqual([0, 0, 0.333, 1])
  })

  test('a scale of percentiles has equal room for each nine', () => {
    const scale = scaleOf({ label: '', unit: 'share', scale: 'tail' }, [0.025, 0.5, 0.999], false)
    expect(scale.ticks).toEqual([0, 0.5, 0.9, 0.99, 0.999])
    expect([0, 0.9, 0.99, 0.999].map((share) => Math.round(scale.place(share) * 1000) / 1000)).toEqual([0, 0.333, 0.667, 1])
  })
})

test('a value has the unit that suits it', () => {
  expect([writeTick(0, 'ms'), writeTick(1500, 'ms'), writeTick(90, 's'), writeTick(0.999, 'share'), writeTick(2e6, 'bytes')]).toEqual([
    '0',
    '1.5 s',
    '1m30s',
    '99.9 %',
    '2 MB',
  ])
})
