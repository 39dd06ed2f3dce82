import type { ScenarioSummary, SuiteResult, SweepPoint, TestResult } from '@benchpress/core'
import { knownPercentile } from '@benchpress/core/report'
import { mean } from 'simple-statistics'
import type { Plot, PlotMark, PlotPart, PlotSeries } from '../render/report-document.ts'
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
export function sweepCharts(swept: SweptScenario, marks?: readonly PlotMark[]): readonly PlotPart[] {
  const points = runsByValue(swept).map(([value, runs]) => ({
    value,
    scenarios: runs.map(({ scenario }) => scenario).filter(isStarted),
  }))
  if (points.length < 2) return []
  const valuesOf = (read: (scenario: ScenarioSummary) => number | null): readonly (number | null)[] =>
    points.map(({ scenarios }) => {
      const known = scenarios.map(read).filter((value) => value !== null)
      return known.length === 0 ? null : mean(known)
    })
  const timesOf = (name: string, mark: string, figure: 'p50' | 'p90' | 'p99'): PlotSeries => ({
    name,
    mark,
    as: 'points',
    values: valuesOf(({ responseTime }) => knownPercentile(responseTime, figure)),
  })
  const perSecond = valuesOf(({ throughput: { requestsPerSecond } }) => requestsPerSecond)
  const shared = axisOf(
    swept.parameter,
    points.map(({ value }) => value),
    (positions) => marks ?? kneeOf(positions, perSecond),
  )
  return [
    chartOf('Requests/s', 'per second', [{ name: 'requests/s', mark: '*', as: 'points', values: perSecond }], shared),
    chartOf('Latency', 'ms', [timesOf('50%', 'o', 'p50'), timesOf('90%', '+', 'p90'), timesOf('99%', 'x', 'p99')], shared),
  ]
}

type SharedAxis = Pick<Plot, 'x' | 'marks'>

// The ratio of two values of a parameter from which a logarithmic axis is easier to read.
const manyTimes = 20

// Values that are no numbers are placed evenly.
function axisOf(
  label: string,
  values: readonly (number | string)[],
  marksOf: (positions: readonly number[]) => readonly PlotMark[],
): SharedAxis {
  const positions = values.filter((value) => typeof value === 'number')
  if (positions.length < values.length) return { x: { label, unit: 'number', values: [...values.keys()], names: values.map(String) } }
  const [lowest, highest] = [Math.min(...positions), Math.max(...positions)]
  const isWide = lowest > 0 && highest > lowest * manyTimes
  return { x: { label, unit: 'number', values: positions, ...(isWide && { scale: 'log' }) }, marks: marksOf(positions) }
}

function chartOf(title: string, unit: 'per second' | 'ms', series: readonly PlotSeries[], shared: SharedAxis): PlotPart {
  const missing = series.filter(({ values }) => values.every((value) => value === null)).map(({ name }) => name)
  const note = missing.length === 0 ? '' : `, which is all of ${missing.join(', ')}`
  const caption = `The mean of the runs of each value; what is of too few samples, or a lower bound, is left out${note}.`
  return { plot: { title, caption, y: { label: title, unit }, series, ...shared }, isChart: true, detail: true }
}

const nearHighest = 0.95

// The knee is the value from which more load brought no more throughput; no mark where the highest load had the most.
function kneeOf(positions: readonly number[], perSecond: readonly (number | null)[]): readonly PlotMark[] {
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
