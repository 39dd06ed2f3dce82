import type { ScenarioSummary } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatSeconds } from '../format/format-seconds.ts'
import type { TableContent } from './draw-table.ts'

/** Why requests of a scenario did not end ok, the most frequent first; those of the warm-up are among them. */
export function errorsTable(scenario: ScenarioSummary): TableContent {
  const errors = scenario.errors.toSorted((a, b) => b.count - a.count)
  return {
    head: ['Outcome', 'Reason', scenario.workload.warmup > 0 ? 'Count with warm-up' : 'Count', 'First', 'Last'],
    texts: ['Reason'],
    rows: errors.map((error) => [
      error.outcome,
      error.reason,
      formatNumber(error.count),
      formatSeconds(error.first),
      formatSeconds(error.last),
    ]),
  }
}
