import { BenchpressError } from '../base/errors/benchpress-error.ts'
import {
  canCountNoMore,
  comparisonOfRounds,
  decide,
  doubtsOf,
  joinRounds,
  type ComparisonDecision,
  type RoundsToDecide,
} from '../compare/compare-rounds.ts'
import type { ResultsComparison } from '../compare/compare-results.ts'
import { leastRuns } from '../compare/compare-runs.ts'
import { readConditions } from '../compare/read-figure.ts'
import type { SuiteConfig } from '../config/config.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import type { TargetConfig } from '../target/target.ts'
import { performSuite } from './perform-suite.ts'
import { defaultBudget, measurableOf, planRounds, type RoundsWanted } from './plan-rounds.ts'
import type { RunOptions } from './progress.ts'
import { resolveTests } from './resolve-tests.ts'

/** Options of a comparison of two targets. */
export interface CompareTargetsOptions extends Omit<RunOptions, 'onCheckpoint'>, RoundsWanted {
  /** Share by which a figure may differ without being called better or worse. Default 0.05. */
  readonly margin?: number
  /** Conditions that define a regression, such as `p99 > +5%`: with conditions, rounds are made until each of them is decided, whatever the other figures are. */
  readonly failOn?: readonly string[]
  /** Descriptions of the sides, such as two commits. Default: the URL or the command of each target. */
  readonly names?: { readonly A: string; readonly B: string }
  /** Is called after each round with the decision so far, and with why the round does not count, or `null` if it counts. */
  readonly onRound?: (decision: ComparisonDecision, doubt: string | null) => void
}

/** The result of a comparison of two targets by rounds. */
export interface TargetsComparison {
  /** All runs of all rounds, with the targets as the variants `A` and `B`. */
  readonly suite: SuiteResult
  readonly comparison: ResultsComparison
  /** The number of rounds that count, in which each run can be believed. */
  readonly rounds: number
}

/**
 * Implements `compareTargets`.
 *
 * Gradual changes favour neither side, and looking after each round finds no more differences between equal sides than a single look would
 * (`decideFigures`).
 *
 * @throws BenchpressError `NOT_COMPARABLE` when too few rounds fit into the budget, or with what is wrong with the conditions: before any load, or
 * after the first round that counts if no run measured the figure of a condition
 */
export async function compareInRounds(
  suite: SuiteConfig,
  targets: { readonly A: TargetConfig; readonly B: TargetConfig },
  options: CompareTargetsOptions = {},
): Promise<TargetsComparison> {
  const { rounds, budget, precision, margin, failOn = [], names, onRound, ...running } = options
  const seed = Math.floor(Math.random() * 2 ** 31)
  const tests = suite.tests.map((test) => {
    const { target: _target, ...others } = { seed, target: undefined, ...test }
    return others
  })
  const each: SuiteConfig = { ...suite, tests, variants: targets, repeats: 2 }
  const turned: SuiteConfig = { ...each, variants: { B: targets.B, A: targets.A } }
  const resolved = await resolveTests(each, running.cwd)
  const known = measurableOf(resolved)
  readConditions(failOn, known, undefined)
  const { most, tooLong } = planRounds(resolved, { rounds, budget, precision })
  if (tooLong !== undefined) throw new BenchpressError('NOT_COMPARABLE', tooLong, { hint: 'Give it more time, or make the runs shorter.' })
  const { results, decision } = await makeRounds((isTurned) => performSuite(isTurned ? turned : each, running), {
    most,
    budget: budget ?? defaultBudget,
    precision,
    margin,
    failOn,
    known,
    signal: running.signal,
    onRound,
  })
  return { suite: joinRounds(results), comparison: comparisonOfRounds(results, decision, names), rounds: decision.rounds }
}

/** Settings for making and judging rounds. */
export interface RoundsToMake extends Omit<RoundsToDecide, 'isLast'> {
  /** Seconds after which no round is begun that would end later. */
  readonly budget: number
  readonly signal: AbortSignal | undefined
  readonly onRound: ((decision: ComparisonDecision, doubt: string | null) => void) | undefined
}

/**
 * Makes rounds until everything is decided, or rounds or time are used up, or they are stopped.
 *
 * @param perform makes a round: A, B, B, A, or B, A, A, B when turned, so that work at the end of each round, such as checking the machine, affects
 * both sides alike
 */
export async function makeRounds(
  perform: (isTurned: boolean) => Promise<SuiteResult>,
  { budget, signal, onRound, ...settings }: RoundsToMake,
): Promise<{ readonly results: readonly SuiteResult[]; readonly decision: ComparisonDecision }> {
  const began = performance.now()
  const results: SuiteResult[] = []
  let longest = 0
  for (;;) {
    const start = performance.now()
    results.push(await perform(results.length % 2 === 1))
    longest = Math.max(longest, performance.now() - start)
    // A comparison that is stopped, perhaps because of its figures, gets no final look, whose error would be additional.
    const isStopped = signal?.aborted === true || canCountNoMore(results, settings.most)
    const isLast = !isStopped && isTimeUp(results.length, performance.now() - began, longest, budget * 1000)
    const decision = decide(results, { ...settings, isLast })
    onRound?.(decision, doubtsOf(results).at(-1) ?? null)
    if (isStopped || !decision.goesOn) return { results, decision }
  }
}

/**
 * Whether no further round is made because of the time: none that would end after the budget. Since fewer than five decide nothing, five that take a little longer
 * than planned may together end one round later, and where they cannot, none is made after the first.
 *
 * @param elapsed the time since the first round began, and with it `longest`, the longest round, in the unit of the budget
 */
export function isTimeUp(made: number, elapsed: number, longest: number, budget: number): boolean {
  const missing = leastRuns - made
  return missing > 0 ? elapsed + missing * longest > budget + longest : elapsed + longest > budget
}
