import { countFailures, sumOutcomes, type OutcomeCounts } from '../../model/metrics/outcome.ts'
import type { ScenarioSummary } from './summary.ts'

/** Requests that ended, aborted ones left out, and those of them that did not end ok. */
export interface FailedRequests {
  readonly failed: number
  readonly total: number
}

/** Counts them by how they ended, over HTTP. */
export function countFailed(outcomes: OutcomeCounts): FailedRequests {
  const total = sumOutcomes(outcomes) - outcomes.aborted
  return { failed: total - outcomes.ok, total }
}

/** Adds those that plugins sent in scenarios. */
export function withPlugins({ failed, total }: FailedRequests, scenarios: readonly ScenarioSummary[]): FailedRequests {
  const counts = scenarios.flatMap(({ users }) => users?.pluginRequests ?? []).map(({ counts: { outcomes } }) => outcomes)
  const failures = counts.reduce((sum, outcomes) => sum + countFailures(outcomes), 0)
  return { failed: failed + failures, total: counts.reduce((sum, { ok }) => sum + ok, total + failures) }
}

/** The share of the requests of a scenario, over HTTP and of plugins, that did not end ok, from 0 to 1; aborted ones left out, and 0 when there are no others. */
export function errorRate(scenario: ScenarioSummary): number {
  const { failed, total } = withPlugins(countFailed(scenario.counts.outcomes), [scenario])
  return total === 0 ? 0 : failed / total
}
