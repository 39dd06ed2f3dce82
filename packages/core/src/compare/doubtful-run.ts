import { formatSeconds } from '../base/units/format.ts'
import type { TestResult } from '../result/shape/result.ts'
import { leastRuns, type RunsComparison } from './compare-runs.ts'

/**
 * Why a run sent nothing at all, such as a target that did not start; `undefined` for a run that sent something.
 *
 * A run without a request is an entry of the result whose counts are all zero: reports show it as `n/a`.
 */
export function causeNotRun({ interrupted, scenarios }: TestResult): string | undefined {
  if (interrupted === null) return undefined
  const hasStarted = scenarios.some(
    ({ counts, warmup, users }) => counts.started > 0 || (warmup?.counts.started ?? 0) > 0 || (users?.created ?? 0) > 0,
  )
  return hasStarted ? undefined : interrupted.reason
}

/**
 * Seconds that a run must last at least to be compared with another.
 *
 * With fewer whole seconds an outlier cannot be told from the rest, and one or two seconds may show nothing but a target that compiles its code, opens
 * its connections or collects its garbage for the first time.
 */
export const leastComparedSeconds = 3

/**
 * Why a run that was made decides nothing, as the end of a sentence such as `is invalid`; `null` for a run that counts, or that was not made.
 *
 * A run decides nothing when it is invalid, ended early, or has a run phase shorter than {@link leastComparedSeconds}.
 */
export function whyDoubtful(run: TestResult): string | null {
  if (causeNotRun(run) !== undefined) return null
  if (run.verdict.level === 'invalid') return 'is invalid'
  if (run.interrupted !== null) return 'ended early'
  const shortest = Math.min(...run.scenarios.map(({ duration }) => duration))
  return shortest < leastComparedSeconds
    ? `lasted ${formatSeconds(shortest)}, less than the ${leastComparedSeconds} s that can be compared`
    : null
}

/**
 * Makes a comparison inconclusive when its runs are doubtful, and keeps the ratio and the interval.
 *
 * The doubt also replaces the number of runs that would decide, as more runs of the same kind would not; too few runs remain the reason.
 */
export function withDoubt(compared: RunsComparison, doubt: string | null): RunsComparison {
  if (doubt === null || compared.runs < leastRuns) return compared
  return { ...compared, answer: 'inconclusive', because: doubt, runsNeeded: null }
}
