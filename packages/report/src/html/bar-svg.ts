import type { ReportBar } from '@benchpress/core/report'
import { markup, type Markup } from './markup.ts'

const [width, height] = [140, 14]

/** Draws a number and its interval as a bar on its axis, with a line at the number it is held against; the text beside it says the same. */
export function barSvg({ value, low, high, around, axis: [from, to], mark }: ReportBar): Markup {
  const place = (at: number): number => {
    const share = to > from ? (Math.min(Math.max(at, from), to) - from) / (to - from) : 0.5
    return Math.round((4 + share * (width - 8)) * 10) / 10
  }
  const [left, right] = [place(low), place(high)]
  const middle = height / 2
  return markup`<svg class="bar ${mark}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="M${place(around)} 0v${height}"/><rect x="${left}" y="${middle - 3}" width="${Math.max(1, Math.round((right - left) * 10) / 10)}" height="6"/><circle cx="${place(value)}" cy="${middle}" r="3"/></svg>`
}
