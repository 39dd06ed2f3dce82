import { formatShare } from '@benchpress/core'
import type { ScenarioSummary, TestResult } from '@benchpress/core'

/** Says for how much of the test iterations of a rate were started precisely; nothing where it was all of it, or none. */
export function timingLine({ generator: { preciseShare } }: TestResult, { workload }: ScenarioSummary): string | undefined {
  if (workload.kind !== 'rate' || preciseShare === null || preciseShare === 0 || preciseShare === 1) return undefined
  const precise = `to the microsecond in ${formatShare(preciseShare)} of the time`
  return `Iterations were started ${precise}, and by timers of 1 ms in the rest (timing "auto")`
}
