import { formatSeconds } from '../base/units/format.ts'
import { plannedSeconds, plannedDuration } from '../model/workload/workload-size.ts'
import { leastRuns } from '../compare/compare-runs.ts'
import type { ResolvedTests } from './resolve-tests.ts'
import { sumOf } from '../base/units/count.ts'
import { isBenchpressError, type BenchpressError } from '../base/errors/benchpress-error.ts'
import type { SuiteConfig } from '../config/config.ts'
import { leastComparedSeconds } from '../compare/doubtful-run.ts'
import { parseRegression, parseWritten, type Measurable } from '../compare/condition.ts'
import type { ThresholdProblem } from '../result/threshold/threshold.ts'

/** The limits of a comparison by rounds. */
export interface RoundsWanted {
  /** The most rounds, at least 5, fixed before the first round. Default 20; with a budget or a precision, the planned number that fits into the budget. */
  readonly rounds?: number | undefined
  /** Seconds for the comparison: no round is begun that would end later, but for the fifth, and five planned rounds must fit. Default 600. */
  readonly budget?: number | undefined
  /** Half the width of an interval, as a share, at which its figure is precise enough. Default: none. */
  readonly precision?: number | undefined
}

/** The most rounds of a comparison, and why it cannot be made. */
export interface RoundsPlan {
  /** The most rounds, fixed before the first, independent of what is measured. */
  readonly most: number
  /** The planned seconds of a round, with the starts of its targets; infinite for a load without a planned end. */
  readonly seconds: number
  /** Why the budget is too small, such as `5 rounds take 140 s, and the budget is 60 s`; `undefined` when it is not, or the load has no planned end. */
  readonly tooLong: string | undefined
}

/** Default time for all rounds, in seconds. */
export const defaultBudget = 600

const defaultRounds = 20
// Looking at more rounds than this takes longer than a run.
const mostPlanned = 200

/** Plans rounds of A, B, B, A of the tests of a suite. */
export function planRounds(tests: ResolvedTests, { rounds, budget, precision }: RoundsWanted): RoundsPlan {
  const seconds = plannedRound(tests)
  const time = budget ?? defaultBudget
  const needed = leastRuns * seconds
  const isAsked = budget !== undefined || precision !== undefined
  const fitting = Math.min(mostPlanned, Math.max(leastRuns, Math.floor(time / seconds)))
  return {
    most: rounds ?? (isAsked && Number.isFinite(seconds) ? fitting : defaultRounds),
    tooLong:
      Number.isFinite(needed) && needed > time
        ? `${leastRuns} rounds take ${Math.ceil(needed)} s, and the budget is ${formatSeconds(time)}`
        : undefined,
    seconds,
  }
}

// Seconds of a run besides its load, such as starting the target and checking the machine.
const secondsOfStart = 1

/** Planned length of a round in seconds; infinite for a load without a planned end, such as a number of requests. */
function plannedRound({ tests, pause }: ResolvedTests): number {
  const runs = tests.map(({ variants: [first] }) => plannedSeconds(first.config.scenarios) + secondsOfStart)
  return sumOf(runs, (seconds) => 4 * seconds) + Math.max(0, 4 * runs.length - 1) * (pause / 1e6)
}

/** The problems of a comparison of two targets, before it begins. */
export interface ComparisonProblems {
  /** What is wrong with the load, mostly an `InvalidConfigError`; `undefined` for a valid load. */
  readonly load: BenchpressError | undefined
  /** The scenarios whose runs are too short to be compared, and their length in seconds. */
  readonly tooShort: readonly { readonly scenario: string; readonly seconds: number }[]
  /**
   * Why the budget is too small, such as `5 rounds take 140 s, and the budget is 60 s`, with the seconds that are needed, and whether shorter runs could
   * still be compared; `undefined` when the budget is not too small.
   */
  readonly tooLong: { readonly text: string; readonly needed: number; readonly canBeShorter: boolean } | undefined
  /** The most rounds of the comparison, and the planned seconds of each; `undefined` without a valid load. */
  readonly rounds: Pick<RoundsPlan, 'most' | 'seconds'> | undefined
  readonly conditions: readonly (ThresholdProblem & { readonly condition: string })[]
}

/**
 * Finds everything that is wrong with the load and the conditions of a comparison of two targets, before anything is built or started.
 *
 * Journeys and plugins are loaded. Without a valid load, conditions are checked as far as possible.
 *
 * @param cwd folder that the paths of the suite are relative to
 */
export async function findComparisonProblems(
  failOn: readonly string[],
  suite: SuiteConfig | undefined,
  cwd: string,
  asked: RoundsWanted = {},
): Promise<ComparisonProblems> {
  // Loaded when needed, because code that reads reports does not need it.
  const { resolveTests } = await import('./resolve-tests.ts')
  const { makePlan } = await import('./plan-suite.ts')
  const resolved = suite && (await orProblem(resolveTests(suite, cwd)))
  const plan = resolved instanceof Error ? resolved : suite && (await orProblem(makePlan(suite, cwd)))
  const tests = resolved instanceof Error ? undefined : resolved
  const rounds = tests && planRounds(tests, asked)
  const scenarios = tests?.tests.flatMap(({ variants: [first] }) => first.config.scenarios) ?? []
  // The length of a number of requests depends on the target.
  const runs = scenarios.map(({ name, workload }) => ({ scenario: name, seconds: plannedDuration(workload) / 1e6 }))
  return {
    load: plan instanceof Error ? plan : undefined,
    tooShort: runs.filter(({ seconds }) => seconds < leastComparedSeconds),
    tooLong:
      rounds?.tooLong === undefined
        ? undefined
        : {
            text: rounds.tooLong,
            needed: leastRuns * rounds.seconds,
            canBeShorter: runs.some(({ seconds }) => seconds > leastComparedSeconds),
          },
    rounds,
    conditions: failOn.flatMap((condition) => readProblem(condition, tests && measurableOf(tests))),
  }
}

function readProblem(condition: string, known: Measurable | undefined): ComparisonProblems['conditions'] {
  const read = known === undefined ? parseWritten(condition) : parseRegression(condition, known)
  return 'problem' in read ? [{ condition, ...read }] : []
}

async function orProblem<Value>(made: Promise<Value>): Promise<Value | BenchpressError> {
  return await made.catch((error: unknown) => {
    if (isBenchpressError(error)) return error
    throw error
  })
}

/** Collects everything that conditions can name in the tests of a suite. */
export function measurableOf({ tests }: Pick<ResolvedTests, 'tests'>): Measurable {
  const configs = tests.map(({ variants: [first] }) => first.config)
  return {
    metrics: Object.assign({}, ...configs.map(({ metrics }) => metrics)) as Measurable['metrics'],
    scenarios: [...new Set(configs.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))],
    hasSearches: false,
  }
}
