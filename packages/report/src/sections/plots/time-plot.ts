import type { ScenarioSummary, TestResult, SecondSummary } from '@benchpress/core'
import { delayOf, formatNumber, isDisturbed } from '@benchpress/core/report'
import type { Plot, PlotAxis, PlotBand, PlotPart } from '../../render/report-document.ts'

/** The data of a plot over the time of a run, before its positions are thinned. */
interface OverTime extends Pick<Plot, 'title' | 'caption' | 'y' | 'series' | 'bands'> {
  /** Seconds from the start of the run phase, in ascending order. */
  readonly at: readonly number[]
  /** End of the time axis, in seconds. */
  readonly end: number
}

/** A plot over the time of a run; `undefined` where fewer than two positions have values. */
export function timePlot({ title, caption, y, at, series, end, bands = [] }: OverTime): PlotPart | undefined {
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
export function bandsOf(test: TestResult, scenario: ScenarioSummary): readonly PlotBand[] {
  const { duration } = scenario
  const delay = delayOf(scenario, test)
  const absences = test.absences.map(({ from, to }) => ({ from: from - delay, to: (to ?? Infinity) - delay, name: 'target away' }))
  return [...disturbedBands(test, scenario).map((band) => ({ ...band, name: 'machine disturbed' })), ...absences]
    .map(({ from, to, name }) => ({ from: Math.max(0, from), to: Math.min(duration, to), name }))
    .filter(({ from, to }) => to > from)
}

/** The axis of positive values: by their logarithm where the highest is many times the lowest, so that both can be read. */
export function axisOf(label: string, unit: PlotAxis['unit'], all: readonly (readonly (number | null)[])[]): PlotAxis {
  const values = all.flat().filter((value) => value !== null && value > 0)
  const [lowest, highest] = values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value ?? low), Math.max(high, value ?? high)],
    [Infinity, 0],
  )
  return { label, unit, ...(highest > lowest * manyTimes && { scale: 'log' as const }) }
}

const manyTimes = 30

// The most positions of a plot: a screen has no room for more.
const mostPositions = 1000

type Values = readonly (number | null)[]

/**
 * Chooses which of many positions of a plot are kept: in each of equal parts those at which one of the series is lowest, highest or interrupted, so that no
 * peak is lost. Up to 1,000 positions are all kept.
 *
 * @returns their indexes, in ascending order
 */
export function thin(positions: readonly number[], series: readonly Values[]): readonly number[] {
  if (positions.length <= mostPositions) return [...positions.keys()]
  const parts = Math.floor(mostPositions / (3 * series.length))
  const size = Math.ceil(positions.length / parts)
  const kept = new Set([0, positions.length - 1])
  for (let from = 0; from < positions.length; from += size) {
    const to = Math.min(positions.length, from + size)
    for (const values of series) for (const index of telling(values, from, to)) kept.add(index)
  }
  return [...kept].toSorted((a, b) => a - b).slice(0, mostPositions)
}

// Of the positions from `from` to `to`: the lowest, the highest, and the first without a value.
function telling(values: Values, from: number, to: number): readonly number[] {
  let [lowest, highest, gap] = [-1, -1, -1]
  for (let index = from; index < to; index += 1) {
    const value = values[index] ?? null
    if (value === null) {
      if (gap === -1) gap = index
      continue
    }
    if (lowest === -1 || value < (values[lowest] ?? 0)) lowest = index
    if (highest === -1 || value > (values[highest] ?? 0)) highest = index
  }
  return [lowest, highest, gap].filter((index) => index !== -1)
}

// Samples and seconds do not align exactly: a smaller overlap says nothing about a second.
const leastOverlap = 0.1

const longestBySecond = 600

/** Whether a percentile of a second is that of it alone: those of a long run phase are kept for several seconds at once. */
export function isOfOneSecond(seconds: readonly SecondSummary[]): boolean {
  return seconds.length <= longestBySecond
}

/** The seconds of the run phase of a scenario in which the machine was disturbed. */
export function disturbedBands(test: TestResult, scenario: ScenarioSummary): readonly Omit<PlotBand, 'name'>[] {
  const shift = delayOf(scenario, test)
  const disturbed = test.resources.filter(({ disturbance }) => isDisturbed(disturbance))
  const isDisturbedIn = (second: number): boolean =>
    disturbed.some(({ at, length }) => Math.min(second + 1, at - shift) - Math.max(second, at - length - shift) > leastOverlap)
  const seconds = new Set([...scenario.series.keys()].filter(isDisturbedIn))
  const ends = [...seconds].filter((second) => !seconds.has(second + 1))
  return [...seconds].filter((second) => !seconds.has(second - 1)).map((from, index) => ({ from, to: (ends[index] ?? from) + 1 }))
}
