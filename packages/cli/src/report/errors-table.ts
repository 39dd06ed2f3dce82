import type { ScenarioSummary } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatSeconds } from '../format/format-seconds.ts'
import type { TableContent } from './table-content.ts'

/** Why requests of a scenario did not end ok, the most frequent first, each with an endpoint as an example where there are several. */
export function errorsTable(scenario: ScenarioSummary): TableContent {
  const errors = scenario.errors.toSorted((a, b) => b.count - a.count)
  const example = scenario.endpoints.length > 1 ? ['For example'] : []
  return {
    head: ['Outcome', 'Reason', ...example, scenario.workload.warmup > 0 ? 'Count with warm-up' : 'Count', 'First', 'Last'],
    texts: ['Reason', ...example],
    rows: errors.map((error) => [
      error.outcome,
      error.reason,
      ...example.map(() => error.endpoint ?? ''),
      formatNumber(error.count),
      formatSeconds(error.first),
      formatSeconds(error.last),
    ]),
  }
}
