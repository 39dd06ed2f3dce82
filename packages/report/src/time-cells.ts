import type { TimeFigure, TimeSummary } from '@benchpress/core'
import { formatFigure } from './format/format-figure.ts'

/** The headings of {@link timeCells}. */
export const timeHeadings = ['50%', '90%', '95%', '99%', 'Avg', 'Max'] as const

/** The figures of a distribution of times for a row of a table; a percentile with too few samples has a mark. */
export function timeCells(time: TimeSummary, format: (time: TimeSummary, figure: TimeFigure) => string = formatFigure): readonly string[] {
  return (['p50', 'p90', 'p95', 'p99', 'mean', 'max'] as const).map((figure) => format(time, figure))
}
