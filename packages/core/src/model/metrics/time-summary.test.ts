import { expect, test } from 'vitest'
import { Histogram } from './histogram.ts'
import { keepHistograms, mergeTimes, summarizeTimes, type TimeSummary } from './time-summary.ts'

test('times in microseconds are summarized in milliseconds', () => {
  const histogram = new Histogram()
  for (let microseconds = 1; microseconds <= 1000; microseconds++) histogram.record(microseconds)
  const { stdev, intervals, ...times } = summarizeTimes(histogram)
  expect(times).toEqual({
    p2_5: 0.025,
    p50: 0.5,
    p75: 0.75,
    p90: 0.9,
    p95: 0.95,
    p97_5: 0.975,
    p99: 0.99,
    p99_9: 0.999,
    mean: 0.5005,
    min: 0.001,
    max: 1,
    count: 1000,
  })
  // Ranks and values are the same here.
  expect(intervals.p50).toEqual({ low: 0.469, high: 0.532 })
  expect(intervals.p99).toEqual({ low: 0.983, high: 0.997 })
  expect(intervals.p99_9).toEqual({ low: 0.997, high: null })
  // Of the numbers from 1 to n: the root of (n² - 1) / 12.
  expect(stdev).toBeCloseTo(Math.sqrt((1000 ** 2 - 1) / 12) / 1000, 9)
})

test('a time that was not measured is null, and not 0', () => {
  const { count, intervals, ...figures } = summarizeTimes(new Histogram())
  expect(count).toBe(0)
  for (const figure of [...Object.values(figures), ...Object.values(intervals)]) expect(figure).toBeNull()
})

test('distributions are merged exactly, with what was cut off, as they were when they were read', () => {
  const all = new Histogram()
  const summaries = [3, 7].map((step) => {
    const histogram = new Histogram()
    for (let at = 1; at <= 500; at++) {
      for (const each of [histogram, all]) {
        if (at % 50 === 0) each.cutOff(at * step * 11)
        else each.record(at * step * 13)
      }
    }
    const times = summarizeTimes(histogram)
    histogram.reset()
    return times
  })
  expect(mergeTimes(summaries)).toEqual(summarizeTimes(all))
  expect(mergeTimes([...summaries, summarizeTimes(new Histogram())])).toEqual(summarizeTimes(all))
})

function timesOf(values: readonly number[], cutOff: readonly number[] = []): TimeSummary {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  for (const age of cutOff) histogram.cutOff(age)
  return summarizeTimes(histogram)
}

function written(times: TimeSummary): TimeSummary {
  return JSON.parse(JSON.stringify({ times }, keepHistograms)).times
}

test('distributions from a file with histograms are merged like those that were measured here', () => {
  const [a, b] = [timesOf([1000, 7000], [300]), timesOf([2000], [9000])]
  const both = mergeTimes([written(a), written(b)])
  expect(both).toEqual(mergeTimes([a, b]))
  expect(both).toEqual(timesOf([1000, 7000, 2000], [300, 9000]))
  const { histogram, ...figures } = written(timesOf([1000]))
  expect(figures).toEqual(timesOf([1000]))
  expect(histogram).toMatchObject({ sum: 1000, min: 1000, max: 1000 })
})

test('a time that was not measured, or has no histogram, is written as it is', () => {
  const nothing = timesOf([])
  expect(written(nothing)).toEqual(nothing)
  const onlyCutOff = timesOf([], [4000])
  expect(mergeTimes([written(onlyCutOff), written(timesOf([1]))])).toEqual(mergeTimes([onlyCutOff, timesOf([1])]))
})

test('distributions cannot be merged where one was read from a file without its histogram', () => {
  const measured = timesOf([1000])
  expect(mergeTimes([measured, { ...measured }])).toBeUndefined()
})
