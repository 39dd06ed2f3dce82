import type { TimeFigure } from '../model/metrics/time-summary.ts'
import type { DocumentedColumn } from './documented.ts'

/** Columns of times by their heads: `{ '50%': 'p50', Max: 'max' }`; each shows the row's `times`, or else the response times of its requests. */
export function timeColumns(figures: Readonly<Record<string, TimeFigure>>): readonly DocumentedColumn[] {
  return Object.entries(figures).map(([head, figure]) => ({ head, unit: 'time', figure }))
}

/** A column of requests started per second of the run phase. */
export function rateColumn(head: string): DocumentedColumn {
  return {
    head,
    unit: 'per second',
    measure: ({ requests }) => ('throughput' in requests ? requests.throughput.requestsPerSecond : requests.requestsPerSecond),
  }
}
