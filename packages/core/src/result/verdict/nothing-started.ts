import type { ScenarioSummary, TestSummary } from '../summary/summary.ts'

/** Whether a request or an iteration of the run phase was started; a journey need not send a request. */
export function hasStarted({ counts, users }: ScenarioSummary): boolean {
  return counts.started > 0 || (users !== null && users.iterations.started > 0)
}

/** Whether nothing of a run phase was started, or nothing is known of it: then there are no figures to judge. */
export function isNothingStarted({ scenarios }: TestSummary): boolean {
  return !scenarios.some(hasStarted)
}
