import type { ScenarioSummary, TestResult } from '@benchpress/core'
import { delayOf, type ReportAxis, type ReportPlot, type ReportPlotSeries } from '@benchpress/core/report'
import { disturbedBands } from '../disturbed-seconds.ts'
import { formatNumber } from '../format/number.ts'
import { thin } from './thin.ts'

type Plot = ReportPlot['plot']

/** The data of a plot over the time of a run, before its positions are thinned. */
export interface OverTime {
  readonly title: string
  readonly caption: string
  readonly y: ReportAxis
  /** Seconds from the start of the run phase, in ascending order. */
  readonly at: readonly number[]
  readonly series: readonly ReportPlotSeries[]
  /** End of the time axis, in seconds. */
  readonly end: number
  readonly bands?: NonNullable<Plot['bands']>
}

/** A plot over the time of a run; `undefined` where fewer than two positions have values. */
export function timePlot({ title, caption, y, at, series, end, bands = [] }: OverTime): ReportPlot | undefined {
  const told = at.filter((_, index) => series.some(({ values, as }) => as !== 'plan' && typeof values[index] === 'number'))
  if (told.length < 2) return undefined
  const kept = thin(
    at,
    series.map(({ values }) => values),
  )
  const left = at.length - kept.length
  const thinned =
    left === 0
      ? []
      : [`Drawn are ${formatNumber(kept.length)} of ${formatNumber(at.length)} positions, the lowest and the highest values among them.`]
  const names = [...new Set(bands.map(({ name }) => name))]
  return {
    plot: {
      title,
      caption: [caption, ...thinned, ...(names.length === 0 ? [] : [`Shaded: ${names.join('; ')}.`])].join(' '),
      x: { label: 'time since the start of the run phase', unit: 's', range: [0, end], values: kept.map((index) => at[index] ?? 0) },
      y,
      series: series.map((one) => ({ ...one, values: kept.map((index) => one.values[index] ?? null) })),
      bands,
    },
  }
}

/** The disturbances of a test, on the clock of one of its scenarios: the machine was disturbed, or the target was away. */
export function bandsOf(test: TestResult, scenario: ScenarioSummary): NonNullable<Plot['bands']> {
  const { duration } = scenario
  const delay = delayOf(scenario, test)
  const absences = test.absences.map(({ from, to }) => ({ from: from - delay, to: (to ?? Infinity) - delay, name: 'target away' }))
  return [...disturbedBands(test, scenario).map((band) => ({ ...band, name: 'machine disturbed' })), ...absences]
    .map(({ from, to, name }) => ({ from: Math.max(0, from), to: Math.min(duration, to), name }))
    .filter(({ from, to }) => to > from)
}

/** The axis of positive values: by their logarithm where the highest is many times the lowest, so that both can be read. */
export function axisOf(label: string, unit: ReportAxis['unit'], all: readonly (readonly (number | null)[])[]): ReportAxis {
  const values = all.flat().filter((value) => value !== null && value > 0)
  const [lowest, highest] = values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value ?? low), Math.max(high, value ?? high)],
    [Infinity, 0],
  )
  return { label, unit, ...(highest > lowest * manyTimes && { scale: 'log' as const }) }
}

const manyTimes = 30
