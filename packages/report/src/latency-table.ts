import type { TimeSummary } from '@benchpress/core'
import { formatSureFigure } from './format/format-figure.ts'
import type { TableContent } from './table-content.ts'

/** The response times of a scenario, in the columns of autocannon. */
export function latencyTable(time: TimeSummary): TableContent {
  const figures = ['p2_5', 'p50', 'p97_5', 'p99', 'mean', 'stdev', 'max'] as const
  return {
    head: ['Stat', '2.5%', '50%', '97.5%', '99%', 'Avg', 'Stdev', 'Max'],
    apart: ['Avg', 'Stdev', 'Max'],
    rows: [['Latency', ...figures.map((figure) => formatSureFigure(time, figure))]],
  }
}
