import type { JourneySummary, UsersSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import type { TableContent } from './table-content.ts'
import { timeCells, timeHeadings } from './time-cells.ts'

/** The journeys of a scenario: how often each was done, and how long it took. */
export function journeysTable(journeys: readonly JourneySummary[]): TableContent {
  return {
    head: ['Journey', 'Started', 'Completed', 'Failed', 'Dropped', ...timeHeadings],
    apart: timeHeadings,
    rows: journeys.map(({ name, iterations, duration }) => [
      name,
      ...[iterations.started, iterations.completed, iterations.failed, iterations.dropped].map(formatNumber),
      ...timeCells(duration),
    ]),
  }
}

/** The groups that journeys timed. */
export function groupsTable(groups: UsersSummary['groups']): TableContent {
  return {
    head: ['Group', 'Count', ...timeHeadings],
    rows: groups.map(({ name, duration }) => [name, formatNumber(duration.count), ...timeCells(duration)]),
  }
}
