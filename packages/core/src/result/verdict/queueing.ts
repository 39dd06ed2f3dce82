import type { RequestsSummary } from '../summary/summary.ts'
import { queuedShare } from './cut-offs.ts'

/** Whether the average request of one kind waited for longer than the fastest one took altogether. */
export function isQueueing({ fastest, responseTime }: RequestsSummary): boolean {
  return fastest !== null && responseTime.mean !== null && fastest <= responseTime.mean * queuedShare
}
