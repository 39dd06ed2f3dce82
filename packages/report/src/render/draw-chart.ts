import { formatLength, formatNumber, formatTime, type ReportChart, type ReportCharts, type ReportTimeline } from '@benchpress/core/report'
import { drawBar } from '../format/bars.ts'

const rows = 8
const widest = 72
const narrowestColumn = 4

/** Draws charts as lines of text, one below the other, as narrow as a terminal of a number of columns. */
export function drawCharts({ charts }: ReportCharts, columns?: number): readonly string[] {
  const drawn = charts.map((chart) => drawChart(chart, columns)).filter((lines) => lines.length > 0)
  return drawn.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

/** Draws values against a parameter, evenly spaced from 0 to the highest, with labelled axes; nothing where there are none. */
export function drawChart({ title, series, ticks, axis, unit }: ReportChart, columns: number = Infinity): readonly string[] {
  const format = unit === 'ms' ? formatTime : formatNumber
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  if (highest === 0 || ticks.length === 0) return []
  const labels = [format(highest), format(highest / 2), '0'] as const
  const margin = Math.max(...labels.map((label) => label.length))
  const longest = Math.max(...ticks.map((tick) => tick.length))
  const wanted = Math.max(narrowestColumn, longest + 2, Math.min(10, Math.floor(widest / ticks.length)))
  const column = Math.max(longest + 1, Math.min(wanted, Math.floor((columns - margin - 2) / ticks.length)))
  const labelOf = (row: number): string => (row === 0 ? labels[0] : row === rows / 2 ? labels[1] : '')
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = ticks.map((_tick, point) => center(markAt(series, point, rows - row, highest), column))
    return `${labelOf(row).padStart(margin)} │${cells.join('')}`.trimEnd()
  })
  const legend = series.length < 2 ? '' : `: ${series.map(({ mark, name }) => `${mark} ${name}`).join('   ')}`
  return [
    `${title}${legend}`,
    ...lines,
    `${labels[2].padStart(margin)} └${'─'.repeat(column * ticks.length)}`,
    `${' '.repeat(margin + 2)}${ticks.map((tick) => center(tick, column)).join('')}`.trimEnd(),
    `${' '.repeat(margin + 2)}${center(axis, column * ticks.length)}`.trimEnd(),
  ]
}

/** The mark of the last series whose value is at a height, from 1 at the bottom to all rows at the highest. */
function markAt(series: ReportChart['series'], point: number, height: number, highest: number): string {
  const there = series.findLast(({ values }) => {
    const value = values[point] ?? null
    return value !== null && Math.max(1, Math.round((value / highest) * rows)) === height
  })
  return there?.mark ?? ''
}

function center(text: string, width: number): string {
  const before = Math.max(0, Math.floor((width - text.length) / 2))
  return `${' '.repeat(before)}${text}`.padEnd(width)
}

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
  const most = unit === 'ms' ? formatTime(highest) : formatNumber(highest)
  const end = formatLength(duration)
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
