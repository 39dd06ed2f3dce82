import type { ScenarioSummary, TestResult } from '@benchpress/core'
import { formatLength, formatTime } from '@benchpress/core/report'
import { drawBar } from '../../format/bars.ts'
import type { DrawingPart } from '../../render/report-document.ts'
import { disturbedBands, isOfOneSecond } from './time-plot.ts'

const mostPlaces = 60
const bandMark = '▲'

/**
 * Draws the highest p99 at each of at most 60 places of a run phase, with the seconds marked in which the machine was disturbed; nothing where there are none,
 * or where nothing was timed.
 *
 * @param run name of the run, where there are several
 */
export function disturbedDrawings(test: TestResult, scenario: ScenarioSummary, run?: string): readonly DrawingPart[] {
  const bands = disturbedBands(test, scenario)
  const series = timedSeries(scenario)
  const seconds = scenario.series.length
  const size = Math.max(1, Math.ceil(seconds / mostPlaces))
  const places = Array.from({ length: Math.ceil(seconds / size) }, (_, index) => index * size)
  const heights = places.map((from) => Math.max(0, ...series.flatMap(({ values }) => values.slice(from, from + size))))
  const highest = Math.max(0, ...heights)
  if (bands.length === 0 || highest === 0) return []
  const marks = places.map((from) => (bands.some((band) => band.from < from + size && band.to > from) ? bandMark : ' ')).join('')
  const names = series.length > 1 ? ` (${series.map(({ name }) => name).join(', ')})` : ''
  const end = formatLength(scenario.duration)
  return [
    {
      drawing: [
        `${run === undefined ? '' : `${run}: `}${nameValues(names, size, scenario)}, up to ${formatTime(highest)}; ${bandMark} machine disturbed`,
        heights.map((height) => (height === 0 ? ' ' : drawBar(height / highest))).join(''),
        marks.trimEnd(),
        `0s${end.padStart(Math.max(end.length + 1, places.length - 2))}`,
      ],
    },
  ]
}

// Values of several series or seconds in one place are not averaged: the highest is drawn.
function nameValues(names: string, size: number, { series }: ScenarioSummary): string {
  if (size > 1) return `highest p99${names}${isOfOneSecond(series) ? ' of a second' : ''} in each ${size} s`
  return names === '' ? 'p99 of each second' : `highest p99${names} of each second`
}

// The p99 of HTTP and of each plugin, as far as their requests were timed.
function timedSeries({ series, users }: ScenarioSummary): readonly { readonly name: string; readonly values: readonly number[] }[] {
  const ofPlugins = (users?.pluginRequests ?? []).map(({ plugin, series: seconds }) => ({ name: plugin, seconds }))
  return [{ name: 'HTTP', seconds: series }, ...ofPlugins]
    .filter(({ seconds }) => seconds.some(({ p99 }) => p99 !== null))
    .map(({ name, seconds }) => ({ name, values: seconds.map(({ p99 }) => p99 ?? 0) }))
}
