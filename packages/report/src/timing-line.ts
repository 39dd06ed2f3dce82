import { formatShare } from '@benchpress/core'
import type { ScenarioSummary, TestResult } from '@benchpress/core'

/**
 * Says for how much of the test precise timing was on, by which iterations of a rate start within microseconds; nothing where that was all of it, or none.
 *
 * A start that was due already, or whose waker came late, is not told apart: the send lag has it.
 */
export function timingLine({ generator: { preciseShare } }: TestResult, { workload }: ScenarioSummary): string | undefined {
  if (workload.kind !== 'rate' || preciseShare === null || preciseShare === 0 || preciseShare === 1) return undefined
  return `Precise timing was on for ${formatShare(preciseShare)} of the time, and timers of 1 ms for the rest (timing "auto")`
}
