import { outcomes } from '@benchpress/core'
import type { IterationCounts, ScenarioSummary, UsersSummary } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatRate } from '../format/format-rate.ts'
import type { TableContent } from './table-content.ts'
import { pluginTotals } from './plugin-requests.ts'

/** What became of the users, iterations and requests of a scenario, each in a row that adds up. */
export function totalsTable({ counts, throughput }: ScenarioSummary, users: UsersSummary): TableContent {
  const { ok, aborted } = counts.outcomes
  const failed = outcomes.reduce((sum, outcome) => sum + counts.outcomes[outcome], 0) - ok - aborted
  return {
    head: ['Total', 'Started', 'Completed', 'Failed', 'Aborted', 'Dropped', 'Per second'],
    rows: [
      ['Users', ...[users.created, users.completed, users.failed, users.aborted].map(formatNumber), '', ''],
      iterationsRow('Iterations', users.iterations, formatRate(users.iterationsPerSecond)),
      ...(users.warmupIterations === null ? [] : [iterationsRow('Iterations of the warm-up', users.warmupIterations, '')]),
      ['Requests', ...[counts.started, ok, failed, aborted, counts.dropped].map(formatNumber), formatRate(throughput.requestsPerSecond)],
      ...pluginTotals(users),
    ],
  }
}

function iterationsRow(name: string, counts: IterationCounts, perSecond: string): readonly string[] {
  const { started, completed, failed, aborted, dropped } = counts
  return [name, ...[started, completed, failed, aborted, dropped].map(formatNumber), perSecond]
}
