import { plannedSeconds } from '../model/workload/workload-size.ts'
import { leastRuns } from '../result/compare/compare-runs.ts'
import type { ResolvedTests } from './resolve-tests.ts'

/** The limits of a comparison by rounds. */
export interface RoundsAsked {
  /** The most rounds. Default 20; with a budget or a precision, the planned number that fits into the budget. */
  readonly rounds?: number | undefined
  /** Time for all rounds in seconds. Default 600. */
  readonly budget?: number | undefined
  readonly precision?: number | undefined
}

/** The most rounds of a comparison, and why it cannot be made. */
export interface RoundsPlan {
  /** The most rounds, fixed before the first, independent of what is measured. */
  readonly most: number
  /** Why the budget is too small, such as `5 rounds take 140 s, and the budget is 60 s`; `undefined` when it is not, or the load has no planned end. */
  readonly tooLong: string | undefined
}

/** Default time for all rounds, in seconds. */
export const defaultBudget = 600

const defaultRounds = 20
// Looking at more rounds than this takes longer than a run.
const mostPlanned = 200

/** Plans rounds of A, B, B, A of the tests of a suite. */
export function planRounds(tests: ResolvedTests, { rounds, budget, precision }: RoundsAsked): RoundsPlan {
  const seconds = plannedRound(tests)
  const time = budget ?? defaultBudget
  const needed = leastRuns * seconds
  const isAsked = time !== defaultBudget || precision !== undefined
  const fitting = Math.min(mostPlanned, Math.max(leastRuns, Math.floor(time / seconds)))
  return {
    most: rounds ?? (isAsked && Number.isFinite(seconds) ? fitting : defaultRounds),
    tooLong:
      Number.isFinite(needed) && needed > time
        ? `${leastRuns} rounds take ${Math.ceil(needed)} s, and the budget is ${Number(time.toPrecision(3))} s`
        : undefined,
  }
}

// Seconds of a run besides its load, such as starting the target and checking the machine.
const secondsOfStart = 1

/** Planned length of a round in seconds; infinite for a load without a planned end, such as a number of requests. */
function plannedRound({ tests, pause }: ResolvedTests): number {
  const runs = tests.flatMap((test) => ('variants' in test ? [plannedSeconds(test.variants[0].config.scenarios) + secondsOfStart] : []))
  return runs.reduce((sum, seconds) => sum + 4 * seconds, 0) + Math.max(0, 4 * runs.length - 1) * (pause / 1e6)
}
