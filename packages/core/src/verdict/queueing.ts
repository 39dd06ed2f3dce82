import type { ScenarioSummary } from '../summary/summary.ts'
import { queuedShare } from './cut-offs.ts'

/** Whether the average request of a scenario waited for longer than the fastest one took altogether. */
export function isQueueing({ fastest, responseTime }: ScenarioSummary): boolean {
  return fastest !== null && responseTime.mean !== null && fastest <= responseTime.mean * queuedShare
}
