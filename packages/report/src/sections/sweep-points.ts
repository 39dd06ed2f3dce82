import type { ScenarioSummary, SuiteResult, SweepPoint, TestResult } from '@benchpress/core'
import { knownPercentile, type ReportCharts, type ReportPlotMark } from '@benchpress/core/report'
import { mean } from 'simple-statistics'
import { isStarted } from './runs.ts'

/** One run of a scenario at one point of a sweep. */
export interface SweptRun {
  readonly point: SweepPoint
  readonly test: TestResult
  readonly scenario: ScenarioSummary
}

/** One scenario on one variant at all points of a sweep, in the order in which they were run. */
export interface SweptScenario {
  readonly of: string
  readonly parameter: string
  readonly variant: string
  readonly scenario: string
  readonly runs: readonly SweptRun[]
}

/** Groups the tests of sweeps, or the steps of a search, by scenario and variant. */
export function sweptScenarios({ tests }: SuiteResult): readonly SweptScenario[] {
  const runs = tests.flatMap((test): readonly SweptRun[] => {
    const point = test.sweep
    return point === null ? [] : test.scenarios.map((scenario) => ({ point, test, scenario }))
  })
  const groups = Map.groupBy(runs, ({ point, test, scenario }) => JSON.stringify([point.of, point.parameter, test.variant, scenario.name]))
  return [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ point: { of, parameter }, test: { variant }, scenario: { name } }) => ({
      of,
      parameter,
      variant,
      scenario: name,
      runs: own,
    })),
  )
}

/** The values of a sweep that were not run because the suite ended early. */
export function valuesNotRun({ of, parameter, runs }: SweptScenario, { config }: SuiteResult): readonly unknown[] {
  const whole: readonly unknown[] = Array.isArray(config) ? config : [config]
  const tests = whole.flatMap((each) => fieldsOf(each)['tests'] ?? each)
  const swept = tests.map(fieldsOf).find(({ name = 'test', sweep }) => name === of && parameter in fieldsOf(sweep))
  const values = fieldsOf(swept?.['sweep'])[parameter]
  return Array.isArray(values) ? values.filter((value) => runs.every(({ point }) => point.value !== value)) : []
}

/**
 * Throughput and percentiles of a sweep against its parameter, to be plotted; the mean where a value has several runs.
 *
 * @param marks marks on the axis; by default the knee, where there is one
 */
export function sweepCharts(swept: SweptScenario, marks?: readonly ReportPlotMark[]): ReportCharts {
  const points = runsByValue(swept).map(([value, runs]) => ({
    value,
    scenarios: runs.map(({ scenario }) => scenario).filter(isStarted),
  }))
  if (points.length < 2) return { charts: [] }
  const valuesOf = (read: (scenario: ScenarioSummary) => number | null): readonly (number | null)[] =>
    points.map(({ scenarios }) => {
      const known = scenarios.map(read).filter((value) => value !== null)
      return known.length === 0 ? null : mean(known)
    })
  const positions = points.map(({ value }) => value).filter((value) => typeof value === 'number')
  const times = (figure: 'p50' | 'p90' | 'p99'): readonly (number | null)[] =>
    valuesOf(({ responseTime }) => knownPercentile(responseTime, figure))
  const perSecond = valuesOf(({ throughput: { requestsPerSecond } }) => requestsPerSecond)
  const pointedOut = marks ?? kneeOf(positions, perSecond)
  const axes = {
    axis: swept.parameter,
    ...(pointedOut.length > 0 && { marks: pointedOut }),
    ticks: points.map(({ value }) => String(value)),
    ...(positions.length === points.length && { positions }),
  }
  return {
    charts: [
      { title: 'Requests/s', ...axes, unit: 'per second', series: [{ name: 'requests/s', mark: '*', values: perSecond }] },
      {
        title: 'Latency',
        ...axes,
        unit: 'ms',
        series: [
          { name: '50%', mark: 'o', values: times('p50') },
          { name: '90%', mark: '+', values: times('p90') },
          { name: '99%', mark: 'x', values: times('p99') },
        ],
      },
    ],
  }
}

const nearHighest = 0.95

// The knee is the value from which more load brought no more throughput; no mark where the highest load had the most.
function kneeOf(positions: readonly number[], perSecond: readonly (number | null)[]): readonly ReportPlotMark[] {
  const highest = Math.max(...perSecond.map((value) => value ?? 0))
  const knee = perSecond.findIndex((value) => value !== null && value >= highest * nearHighest)
  const at = positions[knee]
  if (at === undefined || highest <= 0 || knee >= perSecond.length - 1 || positions.length < fewestOfKnee) return []
  return [{ at, name: 'knee: the first value within 5 % of the highest throughput' }]
}

const fewestOfKnee = 3

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The runs of each value; of numbers, in their order. */
export function runsByValue({ runs }: SweptScenario): readonly (readonly [value: number | string, runs: readonly SweptRun[]])[] {
  const values = [...Map.groupBy(runs, ({ point }) => point.value)]
  return values.every(([value]) => typeof value === 'number') ? values.toSorted(([a], [b]) => Number(a) - Number(b)) : values
}
