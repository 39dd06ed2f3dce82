import { plannedSeconds } from '../model/workload/workload-size.ts'
import { leastRounds } from '../result/compare/decide-rounds.ts'
import type { ResolvedTests } from './resolve-tests.ts'

/** How long a comparison by rounds may be. */
export interface RoundsAsked {
  /** The most rounds. Default 20; with a budget or a precision, as many as fit into the budget by their plan. */
  readonly rounds?: number | undefined
  /** Seconds. Default 600. */
  readonly budget?: number | undefined
  readonly precision?: number | undefined
}

/** How many rounds a comparison makes at most, and why it cannot be made. */
export interface RoundsPlan {
  /** It is fixed before the first: what was measured has no part in it. */
  readonly most: number
  /** Why the budget holds too few, such as `5 rounds take 140 s, and the budget is 60 s`; `undefined` where it does, or the load has no planned end. */
  readonly tooLong: string | undefined
}

/** Seconds within which rounds are made, where nothing else is asked for. */
export const defaultBudget = 600

const defaultRounds = 20
// The looks at more of them take longer than a run.
const mostPlanned = 200

/** Plans rounds of A, B, B, A of the tests of a suite. */
export function planRounds(tests: ResolvedTests, { rounds, budget, precision }: RoundsAsked): RoundsPlan {
  const seconds = plannedRound(tests)
  const time = budget ?? defaultBudget
  const needed = leastRounds * seconds
  const isAsked = time !== defaultBudget || precision !== undefined
  const fitting = Math.min(mostPlanned, Math.max(leastRounds, Math.floor(time / seconds)))
  return {
    most: rounds ?? (isAsked && Number.isFinite(seconds) ? fitting : defaultRounds),
    tooLong:
      Number.isFinite(needed) && needed > time
        ? `${leastRounds} rounds take ${Math.ceil(needed)} s, and the budget is ${Number(time.toPrecision(3))} s`
        : undefined,
  }
}

// What a run takes besides its load: to start the target, to look at the machine.
const secondsOfStart = 1

/** Seconds that a round takes by its plan; infinite for a load without a planned end, such as a number of requests. */
function plannedRound({ tests, pause }: ResolvedTests): number {
  const runs = tests.flatMap((test) => ('variants' in test ? [plannedSeconds(test.variants[0].config.scenarios) + secondsOfStart] : []))
  return runs.reduce((sum, seconds) => sum + 4 * seconds, 0) + Math.max(0, 4 * runs.length - 1) * (pause / 1e6)
}
