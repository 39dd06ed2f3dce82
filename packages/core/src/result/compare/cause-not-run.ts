import type { TestResult } from '../shape/result.ts'

/**
 * Why a run sent nothing at all, such as a target that did not start; `undefined` for one that did.
 *
 * Such a run stands in the result as a marked entry, all of whose counts are zero: reports show it as `N/A`.
 */
export function causeNotRun({ interrupted, scenarios }: TestResult): string | undefined {
  if (interrupted === null) return undefined
  const hasStarted = scenarios.some(
    ({ counts, warmup, users }) => counts.started > 0 || (warmup?.counts.started ?? 0) > 0 || (users?.created ?? 0) > 0,
  )
  return hasStarted ? undefined : interrupted.reason
}
