import { formatValue } from '@benchpress/core/report'
import type { Plot } from './report-document.ts'

const rows = 8
const widest = 72
const narrowestColumn = 4

/** Draws the values of a plot in characters, evenly spaced from 0 to the highest, with labelled axes; nothing where there are none. */
export function drawChart({ title, series, x, y }: Plot, columns: number = Infinity): readonly string[] {
  const ticks = x.names ?? x.values.map(String)
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  if (highest === 0 || ticks.length === 0) return []
  const labels = [formatValue(highest, y.unit), formatValue(highest / 2, y.unit), '0'] as const
  const margin = Math.max(...labels.map((label) => label.length))
  const longest = Math.max(...ticks.map((tick) => tick.length))
  const wanted = Math.max(narrowestColumn, longest + 2, Math.min(10, Math.floor(widest / ticks.length)))
  const column = Math.max(longest + 1, Math.min(wanted, Math.floor((columns - margin - 2) / ticks.length)))
  const labelOf = (row: number): string => (row === 0 ? labels[0] : row === rows / 2 ? labels[1] : '')
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = ticks.map((_tick, point) => center(markAt(series, point, rows - row, highest), column))
    return `${labelOf(row).padStart(margin)} │${cells.join('')}`.trimEnd()
  })
  const legend = series.length < 2 ? '' : `: ${series.map(({ mark = '', name }) => `${mark} ${name}`).join('   ')}`
  return [
    `${title}${legend}`,
    ...lines,
    `${labels[2].padStart(margin)} └${'─'.repeat(column * ticks.length)}`,
    `${' '.repeat(margin + 2)}${ticks.map((tick) => center(tick, column)).join('')}`.trimEnd(),
    `${' '.repeat(margin + 2)}${center(x.label, column * ticks.length)}`.trimEnd(),
  ]
}

// The mark of the last series whose value is at a height, from 1 at the bottom to all rows at the highest.
function markAt(series: Plot['series'], point: number, height: number, highest: number): string {
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
