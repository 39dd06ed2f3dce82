import type { ReportPlot } from '@benchpress/core/report'
import { markup, type Content, type Markup } from './markup.ts'
import { formatValue, scaleOf } from './scale.ts'
import { seriesClass } from './series-look.ts'

type Plot = ReportPlot['plot']

const width = 640
const room = { left: 216, right: 28, top: 14, bottom: 58 }
const lineHeight = 34
const longestName = 22

/** Draws named values, one below the other: a point for each, and a line over its interval. */
export function namesSvg({ title, x, y, series }: Plot): Markup {
  const { names = [] } = x
  const height = room.top + names.length * lineHeight + room.bottom
  const ends = series.flatMap(({ values, intervals = [] }) => [...values, ...intervals.flatMap((interval) => interval ?? [])])
  const scale = scaleOf(
    y,
    ends.filter((value) => value !== null),
    true,
  )
  const place = (value: number): number => Math.round((room.left + scale.place(value) * (width - room.left - room.right)) * 10) / 10
  const middle = (row: number): number => room.top + (row + 0.5) * lineHeight
  const bottom = height - room.bottom
  const points = (row: number): Content =>
    series.map(({ values, intervals = [] }, index) => {
      const [value = null, interval = null] = [values[row], intervals[row]]
      return [
        interval === null
          ? undefined
          : markup`<path class="line ${seriesClass(index)}" d="M${place(interval[0])} ${middle(row)}H${place(interval[1])}"/>`,
        value === null ? undefined : markup`<circle class="${seriesClass(index)}" cx="${place(value)}" cy="${middle(row)}" r="5"/>`,
      ]
    })
  return markup`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${y.label} by ${x.label}">
${scale.ticks.map((tick) => markup`<path class="grid" d="M${place(tick)} ${room.top}V${bottom}"/><text class="tick middle" x="${place(tick)}" y="${bottom + 20}">${formatValue(tick, y.unit)}</text>`)}
${names.map((name, row) => markup`<text class="tick end" x="${room.left - 12}" y="${middle(row) + 4}">${shorten(name)}</text>${points(row)}\n`)}
<text class="label end" x="${width - room.right}" y="${height - 8}">${y.label}</text>
</svg>`
}

function shorten(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name
}
