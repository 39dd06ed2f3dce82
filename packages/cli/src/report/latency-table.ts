import type { TimeSummary } from '@benchpress/core'
import { formatPercentile } from '../format/format-percentile.ts'
import { formatTime } from '../format/format-time.ts'
import type { TableContent } from './table-content.ts'

/** The response times of a scenario, in the columns of autocannon. */
export function latencyTable(time: TimeSummary): TableContent {
  const { count } = time
  return {
    head: ['Stat', '2.5%', '50%', '97.5%', '99%', 'Avg', 'Stdev', 'Max'],
    apart: ['Avg', 'Stdev', 'Max'],
    rows: [
      [
        'Latency',
        formatPercentile(time.p2_5, 2.5, count),
        formatPercentile(time.p50, 50, count),
        formatPercentile(time.p97_5, 97.5, count),
        formatPercentile(time.p99, 99, count),
        formatTime(time.mean),
        formatTime(time.stdev),
        formatTime(time.max),
      ],
    ],
  }
}
