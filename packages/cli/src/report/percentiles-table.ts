import type { TimeSummary } from '@benchpress/core'
import { formatFigure } from '../format/format-figure.ts'
import type { TableContent } from './table-content.ts'

/** All percentiles of a scenario: of the response time, and of the service time beside it. */
export function percentilesTable(response: TimeSummary, service: TimeSummary): TableContent {
  const percentiles = [
    ['p2_5', 2.5],
    ['p50', 50],
    ['p75', 75],
    ['p90', 90],
    ['p95', 95],
    ['p97_5', 97.5],
    ['p99', 99],
    ['p99_9', 99.9],
  ] as const
  return {
    head: ['Percentile', 'Response time', 'Service time'],
    rows: percentiles.map(([key, percentile]) => [`${percentile}`, formatFigure(response, key), formatFigure(service, key)]),
  }
}
