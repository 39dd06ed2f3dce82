import type { ReportTimeline } from '@benchpress/core/report'
import { drawBar } from './format/bars.ts'
import { formatThroughput, formatSeconds, formatTime } from './format/number.ts'

const mostPlaces = 60
const bandMark = '▲'

type Timeline = ReportTimeline['timeline']

/** Draws the highest of all values at each of at most 60 places, with the bands marked below; nothing where no value is above 0. */
export function drawTimeline({ timeline }: ReportTimeline): readonly string[] {
  const { run, unit, duration, series, bandsTitle, bands } = timeline
  const seconds = Math.max(0, ...series.map(({ values }) => values.length))
  const size = Math.max(1, Math.ceil(seconds / mostPlaces))
  const places = Array.from({ length: Math.ceil(seconds / size) }, (_, index) => index * size)
  const heights = places.map((from) => highestOf(series, from, from + size))
  const highest = Math.max(0, ...heights)
  if (highest === 0) return []
  const isIn = (from: number): boolean => bands.some((band) => band.from < from + size && band.to > from)
  const marks = places.map((from) => (isIn(from) ? bandMark : ' ')).join('')
  const most = unit === 'ms' ? formatTime(highest) : formatThroughput(highest)
  const end = formatSeconds(duration)
  return [
    `${run === undefined ? '' : `${run}: `}${nameValues(timeline, size)}, up to ${most}; ${bandMark} ${bandsTitle}`,
    heights.map((height) => (height === 0 ? ' ' : drawBar(height / highest))).join(''),
    marks.trimEnd(),
    `0s${end.padStart(Math.max(end.length + 1, places.length - 2))}`,
  ]
}

function highestOf(series: Timeline['series'], from: number, to: number): number {
  return Math.max(0, ...series.flatMap(({ values }) => values.slice(from, to).map((value) => value ?? 0)))
}

// Values of several series or seconds in one place are not averaged: the highest is drawn.
function nameValues({ title, series, isOfOneSecond }: Timeline, size: number): string {
  const of = series.length > 1 ? ` (${series.map(({ name }) => name).join(', ')})` : ''
  if (size === 1) return of === '' ? `${title} of each second` : `highest ${title}${of} of each second`
  return `highest ${title}${of}${isOfOneSecond ? ' of a second' : ''} in each ${size} s`
}
