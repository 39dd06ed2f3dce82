import type { ReportCell, ReportCondition, ReportFigure } from '@benchpress/core/report'
import { formatNumber } from './number.ts'

const caveats = { few: '~', 'lower-bound': '>= ' } as const
const signs = { yes: '✓', no: '✗', unknown: '?' } as const

/** Writes a cell as text, with the marks of its figure: `~42 ms (38 ms to 51 ms)`, `>= 4.02 s`, `✓ http_failed`. */
export function drawCell(cell: ReportCell): string {
  if (typeof cell === 'string') return cell
  if ('condition' in cell) return `${signOf(cell)} ${cell.condition}`
  const { figure, caveat, interval } = cell
  return `${caveat === undefined ? '' : caveats[caveat]}${figure}${interval === undefined ? '' : ` (${interval})`}`
}

/** The sign before a condition: `✓` where it holds, `✗` where it does not, `?` where that is unknown. */
export function signOf({ holds }: ReportCondition): string {
  return signs[holds]
}

/** A number with its text, by which a table can be sorted; `n/a` for `null`. */
export function numberCell(value: number | null, format: (value: number) => string = formatNumber): ReportFigure {
  return value === null ? { figure: 'n/a' } : { figure: format(value), value }
}

/** Explains the caveats and intervals of figures as {@link drawCell} writes them; no line where there are none. */
export function explainFigures(figures: readonly ReportFigure[]): readonly string[] {
  const has = (wanted: ReportFigure['caveat']): boolean => figures.some(({ caveat }) => caveat === wanted)
  return [
    ...(has('few') ? ['~ Few samples: a figure of some of them rather than of the distribution, by which nothing is judged.'] : []),
    ...(has('lower-bound') ? ['>= A lower bound: requests were cut off, and what they would have taken is not known.'] : []),
    ...(figures.some(({ interval }) => interval !== undefined)
      ? ['In brackets: where the true percentile lies with a confidence of 95 %, if samples are independent.']
      : []),
  ]
}
