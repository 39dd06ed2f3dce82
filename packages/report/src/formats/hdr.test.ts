import hdr from 'hdr-histogram-js'
import { expect, test } from 'vitest'
import type { SuiteResult, TimeSummary } from '@benchpress/core'
import { hostileSuite } from '../../test/hostile-suite.ts'
import { connectionsWorkload, documentedTimes, samplesOfEach, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { hgrm, hlog } from './hdr.ts'

function timesOf(values: readonly number[]): TimeSummary {
  const histogram = hdr.build({ numberOfSignificantValueDigits: 3 })
  for (const value of values) histogram.recordValue(value)
  const encoded = { hdr: hdr.encodeIntoCompressedBase64(histogram), sum: 1, min: Math.min(...values), max: Math.max(...values) }
  return { ...documentedTimes, count: values.length, histogram: encoded }
}

const values = Array.from({ length: 1000 }, (_, index) => (index + 1) * 100)

function suiteOf(...responseTimes: readonly TimeSummary[]): SuiteResult {
  return suiteResult(responseTimes.map((responseTime, index) => testResult({ repeat: index + 1, scenarios: [scenario({ responseTime })] })))
}

// A line of figures: value, percentile from 0 to 1, count up to it, 1/(1-percentile).
const figures = /^ +([\d.]+) ([01]\.\d{12}) +(\d+)(?: +[\d.]+)?$/

test('percentiles are written in the grammar of the plotter, in milliseconds', () => {
  const files = hgrm(suiteOf(timesOf(values)), 'times.hgrm')
  expect(Object.keys(files)).toEqual(['times.hgrm'])
  const lines = (files['times.hgrm'] ?? '').trimEnd().split('\n')
  expect(lines[0]).toMatch(/^ +Value +Percentile +TotalCount +1\/\(1-Percentile\)$/)
  expect(lines[1]).toBe('')
  const rows = lines.slice(2).filter((line) => !line.startsWith('#['))
  expect(rows.filter((row) => !figures.test(row))).toEqual([])
  const read = rows.map((row) => figures.exec(row)?.slice(1).map(Number) ?? [])
  expect(read.at(-1)).toEqual([expect.closeTo(100, 0), 1, 1000])
  const [median] = read.find(([, percentile = 0]) => percentile >= 0.5) ?? []
  expect(median).toBeCloseTo(50, 0)
  expect(lines.at(-1)).toBe('#[Response time in milliseconds of deserve, test]')
})

test('each run has a file of its own, with a comment about requests that were cut off', () => {
  const unfinished = { count: 7, shortest: 1, mean: 1, longest: 4020, lowerBounds: [], samples: samplesOfEach(5) }
  const histogram = timesOf([1]).histogram
  const cutOff = { ...timesOf(values), unfinished: { ...unfinished, ...(histogram && { histogram }) } }
  const files = hgrm(suiteOf(timesOf(values), cutOff), 'times.hgrm')
  expect(Object.keys(files)).toEqual(['times.hgrm', 'times-2.hgrm'])
  expect(files['times-2.hgrm']).toContain('#[Cut off and not in it: 7, the longest after 4020 ms]')
})

test('a result without histograms has a file with only a comment', () => {
  expect(hgrm(suiteOf(documentedTimes), 'times.hgrm')).toEqual({ 'times.hgrm': '#[There is no histogram]\n' })
})

test('the reader of HdrHistogram reads a log, with its tag, its times and every value', () => {
  const log = hlog(suiteOf(timesOf(values), timesOf([5, 6])))
  const reader = new hdr.HistogramLogReader(log)
  const all = [reader.nextIntervalHistogram(), reader.nextIntervalHistogram(), reader.nextIntervalHistogram()]
  expect(all.map((histogram) => histogram?.totalCount)).toEqual([1000, 2, undefined])
  expect(all[0]?.tag).toBe('deserve_run_1_test')
  expect(all[0]?.startTimeStampMsec).toBe(Date.parse('2026-01-02T03:04:05.000Z'))
  expect((all[0]?.endTimeStampMsec ?? 0) - (all[0]?.startTimeStampMsec ?? 0)).toBeCloseTo(30_230, 0)
  expect(all[1]?.maxValue).toBe(6)
  expect(hdr.listTags(log)).toEqual(['deserve_run_1_test', 'deserve_run_2_test'])
})

test('the times of a log are those of the run phases, without warm-ups and set-up', () => {
  const responseTime = timesOf(values)
  const later = { ...connectionsWorkload, startAfter: 2, warmup: 3 }
  const warmedUp = scenario({ name: 'warmed up', responseTime, duration: 10, workload: { ...connectionsWorkload, warmup: 1.5 } })
  const suite = suiteResult([
    testResult({ scenarios: [warmedUp, scenario({ name: 'later', responseTime, duration: 4, workload: later })] }),
    testResult({ startedAt: '2026-01-02T03:05:05.000Z', repeat: 2, scenarios: [warmedUp] }),
  ])
  const log = hlog(suite)
  expect(log).toContain('#[StartTime: 1767323046.5 (seconds since epoch), 2026-01-02T03:04:06.500Z]\n')
  const lines = log.split('\n').flatMap((line) => /^Tag=[^,]+,([^,]+),([^,]+),/.exec(line)?.slice(1).map(Number) ?? [])
  expect(lines).toEqual([0, 10, 3.5, 4, 60, 10])
  const reader = new hdr.HistogramLogReader(log)
  const begins = suite.tests.flatMap(({ scenarios }) => scenarios.map(() => reader.nextIntervalHistogram()?.startTimeStampMsec))
  expect(begins).toEqual(
    ['2026-01-02T03:04:06.500Z', '2026-01-02T03:04:10.000Z', '2026-01-02T03:05:06.500Z'].map((time) => Date.parse(time)),
  )
})

test('a hostile text stays one tag on one line', () => {
  const suite = hostileSuite()
  const responseTime = timesOf(values)
  const tests = suite.tests.map((run) => ({ ...run, scenarios: run.scenarios.map((each) => ({ ...each, responseTime })) }))
  const reader = new hdr.HistogramLogReader(hlog({ ...suite, tests }))
  expect(reader.nextIntervalHistogram()?.totalCount).toBe(1000)
  expect(reader.nextIntervalHistogram()).toBeNull()
})
