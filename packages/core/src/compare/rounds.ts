import type { TestResult } from '../result/shape/result.ts'
import { causeNotRun, whyDoubtful } from './doubtful-run.ts'
import { nameOfRun } from './side.ts'

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

/** The rounds that count. */
export function countedRounds(rounds: readonly RunsRound[]): readonly RunsRound[] {
  const doubts = doubtsOfRounds(rounds)
  return rounds.filter((_round, index) => doubts[index] === null)
}
