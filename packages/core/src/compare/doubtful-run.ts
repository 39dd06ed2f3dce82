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
    ? `lasted ${Number(shortest.toPrecision(2))} s, less than the ${leastComparedSeconds} s that can be compared`
    : null
}

/** One round of a comparison, with the runs of both sides, which take turns. */
export interface RunsRound {
  readonly base: readonly TestResult[]
  readonly head: readonly TestResult[]
}

/**
 * Why each round does not count, such as `run 1 of shop (A) is invalid`; `null` for a round that counts.
 *
 * A round does not count either when one of its runs was not made, as of a target that did not start, or when it ended before all of its runs were
 * made.
 */
export function doubtsOfRounds(rounds: readonly RunsRound[]): readonly (string | null)[] {
  const whole = Math.max(0, ...rounds.map(({ base, head }) => base.length + head.length))
  return rounds.map(({ base, head }) => {
    const runs = [...base, ...head].toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    const missing = runs.find((run) => causeNotRun(run) !== undefined)
    if (missing !== undefined) return `${nameOfRun(missing)} was not made: ${causeNotRun(missing)}`
    const doubtful = runs.find((run) => whyDoubtful(run) !== null)
    if (doubtful !== undefined) return `${nameOfRun(doubtful)} ${whyDoubtful(doubtful)}${becauseInvalid(doubtful)}`
    return runs.length < whole || base.length !== head.length ? `it ended after ${runs.length} of its ${whole} runs` : null
  })
}

// The reader of a comparison may see neither the verdict of each run nor its progress.
function becauseInvalid({ verdict: { level, reasons } }: TestResult): string {
  const reason = reasons.find((each) => each.level === 'invalid')
  return level !== 'invalid' || reason === undefined ? '' : `: ${reason.text}`
}

function nameOfRun({ name, variant, repeat }: TestResult): string {
  return `run ${repeat} of ${name} (${variant})`
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
