import { countFailures } from '@benchpress/core'
import type { IterationCounts, RequestsSummary, ScenarioSummary, UsersSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatRate } from './format/format-rate.ts'
import type { TableContent } from './table-content.ts'
import { hasOnlyPlugins } from './plugin-requests.ts'

/** What became of the users, iterations and requests of a scenario, each in a row that adds up. */
export function totalsTable(scenario: ScenarioSummary, users: UsersSummary): TableContent {
  return {
    head: ['Total', 'Started', 'Completed', 'Failed', 'Aborted', 'Dropped', 'Per second'],
    rows: [
      ['Users', ...[users.created, users.completed, users.failed, users.aborted].map(formatNumber), '', ''],
      iterationsRow('Iterations', users.iterations, formatRate(users.iterationsPerSecond)),
      ...(users.warmupIterations === null ? [] : [iterationsRow('Iterations of the warm-up', users.warmupIterations, '')]),
      ...(hasOnlyPlugins(scenario) ? [] : [requestsRow('Requests', scenario)]),
      ...users.pluginRequests.map((requests) => requestsRow(`Requests of ${requests.plugin}`, requests)),
    ],
  }
}

function requestsRow(name: string, { counts, throughput }: RequestsSummary): readonly string[] {
  const { started, dropped, outcomes } = counts
  const figures = [started, outcomes.ok, countFailures(outcomes), outcomes.aborted, dropped].map(formatNumber)
  return [name, ...figures, formatRate(throughput.requestsPerSecond)]
}

function iterationsRow(name: string, counts: IterationCounts, perSecond: string): readonly string[] {
  const { started, completed, failed, aborted, dropped } = counts
  return [name, ...[started, completed, failed, aborted, dropped].map(formatNumber), perSecond]
}
