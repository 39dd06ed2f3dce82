import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Histogram, noTimes } from '../../model/metrics/histogram.ts'
import { drainIndex, WindowSeries, type WindowSnapshot } from './windows.ts'

/** A window in which each of the times was answered, one byte each, those of even length `ok`. */
function windowOf(index: number, times: readonly number[]): WindowSnapshot {
  const histogram = new Histogram()
  for (const time of times) histogram.record(time)
  const ok = times.filter((time) => time % 2 === 0).length
  return {
    index,
    responded: times.length,
    ok,
    failed: times.length - ok,
    bytes: times.length,
    responseTime: histogram.snapshot(),
    serviceTime: noTimes,
  }
}

function seriesOf(windows: readonly WindowSnapshot[]): WindowSeries {
  const series = new WindowSeries()
  for (const window of windows) series.add(window)
  return series
}

describe('WindowSeries', () => {
  test('the parts of a second are joined, and seconds are listed in order, without empty ones', () => {
    const series = seriesOf([windowOf(3, [10, 21]), windowOf(0, [5]), windowOf(3, [30])])
    expect(series.seconds).toEqual([
      { index: 0, responded: 1, ok: 0, failed: 1, bytes: 1 },
      { index: 3, responded: 3, ok: 2, failed: 1, bytes: 3 },
    ])
    expect(series.times(3)?.responseTime).toEqual(windowOf(3, [10, 21, 30]).responseTime)
    expect([series.times(1), series.width]).toEqual([undefined, 1])
  })

  test('the drain is not a second of the run phase', () => {
    const series = seriesOf([windowOf(drainIndex, [10])])
    expect([series.seconds, series.times(drainIndex)]).toEqual([[], undefined])
  })

  test('a second without times has counters and no histogram', () => {
    const series = seriesOf([{ ...windowOf(2, []), failed: 4 }])
    expect(series.seconds).toMatchObject([{ index: 2, failed: 4 }])
    expect(series.times(2)).toBeUndefined()
  })

  test.each([
    [599, 1],
    [600, 2],
    [1199, 2],
    [1200, 4],
    [10_800, 32],
  ])('second %d makes windows %d wide, with counters that stay one second wide', (last, width) => {
    const series = new WindowSeries()
    for (let index = 0; index <= last; index++) series.add(windowOf(index, [index]))
    expect(series.width).toBe(width)
    expect(series.seconds.map(({ responded }) => responded)).toEqual(Array(last + 1).fill(1))
    let timed = 0
    for (let second = 0; second <= last; second += width) {
      const histogram = series.times(second)?.responseTime
      expect(histogram).toMatchObject({ min: second, max: Math.min(second + width - 1, last) })
      timed += histogram?.count ?? 0
    }
    expect(timed).toBe(last + 1)
    expect(Math.ceil((last + 1) / width)).toBeLessThanOrEqual(600)
  })

  test('service times are kept by the same windows as response times', () => {
    const { responseTime: service } = windowOf(0, [7])
    const series = seriesOf([
      { ...windowOf(0, [10]), serviceTime: service },
      windowOf(1, [20]),
      { ...windowOf(1, [30]), serviceTime: service },
      windowOf(600, [40]),
    ])
    expect(series.times(0)?.responseTime.count).toBe(3)
    expect(series.times(1)?.serviceTime).toMatchObject({ count: 2, sum: 14 })
    expect(series.times(600)?.serviceTime.count).toBe(0)
  })

  test('a series of windows is the same in any order in which windows are added', () => {
    const window = fc.tuple(fc.nat(3000), fc.array(fc.nat(1e6), { maxLength: 5 })).map(([index, times]) => windowOf(index, times))
    fc.assert(
      fc.property(fc.array(window, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (windows, keys) => {
        const shuffled = windows
          .map((each) => ({ each, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each)
        const [one, other] = [seriesOf(windows), seriesOf(shuffled)]
        expect([other.width, other.seconds]).toEqual([one.width, one.seconds])
        for (const { index } of windows) expect(other.times(index)).toEqual(one.times(index))
      }),
    )
  })
})
