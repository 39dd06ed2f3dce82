import type { TestResult } from '../shape/result.ts'
import type { RunsComparison } from './compare-runs.ts'
import { mean } from 'simple-statistics'
import { formatShare } from '../../base/units/format.ts'

/**
 * Why a run sent nothing at all, such as a target that did not start; `undefined` for one that did.
 *
 * Such a run stands in the result as a marked entry, all of whose counts are zero: reports show it as `n/a`.
 */
export function causeNotRun({ interrupted, scenarios }: TestResult): string | undefined {
  if (interrupted === null) return undefined
  const hasStarted = scenarios.some(
    ({ counts, warmup, users }) => counts.started > 0 || (warmup?.counts.started ?? 0) > 0 || (users?.created ?? 0) > 0,
  )
  return hasStarted ? undefined : interrupted.reason
}

/**
 * Seconds that a run has to last to be compared with another.
 *
 * With fewer whole seconds it is unknown which of them is odd, and with one or two a target that compiles its code, opens its connections or collects its
 * garbage for the first time is all there is to see.
 */
export const leastComparedSeconds = 3

/**
 * Why a run that was made decides nothing, such as `is invalid`, as the end of a sentence; `null` where it counts, or was not made.
 *
 * It is invalid, ended early, or has a run phase of less than {@link leastComparedSeconds}.
 */
export function whyDoubtful(run: TestResult): string | null {
  if (causeNotRun(run) !== undefined) return null
  if (run.verdict.level === 'invalid') return 'is invalid'
  if (run.interrupted !== null) return 'ended early'
  const shortest = Math.min(...run.scenarios.map(({ duration }) => duration))
  return shortest < leastComparedSeconds
    ? `lasted ${Number(shortest.toPrecision(2))} s, less than the ${leastComparedSeconds} s that can be compared`
    : null
}

/** One round of a comparison: the runs of both sides, made by turns. */
export interface RunsRound {
  readonly base: readonly TestResult[]
  readonly head: readonly TestResult[]
}

/**
 * Why each round counts for nothing, such as `run 1 of shop (A) is invalid`; `null` where it counts.
 *
 * A run that was not made is no evidence either: a target that does not start is not slow. Nor is a round that ended before all of its runs were made.
 */
export function doubtsOfRounds(rounds: readonly RunsRound[]): readonly (string | null)[] {
  const whole = Math.max(0, ...rounds.map(({ base, head }) => base.length + head.length))
  return rounds.map(({ base, head }) => {
    const runs = [...base, ...head].toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    const missing = runs.find((run) => causeNotRun(run) !== undefined)
    if (missing !== undefined) return `${nameOfRun(missing)} was not made: ${causeNotRun(missing)}`
    const doubtful = runs.find((run) => whyDoubtful(run) !== null)
    if (doubtful !== undefined) return `${nameOfRun(doubtful)} ${whyDoubtful(doubtful)}`
    return runs.length < whole || base.length !== head.length ? `it ended after ${runs.length} of its ${whole} runs` : null
  })
}

function nameOfRun({ name, variant, repeat }: TestResult): string {
  return `run ${repeat} of ${name} (${variant})`
}

/** Takes the answer back where there is a doubt about the runs; what was measured stays. */
export function withDoubt(compared: RunsComparison, doubt: string | null): RunsComparison {
  if (doubt === null || compared.answer === 'inconclusive') return compared
  return { ...compared, answer: 'inconclusive', because: doubt, runsNeeded: null }
}

/** Share of the requests by which the failures of two sides may differ: beyond it, response times are those of different requests. */
const mostErrorsApart = 0.01

/**
 * Says that the failures of two sides lie further apart than {@link mostErrorsApart}, such as `fails 0 % of its requests on A and 40 % on B`; `null` where they
 * do not, or a side has no run. Pure.
 *
 * Then times and rates of the sides are those of different requests, and no side is better by them: a server that fails at once is not fast.
 *
 * @param base the share of failed requests of each run
 * @param names where each share is from, such as `on A`
 */
export function failuresApart(
  base: readonly number[],
  head: readonly number[],
  names: { readonly base: string; readonly head: string },
): string | null {
  if (base.length === 0 || head.length === 0) return null
  const [before, after] = [mean([...base]), mean([...head])]
  if (Math.abs(before - after) <= mostErrorsApart) return null
  return `fails ${formatShare(before)} of its requests ${names.base} and ${formatShare(after)} ${names.head}`
}
