import { describe, expect, test } from 'vitest'
import { Histogram, noTimes } from '../../model/metrics/histogram.ts'
import { drainIndex, WindowSeries, type WindowSnapshot } from '../../measure/recorder/windows.ts'
import { SecondsTotals } from '../../measure/recorder/series-totals.ts'
import { summarizeSeries } from './series-summary.ts'

function windowOf(index: number, ...times: readonly number[]): WindowSnapshot {
  const histogram = new Histogram()
  for (const time of times) histogram.record(time)
  return {
    index,
    responded: times.length,
    ok: times.length,
    failed: 0,
    bytes: 10 * times.length,
    responseTime: histogram.snapshot(),
    serviceTime: noTimes,
  }
}

function seriesOf(...windows: readonly WindowSnapshot[]): WindowSeries {
  const series = new WindowSeries()
  for (const window of windows) series.add(window)
  return series
}

const nothing = { requests: 0, failed: 0, bytes: 0, mean: null, p50: null, p90: null, p99: null, max: null }

describe('summarizeSeries', () => {
  test('lists every second, and those in which nothing happened as zero and without a time', () => {
    const windows = seriesOf(windowOf(0, 1000, 3000), windowOf(3, 500))
    expect(summarizeSeries(windows, 5)).toEqual([
      { at: 0, length: 1, requests: 2, failed: 0, bytes: 20, mean: 2, p50: 1, p90: 3, p99: 3, max: 3 },
      { at: 1, length: 1, ...nothing },
      { at: 2, length: 1, ...nothing },
      { at: 3, length: 1, requests: 1, failed: 0, bytes: 10, mean: 0.5, p50: 0.5, p90: 0.5, p99: 0.5, max: 0.5 },
      { at: 4, length: 1, ...nothing },
    ])
  })

  test('shows service times beside the response times of their second where the two differ', () => {
    const { responseTime: serviceTime } = windowOf(0, 1000, 1800)
    const [first, second] = summarizeSeries(seriesOf({ ...windowOf(0, 1500, 2000), serviceTime }, windowOf(1, 700)), 2)
    expect(first).toMatchObject({ p50: 1.5, max: 2, serviceTime: { p50: 1, p90: 1.8, p99: 1.8, max: 1.8 } })
    expect(second).not.toHaveProperty('serviceTime')
  })

  test('cuts the last second to the time that is left', () => {
    expect(summarizeSeries(seriesOf(), 2.25).map(({ at, length }) => [at, length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 0.25],
    ])
  })

  test('averages users and requests in flight over whole seconds', () => {
    const levels = { inFlight: new SecondsTotals(), users: new SecondsTotals() }
    levels.inFlight.add({ from: 0, times: [1_500_000, 250_000] })
    levels.inFlight.add({ from: 1, times: [250_001, 900_000] })
    levels.users.add({ from: 0, times: [2e6, 2e6, 2e6] })
    const [first, second, third] = summarizeSeries(seriesOf(), 2.25, levels)
    expect([first, second]).toMatchObject([
      { inFlight: 1.5, users: 2 },
      { inFlight: 0.500001, users: 2 },
    ])
    expect(Object.keys(third ?? {})).not.toContain('users')
    expect(summarizeSeries(seriesOf(), 1, { inFlight: levels.inFlight })).toEqual([{ at: 0, length: 1, ...nothing, inFlight: 1.5 }])
  })

  test.each([
    [0, 0],
    [1e-6, 1],
    [3, 3],
    [0.1 + 0.2 + 2.7, 3],
  ])('a phase of %d seconds has %d', (duration, seconds) => {
    expect(summarizeSeries(seriesOf(), duration)).toHaveLength(seconds)
  })

  test('leaves the drain out', () => {
    expect(summarizeSeries(seriesOf(windowOf(drainIndex, 10)), 1)).toEqual([{ at: 0, length: 1, ...nothing }])
  })

  test('counts failures without a response in a second without times', () => {
    expect(summarizeSeries(seriesOf({ ...windowOf(0), failed: 3 }), 1)).toEqual([{ at: 0, length: 1, ...nothing, failed: 3 }])
  })

  test('merges the times of two neighbouring seconds after ten minutes, but never their counts', () => {
    const windows = seriesOf(windowOf(0, 1000), windowOf(1, 3000, 3000), windowOf(600, 7000))
    const [first, second] = summarizeSeries(windows, 601)
    expect(first).toMatchObject({ at: 0, requests: 1, p50: 3, max: 3 })
    expect(second).toMatchObject({ at: 1, requests: 2, p50: 3, max: 3 })
  })
})
