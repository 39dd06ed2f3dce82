import type { ScenarioSummary } from '@benchpress/core'

/** How many requests of the run phase were answered after its end, and are left out of its requests per second. */
export function answeredLate({ counts: { outcomes }, series }: ScenarioSummary): number {
  const answered = outcomes.ok + outcomes.http_error + outcomes.check_failed
  return answered - series.reduce((sum, second) => sum + second.requests, 0)
}
