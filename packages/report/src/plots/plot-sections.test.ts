import type { ReportPlot, ReportSection } from '@benchpress/core/report'
import { describe, expect, test } from 'vitest'
import { longSuite } from '../../test/long-suite.ts'
import { connectionsWorkload, documentedTimes, samplesOfEach, scenario, second, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { openScenario, rateWorkload, users } from '../../test/users-fixture.ts'
import { plotSections } from './plot-sections.ts'
import { plannedLevel } from './response-plots.ts'

type Plot = ReportPlot['plot']

function plotsOf(sections: readonly ReportSection[]): readonly Plot[] {
  return sections.flatMap(({ parts }) => parts.flatMap((part) => ('plot' in part ? [part.plot] : [])))
}

function plotNamed(title: string, sections: readonly ReportSection[]): Plot {
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

describe('the plots of a run', () => {
  test('are in sections for browsers, with what they are by the second, how times are distributed, and the status codes', () => {
    expect(sections.map(({ title, on }) => [title, on])).toEqual([
      ['Over time', 'browser'],
      ['Percentiles', 'browser'],
      ['Status codes', 'browser'],
    ])
    expect(plotsOf(sections).map(({ title }) => title)).toEqual(['Response time', 'Throughput and failures', 'Percentiles', 'Distribution'])
  })

  test('have the figures of each second as they are in the result', () => {
    const { x, y, series } = plotNamed('Response time', sections)
    const [first] = suiteResult().tests[0]?.scenarios ?? []
    expect(x.values).toEqual(first?.series.map(({ at }) => at))
    expect(y.unit).toBe('ms')
    expect(series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['50%', 24],
      ['99%', 42],
      ['Max', 50],
    ])
  })

  test('name nothing per second of a second that was cut short', () => {
    const series = [second(0, 100), second(1, 100), { ...second(2, 40), length: 0.4 }]
    const { series: lines } = plotNamed(
      'Throughput and failures',
      plotSections(suiteResult([testResult({ scenarios: [scenario({ series })] })])),
    )
    expect(lines[0]?.values).toEqual([100, 100, null])
  })

  test('have the times in which the target was away, on the clock of their scenario', () => {
    const late = scenario({ name: 'late', workload: { ...connectionsWorkload, startAfter: 10 } })
    const scenarios = [scenario({ name: 'first' }), late]
    const absences = [{ from: 12, to: 15, broken: 1, refused: 3 }]
    const plots = plotsOf(plotSections(suiteResult([testResult({ scenarios, absences })]))).filter(({ title }) => title === 'Response time')
    expect(plots.map(({ bands }) => bands)).toEqual([
      [{ from: 12, to: 15, name: 'target away' }],
      [{ from: 2, to: 5, name: 'target away' }],
    ])
  })

  test('of a target that never came back are shaded to the end', () => {
    const absences = [{ from: 12, to: null, broken: 1, refused: 3 }]
    const { bands } = plotNamed('Response time', plotSections(suiteResult([testResult({ absences })])))
    expect(bands).toEqual([{ from: 12, to: 30.23, name: 'target away' }])
  })

  test('have the resources of a test once, on the same time axis', () => {
    const plots = plotsOf(plotSections(longSuite(20, { peakAt: 5, gapAt: 7 })))
    expect(plots.map(({ title }) => title)).toEqual([
      'Response time',
      'Throughput and failures',
      'CPU',
      'Memory',
      'Loop delay of the generator',
      'Percentiles',
      'Distribution',
    ])
    const overTime = plots.filter(({ x }) => x.unit === 's')
    expect(overTime.map(({ x }) => x.range)).toEqual(overTime.map(() => [0, 20]))
  })
})

describe('the percentiles of a run', () => {
  test('leave out what is of too few samples, or a lower bound', () => {
    const lowerBounds = ['p95', 'p97_5'] as const
    const unfinished = { count: 3, shortest: 1, mean: 1, longest: 1, lowerBounds, samples: samplesOfEach(2000) }
    const responseTime = { ...documentedTimes, count: 2000, unfinished }
    const { x, series } = plotNamed('Percentiles', plotSections(suiteResult([testResult({ scenarios: [scenario({ responseTime })] })])))
    expect([x.values, series[0]?.values]).toEqual([
      [0.025, 0.5, 0.75, 0.9, 0.99],
      [13, 24, 27, 30, 42],
    ])
  })

  test('are those of service times, too, where these differ', () => {
    const { series } = plotNamed('Percentiles', plotSections(suiteResult([testResult({ scenarios: [openScenario()] })])))
    expect(series.map(({ name }) => name)).toEqual(['Response time', 'Service time'])
  })

  test('make a distribution whose areas add up to the share that is known', () => {
    const { x, series } = plotNamed('Distribution', sections)
    const areas = (series[0]?.values ?? []).map((density, index) => (density ?? 0) * ((x.values[index + 1] ?? 0) - (x.values[index] ?? 0)))
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(0.999, 9)
  })
})

describe('the plan of a rate', () => {
  const stages = [
    { duration: 10, to: 100 },
    { duration: 20, to: 100 },
    { duration: 10, to: 0 },
  ]

  test('rises, stays and falls as its stages do, and ends with them', () => {
    expect([0, 5, 10, 29, 35, 40].map((at) => plannedLevel(0, stages, at))).toEqual([0, 50, 100, 100, 50, null])
  })

  test('stands beside what came', () => {
    const open = openScenario({ workload: rateWorkload, users: users(), series: [0, 1, 2].map((at) => second(at, 200)) })
    const { series } = plotNamed('Throughput and failures', plotSections(suiteResult([testResult({ scenarios: [open] })])))
    expect(series.at(-1)).toEqual({ name: 'Iterations planned', as: 'plan', values: [200, 200, 200] })
  })
})

test('of a day, a plot has at most 1,000 positions, the peak and the gap among them, and says so', () => {
  const { x, series, caption } = plotNamed('Response time', plotSections(longSuite(86_400, { peakAt: 30_001, gapAt: 50_002 })))
  expect(x.values.length).toBeLessThanOrEqual(1000)
  expect(series.find(({ name }) => name === 'Max')?.values[x.values.indexOf(30_001)]).toBe(987.654)
  expect(series[0]?.values[x.values.indexOf(50_002)]).toBeNull()
  expect(caption).toMatch(/Drawn are [\d,]+ of 86,400 positions/)
})
