import type { TestSummary } from '../../summary/summary.ts'
import { describeCpuContention } from '../cpu-contention.ts'
import type { Reason } from '../verdict.ts'

/** A target and a generator that compete for CPUs slow each other down. */
export function sharedCores(summary: TestSummary): readonly Reason[] {
  const contention = describeCpuContention(summary)
  if (contention === null) return []
  return [{ rule: 'shared-cores', level: 'suspect', text: `${contention}: on a machine of its own the target would answer faster` }]
}
