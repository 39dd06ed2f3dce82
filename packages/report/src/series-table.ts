import { failedShare, formatShare, outcomes } from '@benchpress/core'
import type { SeriesSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatRate } from './format/format-rate.ts'
import type { TableContent } from './table-content.ts'
import { timeCells, timeHeadings } from './time-cells.ts'

/** Endpoints, or tags, with their requests and response times; below one with several classes of status, the times of each class. */
export function seriesTable(name: string, series: readonly SeriesSummary[]): TableContent {
  return {
    head: [name, 'Requests', 'Req/Sec', 'Failed', ...timeHeadings],
    apart: timeHeadings,
    rows: series.flatMap((one) => [seriesRow(one), ...classRows(one)]),
  }
}

function seriesRow({ name, counts, requestsPerSecond, responseTime }: SeriesSummary): readonly string[] {
  const failed = outcomes
    .filter((outcome) => outcome !== 'ok' && outcome !== 'aborted')
    .reduce((sum, outcome) => sum + counts.outcomes[outcome], 0)
  const share = failed === 0 ? '0' : `${formatNumber(failed)} (${formatShare(failedShare(counts.outcomes))})`
  return [name, formatNumber(counts.started), formatRate(requestsPerSecond), share, ...timeCells(responseTime)]
}

function classRows({ byClass }: SeriesSummary): readonly (readonly string[])[] {
  const classes = Object.entries(byClass)
  if (classes.length < 2) return []
  return classes.map(([name, time]) => [`  ${name}`, formatNumber(time.count), '', '', ...timeCells(time)])
}
