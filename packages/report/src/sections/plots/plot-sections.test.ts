import hdr from 'hdr-histogram-js'
import type { TestResult, TimeSummary } from '@benchpress/core'
import { plannedLevel } from '@benchpress/core/report'
import { describe, expect, test } from 'vitest'
import { longSuite } from '../../../test/long-suite.ts'
import { recordedResult } from '../../../test/recorded-results.ts'
import {
  connectionsWorkload,
  documentedTimes,
  noTimes,
  samplesOfEach,
  scenario,
  second,
  suiteResult,
  testResult,
} from '../../../test/suite-fixture.ts'
import { openScenario, rateWorkload, users } from '../../../test/users-fixture.ts'
import type { DocumentSection, Plot } from '../../render/report-document.ts'
import { plotSections } from './plot-sections.ts'

function plotsOf(sections: readonly DocumentSection[]): readonly Plot[] {
  return sections.flatMap(({ parts }) => parts.flatMap((part) => ('plot' in part ? [part.plot] : [])))
}

function plotNamed(title: string, sections: readonly DocumentSection[]): Plot {
  const found = plotsOf(sections).find((plot) => plot.title === title)
  if (found === undefined)
    throw new Error(
      `no plot ${title} among ${plotsOf(sections)
        .map((plot) => plot.title)
        .join(', ')}`,
    )
  return found
}

const sections = plotSections(suiteResult())

// From 100 to 200 µs.
const microseconds = Array.from({ length: 10_000 }, (_, index) => 100 + Math.floor(index / 100))

/** The plots of a run whose response times, in microseconds, stand in its file. */
function sectionsOf(values: readonly number[]): readonly DocumentSection[] {
  const histogram = hdr.build({ numberOfSignificantValueDigits: 3 })
  for (const value of values) histogram.recordValue(value)
  const sum = values.reduce((all, value) => all + value, 0)
  const encoded = { hdr: hdr.encodeIntoCompressedBase64(histogram), sum, min: Math.min(...values), max: Math.max(...values) }
  const responseTime: TimeSummary = { ...documentedTimes, count: values.length, histogram: encoded }
  return plotSections(suiteResult([testResult({ scenarios: [scenario({ responseTime, serviceTime: responseTime })] })]))
}

describe('the plots of a run', () => {
  test('are in sections for browsers: figures by second, distributions of times, and status codes', () => {
    expect(sections.map(({ title, on }) => [title, on])).toEqual([
      ['Over time', 'browser'],
      ['Percentiles', 'browser'],
      ['Status codes', 'browser'],
    ])
    expect(plotsOf(sections).map(({ title }) => title)).toEqual(['Response time', 'Throughput and failures', 'Percentiles'])
  })

  test('plots have the figures of each second as they are in the result', () => {
    const { x, y, series } = plotNamed('Response time', sections)
    const [first] = suiteResult().tests[0]?.scenarios ?? []
    expect(x.values).toEqual(first?.series.map(({ at }) => at))
    expect(y.unit).toBe('ms')
    expect(series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['50%', 24],
      ['90%', 30],
      ['99%', 42],
      ['Max', 50],
    ])
    expect(series.map(({ isShaded = false }) => isShaded)).toEqual([false, true, true, false])
  })

  test('a result of an earlier version has the percentiles that were kept', () => {
    const earlier = [0, 1].map((at) => {
      const { p90: _p90, ...kept } = second(at, 100)
      return kept
    })
    const { series, caption } = plotNamed(
      'Response time',
      plotSections(suiteResult([testResult({ scenarios: [scenario({ series: earlier })] })])),
    )
    expect(series.map(({ name, isShaded = false }) => [name, isShaded])).toEqual([
      ['50%', false],
      ['99%', false],
      ['Max', false],
    ])
    expect(caption).not.toContain('bands')
  })

  test('have service times beside response times, on the same axis, where these differ', () => {
    const serviceTime = { p50: 2, p90: 3, p99: 5, max: 11 }
    const series = [0, 1].map((at) => ({ ...second(at, 100), serviceTime }))
    const plots = plotsOf(plotSections(suiteResult([testResult({ scenarios: [openScenario({ series })] })])))
    const [response, service] = ['Response time', 'Service time'].map((title) => plots.find((plot) => plot.title === title))
    expect(service?.series.map(({ values }) => values[1])).toEqual([2, 3, 5, 11])
    expect([response?.y.range, service?.y.range]).toEqual([
      [2, 50],
      [2, 50],
    ])
    const same = plotsOf(plotSections(suiteResult([testResult({ scenarios: [scenario({ series })] })])))
    expect(same.map(({ title }) => title)).not.toContain('Service time')
  })

  test('plots have no rate for a second that was cut short', () => {
    const series = [second(0, 100), second(1, 100), { ...second(2, 40), length: 0.4 }]
    const { series: lines } = plotNamed(
      'Throughput and failures',
      plotSections(suiteResult([testResult({ scenarios: [scenario({ series })] })])),
    )
    expect(lines[0]?.values).toEqual([100, 100, null])
  })

  test('shade the times in which the target was away, on the clock of their scenario', () => {
    const late = scenario({ name: 'late', workload: { ...connectionsWorkload, startAfter: 10 } })
    const scenarios = [scenario({ name: 'first' }), late]
    const absences = [{ from: 12, to: 15, broken: 1, refused: 3 }]
    const plots = plotsOf(plotSections(suiteResult([testResult({ scenarios, absences })]))).filter(({ title }) => title === 'Response time')
    expect(plots.map(({ bands }) => bands)).toEqual([
      [{ from: 12, to: 15, name: 'target away' }],
      [{ from: 2, to: 5, name: 'target away' }],
    ])
  })

  test('plots are shaded to the end where the target never came back', () => {
    const absences = [{ from: 12, to: null, broken: 1, refused: 3 }]
    const { bands } = plotNamed('Response time', plotSections(suiteResult([testResult({ absences })])))
    expect(bands).toEqual([{ from: 12, to: 30.23, name: 'target away' }])
  })

  test('plots have the resources of a test once, on the same time axis', () => {
    const plots = plotsOf(plotSections(longSuite(20, { peakAt: 5, gapAt: 7 })))
    expect(plots.map(({ title }) => title)).toEqual([
      'Response time',
      'Service time',
      'Throughput and failures',
      'Requests in flight',
      'CPU',
      'Memory',
      'Loop delay of the generator',
      'Percentiles',
    ])
    const overTime = plots.filter(({ x }) => x.unit === 's')
    expect(overTime.map(({ x }) => x.range)).toEqual(overTime.map(() => [0, 20]))
  })
})

describe('the percentiles of a run', () => {
  test('leave out figures of too few samples, and lower bounds', () => {
    const lowerBounds = ['p95', 'p97_5'] as const
    const unfinished = { count: 3, shortest: 1, mean: 1, longest: 1, lowerBounds, samples: samplesOfEach(2000) }
    const responseTime = { ...documentedTimes, count: 2000, unfinished }
    const { x, series } = plotNamed('Percentiles', plotSections(suiteResult([testResult({ scenarios: [scenario({ responseTime })] })])))
    expect([x.values, series[0]?.values]).toEqual([
      [0.025, 0.5, 0.75, 0.9, 0.99],
      [13, 24, 27, 30, 42],
    ])
  })

  test('percentiles are those of service times, too, where these differ', () => {
    const { series } = plotNamed('Percentiles', plotSections(suiteResult([testResult({ scenarios: [openScenario()] })])))
    expect(series.map(({ name }) => name)).toEqual(['Response time', 'Service time'])
  })

  test('are read from the histogram at more shares than the summary has, as a line', () => {
    const { x, series } = plotNamed('Percentiles', sectionsOf(microseconds))
    const at = (share: number): number | null | undefined => series[0]?.values[x.values.indexOf(share)]
    expect([series[0]?.as, x.values.length > 20, x.values.at(-1)]).toEqual(['line', true, 0.999])
    expect([at(0.5), at(0.9)]).toEqual([0.149, 0.189])
  })

  test('have a distribution beside them, each step of which is a share of all times', () => {
    const { x, y, series } = plotNamed('Distribution', sectionsOf(microseconds))
    const steps = (series[0]?.values ?? []).filter((value) => value !== null)
    expect(x.values).toHaveLength(steps.length + 1)
    expect(y).toEqual({ label: 'share of the responses', unit: 'share' })
    // As a density, this would be 600 % of the responses in a millisecond.
    expect(Math.max(...steps)).toBeLessThan(0.2)
    expect(steps.reduce((sum, step) => sum + step, 0)).toBeCloseTo(1, 2)
  })

  test('percentiles have no distribution for a result without histograms', () => {
    expect(plotsOf(sections).map(({ title }) => title)).not.toContain('Distribution')
  })
})

describe('the plan of a rate', () => {
  const stages = [
    { duration: 10, to: 100 },
    { duration: 20, to: 100 },
    { duration: 10, to: 0 },
  ]

  test('rises, stays and falls as its stages do, and ends with them', () => {
    expect([0, 5, 10, 29, 35, 40].map((at) => plannedLevel({ from: 0, stages }, at))).toEqual([0, 50, 100, 100, 50, null])
  })

  test('the plan of a rate is plotted beside the measured rate', () => {
    const open = openScenario({ workload: rateWorkload, users: users(), series: [0, 1, 2].map((at) => second(at, 200)) })
    const { series } = plotNamed('Throughput and failures', plotSections(suiteResult([testResult({ scenarios: [open] })])))
    expect(series.at(-1)).toEqual({ name: 'Iterations planned', as: 'plan', values: [200, 200, 200] })
  })
})

test('delivery times have a percentile curve and a distribution, as response times have', () => {
  const suite = recordedResult('sse')
  const shown = plotSections(suite)
  expect(shown.map(({ title }) => title)).toContain('Delivery times')
  const plots = shown.filter(({ title }) => title === 'Delivery times').flatMap((section) => plotsOf([section]))
  expect(plots.map(({ title, x, y, series }) => [title, x.label, y.label, series.map(({ name }) => name)])).toEqual([
    ['Percentiles of sse', 'share of the deliveries', 'time', ['Delivery time']],
    ['Distribution of sse', 'delivery time', 'share of the deliveries', ['Delivery time']],
  ])
  const [deliveries] = suite.tests.flatMap((run) => run.deliveries)
  expect(plots[0]?.series[0]?.values[plots[0].x.values.indexOf(0.5)]).toBe(deliveries?.deliveryTime.p50)
  const untimed = (run: TestResult): TestResult => ({
    ...run,
    deliveries: run.deliveries.map((each) => ({ ...each, deliveryTime: noTimes })),
  })
  const none = plotSections({ ...suite, tests: suite.tests.map(untimed) })
  expect(none.map(({ title }) => title)).not.toContain('Delivery times')
})

test('the plot of a day has at most 1,000 positions, among them the peak and the gap, and a caption about that', () => {
  const { x, series, caption } = plotNamed('Response time', plotSections(longSuite(86_400, { peakAt: 30_001, gapAt: 50_002 })))
  expect(x.values.length).toBeLessThanOrEqual(1000)
  expect(series.find(({ name }) => name === 'Max')?.values[x.values.indexOf(30_001)]).toBe(987.654)
  expect(series[0]?.values[x.values.indexOf(50_002)]).toBeNull()
  expect(caption).toMatch(/Drawn are [\d,]+ of 86,400 positions/)
})
