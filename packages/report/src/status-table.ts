import type { ScenarioSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import type { TableContent } from './table-content.ts'

/** How many answers of a scenario had which status. */
export function statusTable(scenario: ScenarioSummary): TableContent {
  return { head: ['Code', 'Count'], rows: Object.entries(scenario.statuses).map(([status, count]) => [status, formatNumber(count)]) }
}
