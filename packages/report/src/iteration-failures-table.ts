import type { UsersSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatSeconds } from './format/format-seconds.ts'
import type { TableContent } from './table-content.ts'

/** Why iterations failed, the most frequent reason first. */
export function iterationFailuresTable(failures: UsersSummary['failures']): TableContent {
  return {
    head: ['Iterations failed because', 'Count', 'First', 'Last'],
    rows: failures.map(({ reason, count, first, last }) => [reason, formatNumber(count), formatSeconds(first), formatSeconds(last)]),
  }
}
